import AVFDSP
import AVFMedia

/// The stream that an `AVAudioConverter` is converting.
final class ConverterState {
    private enum Kind {
        case pcm(PCMFormat, PCMFormat)
        case decoding(PacketFormat, PCMFormat)
        case encoding(PCMFormat, PacketFormat)
    }

    private let source: AVAudioFormat
    private let target: AVAudioFormat
    private let kind: Kind
    private var options: ConverterOptions
    private var current: (any StreamConversion)?

    /// Nil if there is no way from the one format to the other.
    init?(from source: AVAudioFormat, to target: AVAudioFormat, _ options: ConverterOptions) {
        switch (PCMFormat(source), PCMFormat(target)) {
        case (let input?, let output?):
            kind = .pcm(input, output)
        case (nil, let output?):
            guard let format = PacketFormat(source), format.coding.isDecodable else { return nil }
            kind = .decoding(format, output)
        case (let input?, nil):
            guard let format = PacketFormat(target), format.coding.isEncodable else { return nil }
            kind = .encoding(input, format)
        case (nil, nil):
            return nil
        }
        self.source = source
        self.target = target
        self.options = options
        // Only an encoder itself knows which rates and channels it takes.
        if case .encoding = kind, (try? conversion()) == nil { return nil }
    }

    /// Takes other options; the stream starts anew.
    func configure(_ options: ConverterOptions) {
        self.options = options
        current = nil
    }

    func restart() {
        // What cannot be made anew now says so at the next call.
        do { try current?.restart() } catch { current = nil }
    }

    /// What the conversion takes into account around each place, or what coding puts around the sound.
    var primeInfo: AVAudioConverterPrimeInfo {
        (try? conversion().primeInfo) ?? AVAudioConverterPrimeInfo()
    }

    /// What decoders must know of what is encoded; nil unless something is.
    var magicCookie: Data? {
        try? conversion().magicCookie
    }

    /// What is encoded, as the encoder makes it; nil unless something is.
    var encoding: PacketEncoding? {
        guard case .encoding = kind else { return nil }
        return (try? conversion() as? EncodingConversion)?.encoding
    }

    /// Converts a whole buffer.
    func convert(_ inputBuffer: AVAudioPCMBuffer, into outputBuffer: AVAudioPCMBuffer) throws {
        try check(outputBuffer)
        let refusal: String? =
            if source.sampleRate != target.sampleRate {
                "convert(to:from:) does not convert rates: \(source) to \(target). Use the form with an input block."
            } else if inputBuffer.format != source {
                "The converter's input is \(source), but the buffer is \(inputBuffer.format)."
            } else if outputBuffer.frameCapacity < inputBuffer.frameLength {
                "\(inputBuffer.frameLength) frames do not fit into a buffer for \(outputBuffer.frameCapacity)."
            } else {
                nil
            }
        guard refusal == nil, let conversion = try conversion() as? PCMConversion else {
            throw AVFAudioError.error(kAudio_ParamError, refusal ?? "convert(to:from:) does not decode.")
        }
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
        (buffer as? AVAudioPCMBuffer)?.frameLength = 0
        (buffer as? AVAudioCompressedBuffer)?.storage.removeAll()
        try check(buffer)
        do {
            return try conversion().fill(buffer, from: block)
        } catch let error as PacketError {
            throw AVFAudioError.error(error)
        }
    }

    private func check(_ buffer: AVAudioBuffer) throws {
        guard buffer.format == target else {
            throw AVFAudioError.error(
                kAudio_ParamError, "The converter makes \(target), but the buffer is \(buffer.format).")
        }
        let kind =
            target.streamDescription.pointee.isLinearPCM ? "AVAudioPCMBuffer" : "AVAudioCompressedBuffer"
        guard (buffer is AVAudioPCMBuffer) == target.streamDescription.pointee.isLinearPCM else {
            throw AVFAudioError.error(
                kAudio_ParamError, "The converter needs an \(kind), but the buffer is an \(type(of: buffer))."
            )
        }
        guard let map = options.channelMap, map.count != target.channelCount else { return }
        throw AVFAudioError.error(
            kAudio_ParamError,
            "The channel map has \(map.count) entries, but \(target.channelCount) channels go out.")
    }

    private func conversion() throws(PacketError) -> any StreamConversion {
        if let current { return current }
        let made: any StreamConversion =
            switch kind {
            case .pcm(let input, let output): pcmConversion(input, output)
            case .decoding(let format, let output):
                try DecodingConversion(format, from: source, to: target, output, options)
            case .encoding(let input, let format):
                try EncodingConversion(format, from: source, input, to: target, options)
            }
        current = made
        return made
    }

    private func pcmConversion(_ input: PCMFormat, _ output: PCMFormat) -> PCMConversion {
        var pcmOptions = options.pcmOptions(from: source, to: target)
        let reach = PCMConverter(from: input, to: output, options: pcmOptions).lookaheadFrameCount
        let past = Self.pastFrameCount(atLeast: reach, input, output)
        if options.primeMethod == .pre, options.primeInfo == nil {
            pcmOptions.priming = .past(frameCount: past)
        }
        return PCMConversion(
            PCMConverter(from: input, to: output, options: pcmOptions), inputFormat: source,
            primeInfo: AVAudioConverterPrimeInfo(
                leadingFrames: AVAudioFrameCount(clamping: past),
                trailingFrames: AVAudioFrameCount(clamping: reach)))
    }

    /// A past after which the places of input and output meet again, so that the first output lies at an
    /// input.
    private static func pastFrameCount(atLeast reach: Int, _ input: PCMFormat, _ output: PCMFormat) -> Int {
        let period = RateConversion.period(
            inputRateHz: input.sampleRateHz, outputRateHz: output.sampleRateHz)
        guard let period, reach > 0 else { return reach }
        return (reach + period - 1) / period * period
    }
}
