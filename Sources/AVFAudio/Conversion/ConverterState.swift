import AVFDSP
import AVFMedia

/// The stream that an `AVAudioConverter` is converting.
final class ConverterState {
    private let source: AVAudioFormat
    private let target: AVAudioFormat
    private let input: PCMFormat
    private let output: PCMFormat
    private var options: ConverterOptions
    private var current: PCMConversion?

    /// Nil if there is no way from the one format to the other.
    init?(from source: AVAudioFormat, to target: AVAudioFormat, _ options: ConverterOptions) {
        guard let input = PCMFormat(source), let output = PCMFormat(target) else { return nil }
        self.source = source
        self.target = target
        self.input = input
        self.output = output
        self.options = options
    }

    /// Takes other options; the stream starts anew.
    func configure(_ options: ConverterOptions) {
        self.options = options
        current = nil
    }

    func restart() {
        current?.restart()
    }

    /// What the conversion takes into account around each place.
    var primeInfo: AVAudioConverterPrimeInfo {
        let reach = conversion.converter.lookaheadFrameCount
        return AVAudioConverterPrimeInfo(
            leadingFrames: AVAudioFrameCount(clamping: pastFrameCount(atLeast: reach)),
            trailingFrames: AVAudioFrameCount(clamping: reach))
    }

    /// A past after which the places of input and output meet again, so that the first output lies at an input.
    private func pastFrameCount(atLeast reach: Int) -> Int {
        let period = RateConversion.period(
            inputRateHz: input.sampleRateHz, outputRateHz: output.sampleRateHz)
        guard let period, reach > 0 else { return reach }
        return (reach + period - 1) / period * period
    }

    /// Converts a whole buffer.
    func convert(_ inputBuffer: AVAudioPCMBuffer, into outputBuffer: AVAudioPCMBuffer) throws {
        try check(outputBuffer)
        let refusal: String? =
            if input.sampleRateHz != output.sampleRateHz {
                "convert(to:from:) does not convert rates: \(source) to \(target). Use the form with an input block."
            } else if inputBuffer.format != source {
                "The converter's input is \(source), but the buffer is \(inputBuffer.format)."
            } else if outputBuffer.frameCapacity < inputBuffer.frameLength {
                "\(inputBuffer.frameLength) frames do not fit into a buffer for \(outputBuffer.frameCapacity)."
            } else {
                nil
            }
        if let refusal { throw AVFAudioError.error(kAudio_ParamError, refusal) }
        let frameCount = Int(inputBuffer.frameLength)
        _ = conversion.converter.convert(
            inputBuffer.block, from: 0, frameCount: frameCount, into: outputBuffer.block, from: 0,
            to: frameCount)
        outputBuffer.frameLength = inputBuffer.frameLength
    }

    /// Fills a buffer from the block's input.
    func fill(
        _ buffer: AVAudioBuffer, from block: AVAudioConverterInputBlock
    ) throws -> AVAudioConverterOutputStatus {
        guard let buffer = buffer as? AVAudioPCMBuffer else {
            throw AVFAudioError.error(
                kAudio_ParamError, "The converter makes \(target), but the buffer is \(buffer.format).")
        }
        buffer.frameLength = 0
        try check(buffer)
        return try conversion.fill(buffer, from: block)
    }

    private func check(_ buffer: AVAudioPCMBuffer) throws {
        guard buffer.format == target else {
            throw AVFAudioError.error(
                kAudio_ParamError, "The converter makes \(target), but the buffer is \(buffer.format).")
        }
        guard let map = options.channelMap, map.count != output.channelCount else { return }
        throw AVFAudioError.error(
            kAudio_ParamError,
            "The channel map has \(map.count) entries, but \(output.channelCount) channels go out.")
    }

    private var conversion: PCMConversion {
        if let current { return current }
        var pcmOptions = options.pcmOptions(from: source, to: target)
        if options.primeMethod == .pre, options.primeInfo == nil {
            let reach = PCMConverter(from: input, to: output, options: pcmOptions).lookaheadFrameCount
            pcmOptions.priming = .past(frameCount: pastFrameCount(atLeast: reach))
        }
        let made = PCMConversion(
            PCMConverter(from: input, to: output, options: pcmOptions), inputFormat: source)
        current = made
        return made
    }
}
