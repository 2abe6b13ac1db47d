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
        let input = try StandardStreams.input(command.input)
        do { reader = try AudioFileReader(path: input) } catch { throw Failure(reading: error) }
        guard !OutputFile.areSame(command.input, command.output) else {
            throw Failure(.cannotCreate, "Input and output are the same file, “\(command.output)”.")
        }
        let target: AudioFileFormat
        do {
            target = try AudioFileFormat(
                path: StandardStreams.formatPath(command.output, container: command.container),
                encoding: command.format.flatMap(AudioEncoding.init(rawValue:)),
                sampleRateHz: command.rate ?? reader.format.sampleRateHz,
                channelCount: command.channels ?? reader.format.channelCount)
        } catch {
            throw Failure(writing: error)
        }
        let bitCount = command.dither ? target.encoding.integerBitCount : nil
        isInteger = bitCount != nil
        converter = try Self.converter(from: reader.format, to: target, bitCount: bitCount, command)
        output = try OutputFile(
            path: command.output, format: target, encoder: EncoderSettings(bitRate: command.bitRate))
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
        return PCMConverter(from: input, to: output, options: options)
    }

    /// Converts the whole file; nothing is left behind when that fails.
    ///
    /// - Throws: `Failure`.
    func run() throws(Failure) {
        do {
            try convert()
        } catch {
            output.discard()
            throw error
        }
        try output.finish()
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
        do {
            return try reader.readInterleaved(into: room.samples(Double.self), frameCount: room.frameCount)
        } catch {
            throw Failure(reading: error)
        }
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
