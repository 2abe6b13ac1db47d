import AVFConsole
import AVFDSP
import AVFMedia

/// A conversion from file to file.
struct ConvertJob {
    private static let chunkFrameCount = 4096

    private let reader: AudioFileReader
    private let output: OutputFile
    private let converter: PCMConverter
    /// Whether dithered integers go to the file, in the upper bits of 32; else doubles.
    private let isInteger: Bool

    /// Opens both files.
    ///
    /// - Throws: `Failure` if one cannot be opened, or the sound cannot be written so.
    init(_ command: ConvertCommand) throws(Failure) {
        let input = try StandardStreams.open(command.input)
        do { reader = try input.reader() } catch { throw Failure(reading: error) }
        guard !OutputFile.areSame(command.input, command.output) else {
            throw Failure(.cannotCreate, "Input and output are the same file, “\(command.output)”.")
        }
        let target: AudioFileFormat
        do {
            target = try Self.format(reader.format, command)
        } catch {
            throw Failure(writing: error)
        }
        let bitCount = command.dither ? target.encoding.integerBitCount : nil
        isInteger = bitCount != nil
        converter = try Self.converter(from: reader.format, to: target, bitCount: bitCount, command)
        output = try OutputFile(
            path: command.output, format: target,
            frameCount: Self.outputFrameCount(
                reader, target, isPiped: command.output == StandardStreams.name),
            tags: reader.tags, encoder: EncoderSettings(bitRate: command.bitRate))
        if command.format == nil { OutputNotes.tellEncoding(reader.format, target, path: command.output) }
    }

    /// The output's format: samples that are not worked on stay as they are where the file can hold them.
    private static func format(
        _ source: AudioFileFormat, _ command: ConvertCommand
    ) throws(MediaError) -> AudioFileFormat {
        let target = try AudioFileFormat(
            path: StandardStreams.formatPath(command.output, container: command.container),
            encoding: command.format.flatMap(AudioEncoding.init(rawValue:)),
            sampleRateHz: command.rate ?? source.sampleRateHz,
            channelCount: command.channels ?? source.channelCount)
        let isUntouched =
            target.sampleRateHz == source.sampleRateHz && target.channelCount == source.channelCount
        guard command.format == nil, isUntouched, target.encoding.isLossless, source.encoding.isLossless
        else { return target }
        let usual: [Int: AudioEncoding] = [8: .int8, 16: .int16, 24: .int24, 32: .int32]
        for encoding in [source.encoding, usual[source.encoding.integerBitCount ?? 0]].compactMap(\.self) {
            var same = target
            same.encoding = encoding
            if same.isWritable { return same }
        }
        return target
    }

    /// The frames of the output, where they are known before.
    private static func outputFrameCount(
        _ reader: AudioFileReader, _ target: AudioFileFormat, isPiped: Bool
    ) -> Int? {
        guard reader.isLengthKnown else { return nil }
        let ratio = target.sampleRateHz / reader.format.sampleRateHz
        // What is told to a pipe cannot be corrected.
        guard ratio == 1 || !isPiped else { return nil }
        return Int((Double(reader.frameCount) * ratio).rounded(.up))
    }

    private static func converter(
        from source: AudioFileFormat, to target: AudioFileFormat, bitCount: Int?, _ command: ConvertCommand
    ) throws(Failure) -> PCMConverter {
        let integers = bitCount.flatMap {
            PCMSampleFormat(.signedInteger, bitCount: $0, byteCount: 4, isAlignedHigh: true)
        }
        guard
            let input = PCMFormat(
                sampleRateHz: source.sampleRateHz, channelCount: source.channelCount, sample: .float64),
            let output = PCMFormat(
                sampleRateHz: target.sampleRateHz, channelCount: target.channelCount,
                sample: integers ?? .float64)
        else { throw Failure(.badData, "\(source) cannot be converted to \(target).") }
        let matrix = ChannelMixMatrix(
            inputChannelCount: input.channelCount, outputChannelCount: output.channelCount)
        var options = PCMConverter.Options(routing: ChannelRouting(matrix))
        options.quality = command.quality.resampler
        options.phase = command.minimumPhase ? .minimum : .linear
        options.isDithered = command.dither
        options.isPatient = true
        return PCMConverter(from: input, to: output, options: options)
    }

    /// Converts the whole file; nothing is left behind when that fails.
    ///
    /// - Throws: `Failure`, after everything else if the input is incomplete.
    func run() throws(Failure) {
        do {
            try convert()
        } catch {
            output.discard()
            throw error
        }
        try output.finish()
        try reader.checkComplete()
    }

    private func convert() throws(Failure) {
        let frameCount = Self.chunkFrameCount
        let source = InterleavedRoom(channelCount: converter.input.channelCount, frameCount: frameCount)
        let target = InterleavedRoom(channelCount: converter.output.channelCount, frameCount: frameCount)
        let (from, into) = (source.block(.float64), target.block(converter.output.sample))
        while true {
            let got = try read(into: source)
            var used = 0
            while true {
                let (taken, made) =
                    got == 0
                    ? (0, converter.finish(into: into, from: 0, to: frameCount))
                    : converter.convert(
                        from, from: used, frameCount: got - used, into: into, from: 0, to: frameCount)
                used += taken
                try write(target, frameCount: made)
                if made == 0, taken == 0 { break }
            }
            if got == 0 { return }
        }
    }

    private func read(into room: InterleavedRoom) throws(Failure) -> Int {
        let samples = room.samples(Double.self)
        let got = try reader.deliver { () throws(MediaError) in
            try reader.readInterleaved(into: samples, frameCount: room.frameCount)
        }
        if isInteger {
            let all = UnsafeBufferPointer(start: samples, count: got * reader.format.channelCount)
            output.clippedBefore += all.count { abs($0) > 1 }
        }
        return got
    }

    private func write(_ room: InterleavedRoom, frameCount: Int) throws(Failure) {
        if isInteger {
            try output.writeInterleaved(room.samples(Int32.self), frameCount: frameCount)
        } else {
            try output.writeInterleaved(room.samples(Double.self), frameCount: frameCount)
        }
    }
}

/// Interleaved samples of any type, of up to eight bytes each.
final class InterleavedRoom {
    let frameCount: Int
    private let channelCount: Int
    private let base: UnsafeMutableRawPointer

    init(channelCount: Int, frameCount: Int) {
        self.channelCount = channelCount
        self.frameCount = frameCount
        base = .allocate(byteCount: channelCount * frameCount * 8, alignment: 64)
    }

    deinit { base.deallocate() }

    func samples<Sample: BitwiseCopyable>(_: Sample.Type) -> UnsafeMutablePointer<Sample> {
        base.assumingMemoryBound(to: Sample.self)
    }

    func block(_ sample: PCMSampleFormat) -> PCMBlock {
        PCMBlock(channels: (0..<channelCount).map { base + $0 * sample.byteCount }, stride: channelCount)
    }
}
