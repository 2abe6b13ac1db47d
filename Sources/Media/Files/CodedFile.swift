import CAVFDSP
import CAVFShimsFFmpeg

/// A file that FFmpeg decodes: AAC, and Apple Lossless in MPEG-4 files.
final class CodedFile: FileDecoder {
    let bytes: FileBytes
    let format: AudioFileFormat
    /// Frames without the encoder's delay and padding; nil when the file does not say.
    let frameCount: Int?
    private(set) var errorText: String?
    private let scratch: SampleScratch
    private var handle: OpaquePointer?

    /// Hands `bytes` to FFmpeg.
    ///
    /// - Throws: `unsupportedFormat` with FFmpeg's reason, or that it is not installed.
    init(_ bytes: FileBytes, path: String) throws(MediaError) {
        let isInPieces = bytes.isFragmentedMPEG4
        var calls = bytes.mediaBytes()
        var found = avf_media_format()
        var reason = [CChar](repeating: 0, count: Int(AVF_MEDIA_REASON_SIZE))
        guard let handle = avf_media_reader_open(&calls, &found, &reason) else {
            throw .unsupportedFormat(path, reason: Self.text(reason))
        }
        self.bytes = bytes
        self.handle = handle
        format = AudioFileFormat(found)
        frameCount = found.frameCount < 0 || isInPieces ? nil : Int(found.frameCount)
        scratch = SampleScratch(channelCount: max(1, format.channelCount))
    }

    deinit { _ = close() }

    /// A lossy decoder's noise depends on what it has decoded before.
    var seeksExactly: Bool { format.encoding.isLossless }

    func read(_ samples: UnsafeMutablePointer<Double>, frameCount: Int) -> Int {
        let got = Int(avf_media_reader_read(handle, samples, Int64(frameCount)))
        if got < 0 { errorText = "the coded data are damaged" }
        return max(0, got)
    }

    func read(_ samples: UnsafeMutablePointer<Float>, frameCount: Int) -> Int {
        readChunks(frameCount) { doubles, first, count in
            avf_dsp_double_to_float(samples + first, doubles, count)
        }
    }

    func read(_ samples: UnsafeMutablePointer<Int16>, frameCount: Int) -> Int {
        readChunks(frameCount) { doubles, first, count in
            SampleConverter.quantize(samples + first, from: doubles, count: count)
        }
    }

    func read(_ samples: UnsafeMutablePointer<Int32>, frameCount: Int) -> Int {
        readChunks(frameCount) { doubles, first, count in
            SampleConverter.quantize(samples + first, from: doubles, bitCount: 32, count: count)
        }
    }

    func seek(toFrame frame: Int) -> Bool {
        avf_media_reader_seek(handle, Int64(frame)) != 0
    }

    func close() -> Bool {
        avf_media_reader_close(handle)
        handle = nil
        return bytes.finish()
    }

    /// Calls `body(doubles, firstSample, sampleCount)` for each chunk that comes.
    private func readChunks(
        _ frameCount: Int, _ body: (UnsafeMutablePointer<Double>, Int, Int) -> Void
    ) -> Int {
        let doubles = scratch.samples(Double.self)
        var done = 0
        while done < frameCount {
            let got = read(doubles, frameCount: min(scratch.frameCount, frameCount - done))
            guard got > 0 else { break }
            body(doubles, done * format.channelCount, got * format.channelCount)
            done += got
        }
        return done
    }

    static func text(_ reason: [CChar]) -> String {
        String(decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// A file that FFmpeg encodes.
final class CodedFileEncoder: FileEncoder {
    let bytes: FileBytes
    private(set) var errorText: String?
    private let path: String
    private var framesTaken = 0
    private let channelCount: Int
    private let scratch: SampleScratch
    private var handle: OpaquePointer?

    /// Begins a file.
    ///
    /// - Throws: `unsupportedFormat` with FFmpeg's reason, or that it is not installed.
    init(
        _ bytes: FileBytes, path: String, format: AudioFileFormat, encoder: EncoderSettings
    ) throws(MediaError) {
        var calls = bytes.mediaBytes()
        var wanted = avf_media_format(format, encoder: encoder)
        var reason = [CChar](repeating: 0, count: Int(AVF_MEDIA_REASON_SIZE))
        guard let handle = avf_media_writer_open(&calls, &wanted, &reason) else {
            throw .unsupportedFormat(path, reason: CodedFile.text(reason))
        }
        self.bytes = bytes
        self.handle = handle
        self.path = path
        channelCount = format.channelCount
        scratch = SampleScratch(channelCount: format.channelCount)
    }

    deinit { _ = close() }

    func write(_ samples: UnsafePointer<Double>, frameCount: Int) -> Int {
        guard avf_media_writer_write(handle, samples, Int64(frameCount)) != 0 else {
            errorText = "the encoder failed"
            return 0
        }
        framesTaken += frameCount
        return frameCount
    }

    func write(_ samples: UnsafePointer<Float>, frameCount: Int) -> Int {
        writeChunks(frameCount) { doubles, first, count in
            avf_dsp_float_to_double(doubles, samples + first, count)
        }
    }

    func write(_ samples: UnsafePointer<Int16>, frameCount: Int) -> Int {
        writeChunks(frameCount) { doubles, first, count in
            for index in 0..<count { doubles[index] = Double(samples[first + index]) * 0x1p-15 }
        }
    }

    func write(_ samples: UnsafePointer<Int32>, frameCount: Int) -> Int {
        writeChunks(frameCount) { doubles, first, count in
            SampleConverter.scale(doubles, from: samples + first, count: count)
        }
    }

    func close() -> Bool {
        guard let open = handle else { return true }
        handle = nil
        let isComplete = avf_media_writer_close(open) != 0
        guard bytes.finish(), isComplete else { return false }
        if !bytes.isSink { JoinedFile.replace(path: path, frameCount: framesTaken) }
        return true
    }

    private func writeChunks(
        _ frameCount: Int, _ fill: (UnsafeMutablePointer<Double>, Int, Int) -> Void
    ) -> Int {
        let doubles = scratch.samples(Double.self)
        var done = 0
        while done < frameCount {
            let count = min(scratch.frameCount, frameCount - done)
            fill(doubles, done * channelCount, count * channelCount)
            guard write(UnsafePointer(doubles), frameCount: count) == count else { break }
            done += count
        }
        return done
    }
}
