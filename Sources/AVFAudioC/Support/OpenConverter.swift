import AVFDSP
import AVFGraph
import AVFMedia
import CAVFAudio
import Synchronization

/// A conversion that C code runs: one call after the other, whichever threads they come from.
final class OpenConverter: Sendable {
    private let guarded: Mutex<PCMConverter>
    let inputChannelCount: Int
    let outputChannelCount: Int

    /// - Throws: `CallFailure` for formats and qualities that there are not.
    init(_ options: avf_converter_options) throws(CallFailure) {
        let input = try Self.format(options.input)
        let output = try Self.format(options.output)
        let qualities: [ResamplerQuality] = [.draft, .medium, .high, .best]
        guard qualities.indices.contains(Int(options.quality)) else {
            throw .badArgument("There is no quality with the code \(options.quality).")
        }
        let matrix = ChannelMixMatrix(
            inputChannelCount: input.channelCount, outputChannelCount: output.channelCount)
        var wishes = PCMConverter.Options(routing: ChannelRouting(matrix))
        wishes.quality = qualities[Int(options.quality)]
        wishes.phase = options.is_minimum_phase == 0 ? .linear : .minimum
        inputChannelCount = input.channelCount
        outputChannelCount = output.channelCount
        guarded = Mutex(PCMConverter(from: input, to: output, options: wishes))
    }

    func use<Result: Sendable>(_ body: (PCMConverter) -> Result) -> Result {
        guarded.withLock { body($0) }
    }

    private static func format(_ format: avf_format) throws(CallFailure) -> PCMFormat {
        let found = PCMFormat(
            sampleRateHz: format.sample_rate_hz, channelCount: Int(format.channel_count), sample: .float32)
        guard let found else {
            throw CallFailure(
                AVF_ERROR_BAD_FORMAT,
                "\(format.channel_count) channels at \(format.sample_rate_hz) Hz cannot be converted.")
        }
        return found
    }
}
