/// How hard and how well an encoder works.
package struct EncoderSettings: Equatable, Sendable {
    /// Quality of lossy encodings (Vorbis, Opus, MPEG), 0 worst … 1 best; nil for the encoder's own choice.
    package var quality: Double?
    /// Bits in each second of lossy encodings that FFmpeg makes (AAC); nil for a usual rate.
    package var bitRate: Int?
    /// Effort of lossless encodings (FLAC), 0 fastest … 1 smallest; nil for the encoder's own choice.
    package var compression: Double?

    /// Settings; values outside 0...1 are clamped, NaN is no choice.
    package init(quality: Double? = nil, compression: Double? = nil, bitRate: Int? = nil) {
        self.bitRate = bitRate
        self.quality = EncoderSettings.clamped(quality)
        self.compression = EncoderSettings.clamped(compression)
    }

    private static func clamped(_ value: Double?) -> Double? {
        guard let value, !value.isNaN else { return nil }
        return max(0, min(1, value))
    }
}
