import CAVFSndFile

/// Decodes an audio file.
///
/// Integers become float by exactly 1/32768 (16 bits), 1/8388608 (24 bits), 1/2147483648 (32 bits). Sizes in
/// headers are never trusted: what is read is what is there.
///
/// One thread at a time. Calls may block on the disk and must not come from a render thread.
package final class AudioFileReader: @unchecked Sendable {
    // Sendable: no state is shared but with the one thread that uses the reader at a time.

    /// Where the sound was found.
    package let source: MediaSource
    /// The file's path, or what the program calls its bytes.
    package var path: String { source.name }
    /// What the file holds.
    package let format: AudioFileFormat
    /// Frames in the file: present for encodings of fixed size, as the header says for compressed ones.
    ///
    /// A compressed file whose header does not know (its recorder was killed) is decoded once to count.
    package private(set) var frameCount: Int
    /// Whether `frameCount` is the file's; what comes through a pipe may not say how much it will be.
    package private(set) var isLengthKnown: Bool
    /// What is missing of the file, as `MediaError.incomplete`; nil while nothing is known to be missing.
    ///
    /// Known when the file is opened where the header gives the size of the sound or the end is marked; for
    /// FLAC, MP3 and MPEG-4, once reading has met the early end.
    package private(set) var incompleteness: MediaError?
    /// Words about the sound; none of files that FFmpeg decodes.
    package var tags: [AudioTag: String] { (file as? SoundFile)?.tags ?? [:] }
    /// The frame that is read next.
    package private(set) var position = 0

    /// The most that is asked of a decoder at once: libsndfile clears whatever it has no samples for.
    private static let chunkFrameCount = 1 << 16

    private let file: any FileDecoder
    private let scratch: SampleScratch
    private let seeksByDecoding: Bool
    /// False after `close()`.
    package private(set) var isOpen = true

    /// Opens a file.
    ///
    /// - Throws: `notFound`, `notARegularFile`, `permissionDenied`, `openFailed` from the system;
    ///   `unsupportedFormat` when it holds no readable audio; `invalidSampleRate` and `invalidChannelCount`
    ///   when its header is absurd.
    package convenience init(path: String) throws(MediaError) {
        try self.init(MediaSource(path: path))
    }

    /// Opens a sound.
    ///
    /// - Throws: As `init(path:)`.
    package convenience init(_ source: MediaSource) throws(MediaError) {
        try self.init(AudioFileReader.open(source), source)
    }

    init(_ opened: Opened, _ source: MediaSource, isLengthKnown: Bool = true) throws(MediaError) {
        self.isLengthKnown = isLengthKnown
        let file = opened.decoder
        let format = opened.format
        try format.checkLimits(path: source.name)
        self.source = source
        self.format = format
        self.file = file
        scratch = SampleScratch(channelCount: format.channelCount)
        let isCounted = opened.frameCount != nil
        frameCount =
            isCounted ? opened.frameCount ?? 0 : try AudioFileReader.countFrames(source, room: scratch)
        seeksByDecoding = !isCounted || !file.seeksExactly
        incompleteness = opened.loss.map { loss in
            .incomplete(
                source.name, frameCount: frameCount,
                expectedFrameCount: loss.expectedFrameCount(format, frameCount))
        }
    }

    /// Frames that the header promises; `frameCount` where it promises no others.
    package var expectedFrameCount: Int {
        guard case .incomplete(_, _, let expected?) = incompleteness else { return frameCount }
        return expected
    }

    /// Makes `frame` the next to be read; the frame after the last one is allowed.
    ///
    /// Exact to the frame for every encoding. Vorbis, MPEG and AAC files are decoded up to it, which takes
    /// time.
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
            return file.seek(toFrame: frame)
        }
        if frame < position {
            guard file.seek(toFrame: 0) else { return false }
            position = 0
        }
        let samples = scratch.samples(Float.self)
        while position < frame {
            let wanted = min(scratch.frameCount, frame - position)
            let got = file.read(samples, frameCount: wanted)
            guard got > 0 else { return false }
            position += got
        }
        return true
    }

    /// Reads into one memory block per channel, from `offset` frames into each.
    ///
    /// - Returns: The frames read: fewer than asked for only at the end, then 0.
    /// - Throws: `decodingFailed` when nothing could be read because the data are damaged, `incomplete` when
    ///   that is so behind the first frame; `closed`.
    package func read(
        into channels: UnsafePointer<UnsafeMutablePointer<Float>>, offset: Int = 0, frameCount: Int
    ) throws(MediaError) -> Int {
        let channelCount = format.channelCount
        if channelCount == 1 {
            return try readInterleaved(into: channels[0] + offset, frameCount: frameCount)
        }
        let interleaved = scratch.samples(Float.self)
        return try readChunks(frameCount, chunk: scratch.frameCount) { done, wanted in
            let got = file.read(interleaved, frameCount: wanted)
            PlanarLayout.deinterleave(
                channels, offset: offset + done, interleaved, channelCount: channelCount,
                frameCount: got)
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
        return try readChunks(frameCount, chunk: Self.chunkFrameCount) { done, wanted in
            file.read(samples + done * channelCount, frameCount: wanted)
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
        return try readChunks(frameCount, chunk: Self.chunkFrameCount) { done, wanted in
            file.read(samples + done * channelCount, frameCount: wanted)
        }
    }

    /// Reads interleaved integers of 16 bits; wider or floating samples are rounded to the nearest and
    /// clipped.
    ///
    /// - Returns: As `read(into:offset:frameCount:)`.
    /// - Throws: As `read(into:offset:frameCount:)`.
    package func readInterleaved(
        into samples: UnsafeMutablePointer<Int16>, frameCount: Int
    ) throws(MediaError) -> Int {
        let channelCount = format.channelCount
        if let bitCount = format.encoding.integerBitCount, bitCount <= 16 {
            return try readChunks(frameCount, chunk: Self.chunkFrameCount) { done, wanted in
                file.read(samples + done * channelCount, frameCount: wanted)
            }
        }
        let doubles = scratch.samples(Double.self)
        return try readChunks(frameCount, chunk: scratch.frameCount) { done, wanted in
            let got = file.read(doubles, frameCount: wanted)
            let target = samples + done * channelCount
            SampleConverter.quantize(target, from: doubles, count: got * channelCount)
            return got
        }
    }

    /// Reads interleaved integers of 32 bits: narrower ones in the upper bits, floating samples rounded and
    /// clipped.
    ///
    /// - Returns: As `read(into:offset:frameCount:)`.
    /// - Throws: As `read(into:offset:frameCount:)`.
    package func readInterleaved(
        into samples: UnsafeMutablePointer<Int32>, frameCount: Int
    ) throws(MediaError) -> Int {
        let channelCount = format.channelCount
        if format.encoding.integerBitCount != nil {
            return try readChunks(frameCount, chunk: Self.chunkFrameCount) { done, wanted in
                file.read(samples + done * channelCount, frameCount: wanted)
            }
        }
        let doubles = scratch.samples(Double.self)
        return try readChunks(frameCount, chunk: scratch.frameCount) { done, wanted in
            let got = file.read(doubles, frameCount: wanted)
            let target = samples + done * channelCount
            SampleConverter.quantize(
                target, from: doubles, bitCount: 32, count: got * channelCount)
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

    /// Calls `body(framesDone, framesWanted)` until everything is read or nothing more comes.
    private func readChunks(
        _ frameCount: Int, chunk: Int, _ body: (Int, Int) -> Int
    ) throws(MediaError) -> Int {
        try checkOpen()
        var done = 0
        while done < frameCount {
            let got = max(0, body(done, min(chunk, frameCount - done)))
            guard got > 0 else { break }
            done += got
        }
        position += done
        if done < frameCount, !isLengthKnown { (self.frameCount, isLengthKnown) = (position, true) }
        if done < frameCount, position < self.frameCount, incompleteness == nil {
            incompleteness = .incomplete(path, frameCount: position, expectedFrameCount: self.frameCount)
        }
        if done == 0, frameCount > 0, let reason = failureReason {
            // Decoders have many words for a file that stops.
            if position > 0, file.bytes.readError == 0, let incompleteness { throw incompleteness }
            throw .decodingFailed(path, reason: reason, frame: position)
        }
        return done
    }

    private var failureReason: String? {
        if file.bytes.readError != 0 { return FileBytes.text(of: file.bytes.readError) }
        return file.errorText
    }

    typealias Opened = (
        decoder: any FileDecoder, format: AudioFileFormat, frameCount: Int?, loss: FileLoss?
    )

    private static func open(_ source: MediaSource) throws(MediaError) -> Opened {
        let bytes = FileBytes(reading: try source.open())
        let path = source.name
        do throws(MediaError) {
            if bytes.isCodedMedia {
                let isCut = bytes.isCutMPEG4
                let file = try CodedFile(bytes, path: path)
                // Where the index knows the length, reading shows what is missing of it.
                return (file, file.format, file.frameCount, isCut && file.frameCount == nil ? .unknown : nil)
            }
            guard !bytes.isCutInWaveHeader else {
                throw MediaError.unsupportedFormat(path, reason: "Its header ends early.")
            }
            let isCut = bytes.mendUntaggedMP3() || bytes.isCutOgg
            let cutSound = bytes.cutSound()
            bytes.mendUnfinishedCAF()
            bytes.mendUnlimitedWave()
            let file = try SoundFile(bytes, mode: .read, info: SF_INFO(), path: path)
            var format = AudioFileFormat(file.info)
            format.speakers = file.speakers(channelCount: format.channelCount)
            let isCounted = file.info.frames < sf_count_t.max
            let known = isCounted ? max(0, Int(file.info.frames)) : nil
            let loss = isCut ? .unknown : cutSound.flatMap { FileLoss($0, format.encoding) }
            return (file, format, known, loss)
        } catch {
            guard bytes.readError != 0 else { throw error }
            throw .openFailed(path, reason: FileBytes.text(of: bytes.readError))
        }
    }

    /// Decodes a whole file for its length.
    private static func countFrames(
        _ source: MediaSource, room: SampleScratch
    ) throws(MediaError) -> Int {
        let file = try open(source).decoder
        var count = 0
        while true {
            let got = file.read(room.samples(Float.self), frameCount: room.frameCount)
            guard got > 0 else { return count }
            count += got
        }
    }
}
