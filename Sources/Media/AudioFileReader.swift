import CAVFSndFile

/// Decodes an audio file.
///
/// Integers become float by exactly 1/32768 (16 bits), 1/8388608 (24 bits), 1/2147483648 (32 bits). Sizes in
/// headers are never trusted: what is read is what is there.
///
/// One thread at a time. Calls may block on the disk and must not come from a render thread.
package final class AudioFileReader: @unchecked Sendable {
    // Sendable: no state is shared but with the one thread that uses the reader at a time.

    /// Where the file was found.
    package let path: String
    /// What the file holds.
    package let format: AudioFileFormat
    /// Frames in the file: present for encodings of fixed size, as the header says for compressed ones.
    ///
    /// A compressed file whose header does not know (its recorder was killed) is decoded once to count.
    package let frameCount: Int
    /// The frame that is read next.
    package private(set) var position = 0

    private let file: SoundFile
    private let scratch: SampleScratch
    private let seeksByDecoding: Bool
    /// False after `close()`.
    package private(set) var isOpen = true

    /// Opens a file.
    ///
    /// - Throws: `notFound`, `notARegularFile`, `permissionDenied`, `openFailed` from the system;
    ///   `unsupportedFormat` when it holds no readable audio; `invalidSampleRate` and `invalidChannelCount` when
    ///   its header is absurd.
    package init(path: String) throws(MediaError) {
        let file = try AudioFileReader.open(path)
        var format = AudioFileFormat(file.info)
        try format.checkLimits(path: path)
        format.speakers = file.speakers(channelCount: format.channelCount)
        self.path = path
        self.format = format
        self.file = file
        scratch = SampleScratch(channelCount: format.channelCount)
        let isCounted = file.info.frames < sf_count_t.max
        frameCount =
            isCounted ? max(0, Int(file.info.frames)) : try AudioFileReader.countFrames(path, room: scratch)
        seeksByDecoding = !isCounted || format.encoding.cannotSeekExactly
    }

    /// Makes `frame` the next to be read; the frame after the last one is allowed.
    ///
    /// Exact to the frame for every encoding. Vorbis and MPEG files are decoded up to the frame, which takes time.
    /// - Throws: `invalidSeek` outside `0...frameCount` and when the decoder cannot get there.
    package func seek(toFrame frame: Int) throws(MediaError) {
        try checkOpen()
        guard frame != position else { return }
        guard frame >= 0, frame <= frameCount, seekDecoder(toFrame: frame) else {
            throw .invalidSeek(path, frame: frame, frameCount: frameCount)
        }
        position = frame
    }

    private func seekDecoder(toFrame frame: Int) -> Bool {
        if !seeksByDecoding {
            return sf_seek(file.handle, sf_count_t(frame), Int32(SF_SEEK_SET)) >= 0
        }
        if frame < position {
            guard sf_seek(file.handle, 0, Int32(SF_SEEK_SET)) == 0 else { return false }
            position = 0
        }
        let samples = scratch.samples(Float.self)
        while position < frame {
            let wanted = min(scratch.frameCount, frame - position)
            let got = Int(sf_readf_float(file.handle, samples, sf_count_t(wanted)))
            guard got > 0 else { return false }
            position += got
        }
        return true
    }

    /// Reads into one memory block per channel, from `offset` frames into each.
    ///
    /// - Returns: The frames read: fewer than asked for only at the end, then 0.
    /// - Throws: `decodingFailed` when nothing could be read because the data are damaged; `closed`.
    package func read(
        into channels: UnsafePointer<UnsafeMutablePointer<Float>>, offset: Int = 0, frameCount: Int
    ) throws(MediaError) -> Int {
        let channelCount = format.channelCount
        if channelCount == 1 {
            return try readInterleaved(into: channels[0] + offset, frameCount: frameCount)
        }
        let interleaved = scratch.samples(Float.self)
        return try readChunks(frameCount, chunk: scratch.frameCount) { handle, done, wanted in
            let got = sf_readf_float(handle, interleaved, sf_count_t(wanted))
            PlanarLayout.deinterleave(
                channels, offset: offset + done, interleaved, channelCount: channelCount,
                frameCount: Int(max(0, got)))
            return got
        }
    }

    /// Reads interleaved floats.
    ///
    /// - Returns: As `read(into:offset:frameCount:)`.
    /// - Throws: As `read(into:offset:frameCount:)`.
    package func readInterleaved(
        into samples: UnsafeMutablePointer<Float>, frameCount: Int
    ) throws(MediaError) -> Int {
        let channelCount = format.channelCount
        return try readChunks(frameCount, chunk: .max) { handle, done, wanted in
            sf_readf_float(handle, samples + done * channelCount, sf_count_t(wanted))
        }
    }

    /// Reads interleaved doubles.
    ///
    /// - Returns: As `read(into:offset:frameCount:)`.
    /// - Throws: As `read(into:offset:frameCount:)`.
    package func readInterleaved(
        into samples: UnsafeMutablePointer<Double>, frameCount: Int
    ) throws(MediaError) -> Int {
        let channelCount = format.channelCount
        return try readChunks(frameCount, chunk: .max) { handle, done, wanted in
            sf_readf_double(handle, samples + done * channelCount, sf_count_t(wanted))
        }
    }

    /// Reads interleaved integers of 16 bits; wider or floating samples are rounded to the nearest and clipped.
    ///
    /// - Returns: As `read(into:offset:frameCount:)`.
    /// - Throws: As `read(into:offset:frameCount:)`.
    package func readInterleaved(
        into samples: UnsafeMutablePointer<Int16>, frameCount: Int
    ) throws(MediaError) -> Int {
        let channelCount = format.channelCount
        if let bitCount = format.encoding.integerBitCount, bitCount <= 16 {
            return try readChunks(frameCount, chunk: .max) { handle, done, wanted in
                sf_readf_short(handle, samples + done * channelCount, sf_count_t(wanted))
            }
        }
        let doubles = scratch.samples(Double.self)
        return try readChunks(frameCount, chunk: scratch.frameCount) { handle, done, wanted in
            let got = sf_readf_double(handle, doubles, sf_count_t(wanted))
            let target = samples + done * channelCount
            SampleConverter.quantize(target, from: doubles, count: Int(max(0, got)) * channelCount)
            return got
        }
    }

    /// Reads interleaved integers of 32 bits: narrower ones in the upper bits, floating samples rounded and clipped.
    ///
    /// - Returns: As `read(into:offset:frameCount:)`.
    /// - Throws: As `read(into:offset:frameCount:)`.
    package func readInterleaved(
        into samples: UnsafeMutablePointer<Int32>, frameCount: Int
    ) throws(MediaError) -> Int {
        let channelCount = format.channelCount
        if format.encoding.integerBitCount != nil {
            return try readChunks(frameCount, chunk: .max) { handle, done, wanted in
                sf_readf_int(handle, samples + done * channelCount, sf_count_t(wanted))
            }
        }
        let doubles = scratch.samples(Double.self)
        return try readChunks(frameCount, chunk: scratch.frameCount) { handle, done, wanted in
            let got = sf_readf_double(handle, doubles, sf_count_t(wanted))
            let target = samples + done * channelCount
            SampleConverter.quantize(
                target, from: doubles, bitCount: 32, count: Int(max(0, got)) * channelCount)
            return got
        }
    }

    /// Closes the file; further calls but this one throw `closed`.
    ///
    /// Done by deinit too.
    package func close() {
        isOpen = false
        _ = file.close()
    }

    private func checkOpen() throws(MediaError) {
        guard isOpen else { throw .closed(path) }
    }

    /// Calls `body(handle, framesDone, framesWanted)` until everything is read or nothing more comes.
    private func readChunks(
        _ frameCount: Int, chunk: Int, _ body: (OpaquePointer, Int, Int) -> sf_count_t
    ) throws(MediaError) -> Int {
        try checkOpen()
        var done = 0
        while done < frameCount {
            let got = Int(body(file.handle, done, min(chunk, frameCount - done)))
            guard got > 0 else { break }
            done += got
        }
        position += done
        if done == 0, frameCount > 0, let reason = failureReason {
            throw .decodingFailed(path, reason: reason, frame: position)
        }
        return done
    }

    private var failureReason: String? {
        if file.bytes.readError != 0 { return FileBytes.text(of: file.bytes.readError) }
        return file.errorText
    }

    private static func open(_ path: String) throws(MediaError) -> SoundFile {
        let bytes = try FileBytes.reading(path: path)
        do {
            return try SoundFile(bytes, mode: .read, info: SF_INFO(), path: path)
        } catch {
            guard bytes.readError != 0 else { throw error }
            throw .openFailed(path, reason: FileBytes.text(of: bytes.readError))
        }
    }

    /// Decodes a whole file for its length.
    private static func countFrames(_ path: String, room: SampleScratch) throws(MediaError) -> Int {
        let file = try open(path)
        var count = 0
        while true {
            let wanted = sf_count_t(room.frameCount)
            let got = Int(sf_readf_float(file.handle, room.samples(Float.self), wanted))
            guard got > 0 else { return count }
            count += got
        }
    }
}

extension AudioEncoding {
    /// Whether libsndfile 1.2's seek goes wrong: it lands next to the frame (Vorbis) or on silence (MPEG).
    fileprivate var cannotSeekExactly: Bool {
        switch self {
        case .vorbis, .mpegLayer1, .mpegLayer2, .mpegLayer3: true
        default: false
        }
    }
}
