import AVFDSP
import AVFMedia
import CAVFAudio
import Synchronization

/// An encoder that C code runs: one call after the other, whichever threads they come from.
final class OpenEncoder: @unchecked Sendable {
    // Sendable: what changes is used under the lock only.
    private let lock = Mutex<Void>(())
    private let encoding: PacketEncoding
    let channelCount: Int

    /// - Throws: `CallFailure` for streams without an encoder.
    init(_ format: avf_packet_format) throws(CallFailure) {
        let (wanted, samples) = try format.checked()
        channelCount = samples.channelCount
        do {
            encoding = try PacketEncoding(wanted) { encoded, _ in .plain(from: samples, to: encoded) }
        } catch {
            throw CallFailure(error, isEncodable: wanted.coding.isEncodable)
        }
    }

    func use<Result: Sendable>(_ body: (PacketEncoding) throws(PacketError) -> Result) throws(CallFailure)
        -> Result
    {
        do { return try lock.withLock { _ throws(PacketError) in try body(encoding) } } catch {
            throw CallFailure(error)
        }
    }
}

/// A decoder that C code runs: one call after the other, whichever threads they come from.
final class OpenDecoder: @unchecked Sendable {
    // Sendable: what changes is used under the lock only.
    private let lock = Mutex<Void>(())
    private let decoding: PacketDecoding
    let channelCount: Int

    /// - Throws: `CallFailure` for streams without a decoder.
    init(_ format: avf_packet_format, cookie: [UInt8]?) throws(CallFailure) {
        var (wanted, samples) = try format.checked()
        wanted.cookie = cookie
        channelCount = samples.channelCount
        let target = samples
        do {
            decoding = try PacketDecoding(wanted) { decoded, _ in .plain(from: decoded, to: target) }
        } catch {
            throw CallFailure(error, isEncodable: wanted.coding.isDecodable)
        }
    }

    func use<Result: Sendable>(_ body: (PacketDecoding) throws(PacketError) -> Result) throws(CallFailure)
        -> Result
    {
        do { return try lock.withLock { _ throws(PacketError) in try body(decoding) } } catch {
            throw CallFailure(error)
        }
    }
}

extension PCMConverter {
    /// Channels as `avf_converter` treats them, at the best quality.
    fileprivate static func plain(from input: PCMFormat, to output: PCMFormat) -> PCMConverter {
        let matrix = ChannelMixMatrix(
            inputChannelCount: input.channelCount, outputChannelCount: output.channelCount)
        var options = Options(routing: ChannelRouting(matrix))
        options.quality = .best
        return PCMConverter(from: input, to: output, options: options)
    }
}

extension avf_packet_format {
    /// The stream, and the samples at C's side.
    fileprivate func checked() throws(CallFailure) -> (PacketFormat, PCMFormat) {
        let codings = PacketCoding.allCases
        guard codings.indices.contains(Int(coding) - 1) else {
            throw .badArgument("There is no coding with the code \(coding).")
        }
        let count = Int(format.channel_count)
        guard 1...8 ~= count, [0, 16, 24].contains(bit_count), frames_per_packet <= 65_535,
            let samples = PCMFormat(
                sampleRateHz: format.sample_rate_hz, channelCount: count, sample: .float32)
        else {
            throw CallFailure(
                AVF_ERROR_BAD_FORMAT,
                "\(count) channels at \(format.sample_rate_hz) Hz with \(bit_count) bits cannot be coded.")
        }
        var stream = PacketFormat(
            codings[Int(coding) - 1], sampleRateHz: format.sample_rate_hz, channelCount: count)
        stream.bitCount = stream.coding.isLossless ? max(16, Int(bit_count)) : 0
        stream.framesPerPacket = Int(frames_per_packet)
        stream.bitRate = bit_rate == 0 ? nil : Int(bit_rate)
        return (stream, samples)
    }
}

extension CallFailure {
    /// Why a codec could not be made: it does not exist, or not for this format.
    fileprivate init(_ error: PacketError, isEncodable: Bool) {
        self.init(isEncodable ? AVF_ERROR_BAD_FORMAT : AVF_ERROR_NOT_SUPPORTED, error.description)
    }

    fileprivate init(_ error: PacketError) {
        switch error {
        case .damagedPacket, .changedStream: self.init(AVF_ERROR_FILE_DAMAGED, error.description)
        case .unavailable, .encoderFailed: self.init(AVF_ERROR_OTHER, error.description)
        }
    }
}
