import CAVFShimsFFmpeg

/// A coding whose packets FFmpeg decodes, and maybe encodes.
package enum PacketCoding: CaseIterable, Sendable {
    /// MPEG-4 AAC, low complexity.
    case aac
    /// MPEG-4 AAC with spectral band replication, with or without parametric stereo.
    case aacHighEfficiency
    /// Apple Lossless.
    case alac
    /// Free Lossless Audio Codec.
    case flac
    /// IETF Opus.
    case opus
    /// MPEG audio layer I.
    case mpegLayer1
    /// MPEG audio layer II.
    case mpegLayer2
    /// MPEG audio layer III.
    case mpegLayer3
    /// ITU-T G.711 µ-law.
    case ulaw
    /// ITU-T G.711 A-law.
    case alaw
    /// Apple's form of IMA ADPCM.
    case ima4
    /// Dolby Digital.
    case ac3
    /// Dolby Digital Plus.
    case enhancedAC3

    /// Whether the samples that are decoded are those that were encoded.
    package var isLossless: Bool { facts.isLossless }

    /// Whether FFmpeg is there and decodes this.
    package var isDecodable: Bool { avf_packet_codec_exists(decoderName, 0) != 0 }

    /// Whether FFmpeg is there and encodes this.
    package var isEncodable: Bool { encoderName.map { avf_packet_codec_exists($0, 1) != 0 } ?? false }

    /// The sample rates that the encoder takes, rising; nil if it takes all.
    package var encoderSampleRatesHz: [Int]? {
        guard let name = encoderName, let rates = avf_packet_encoder_rates(name) else { return nil }
        var known: [Int] = []
        while rates[known.count] != 0 { known.append(Int(rates[known.count])) }
        return known.sorted()
    }

    /// Bits in each second that make a channel at a rate sound right, or nil where there is no choice.
    package func usualBitRate(sampleRateHz: Double, channelCount: Int) -> Int? {
        switch self {
        case .aac: CodedMedia.usualAACBitRate(sampleRateHz: sampleRateHz, channelCount: channelCount)
        case .opus: 64_000 * channelCount
        case .mpegLayer3: sampleRateHz >= 32_000 ? 192_000 : 64_000
        case .mpegLayer2: sampleRateHz >= 32_000 ? 96_000 * channelCount + 64_000 : 96_000
        case .ac3, .enhancedAC3: channelCount > 2 ? 448_000 : 96_000 * channelCount
        default: nil
        }
    }

    var decoderName: String { facts.decoder }

    var encoderName: String? { facts.encoder }

    /// The coding behind Core Audio's number (`kAudioFormat…`); nil if it is not known here.
    package init?(formatID: UInt32) {
        let coding = PacketCoding.allCases.first { coding in
            coding.facts.formatIDs.contains { fourCharacters($0) == formatID }
        }
        guard let coding else { return nil }
        self = coding
    }
}
