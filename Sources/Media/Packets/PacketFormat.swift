import CAVFShimsFFmpeg

/// A stream of packets: its coding, and what an encoder shall do.
package struct PacketFormat: Equatable, Sendable {
    /// How freely the size of packets may vary.
    package enum RateVariation: Int, Sendable {
        /// All of one size.
        case constant
        /// The rate is kept in the long run.
        case longTermAverage
        /// Within limits.
        case constrained
        /// As the sound asks.
        case free
    }

    /// How the packets are coded.
    package var coding: PacketCoding
    /// Frames in each second.
    package var sampleRateHz: Double
    /// Samples in each frame.
    package var channelCount: Int
    /// Bits of the material of lossless codings, else 0.
    package var bitCount = 0
    /// Frames in each packet; 0 if unknown.
    package var framesPerPacket = 0
    /// What decoders must know, in the form that Apple's systems have for it; nil for the default.
    package var cookie: [UInt8]?
    /// Wanted bits in each second; nil for the default.
    package var bitRate: Int?
    /// How the rate may vary; nil for the coding's usual.
    package var variation: RateVariation?
    /// Quality of rates that vary freely, 0 worst … 1 best.
    package var quality = 0.5

    /// A stream.
    package init(_ coding: PacketCoding, sampleRateHz: Double, channelCount: Int) {
        self.coding = coding
        self.sampleRateHz = sampleRateHz
        self.channelCount = channelCount
    }

    /// The same in FFmpeg's words, without the header.
    var described: avf_packet_format {
        var format = avf_packet_format()
        format.sampleRateHz = Int32(clamping: Int(sampleRateHz))
        format.channelCount = Int32(clamping: channelCount)
        format.bitCount = Int32(clamping: bitCount)
        format.framesPerPacket = Int32(clamping: framesPerPacket)
        let usual = coding.usualBitRate(sampleRateHz: sampleRateHz, channelCount: channelCount)
        format.bitRate = Int64(bitRate ?? usual ?? 0)
        format.rateVariation = Int32(variation?.rawValue ?? -1)
        format.quality = Int32(9 * (1 - max(0, min(1, quality))))
        return format
    }
}

/// Why packets could not be made or understood.
package enum PacketError: Error, Equatable, Sendable, CustomStringConvertible {
    /// There is no decoder or encoder for it; FFmpeg says why.
    case unavailable(PacketCoding, reason: String)
    /// A packet of so many bytes cannot be decoded.
    case damagedPacket(PacketCoding, byteCount: Int)
    /// The stream changed its rate or channels, or has such as cannot be converted.
    case changedStream(PacketCoding, sampleRateHz: Int, channelCount: Int)
    /// The encoder gave up.
    case encoderFailed(PacketCoding)

    /// One sentence with the cause.
    package var description: String {
        switch self {
        case .unavailable(let coding, let reason):
            "\(coding) cannot be converted: \(reason)."
        case .damagedPacket(let coding, let byteCount):
            "A packet of \(byteCount) bytes is not \(coding), or is damaged."
        case .changedStream(let coding, let sampleRateHz, let channelCount):
            "The stream of \(coding) turned out to have \(channelCount) channels at \(sampleRateHz) Hz."
        case .encoderFailed(let coding):
            "The encoder of \(coding) failed."
        }
    }
}
