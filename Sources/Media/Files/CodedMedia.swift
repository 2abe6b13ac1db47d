import CAVFShimsFFmpeg

/// AAC and what else FFmpeg decodes and encodes.
package enum CodedMedia {
    /// Why FFmpeg cannot be used; nil when it can.
    package static var refusal: String? {
        avf_media_unavailable().map { String(cString: $0) }
    }

    /// Transparent to most ears: 96 kbit/s for each channel, less for low rates; 32 to 160 by quality.
    static func usualAACBitRate(sampleRateHz: Double, channelCount: Int, quality: Double? = nil) -> Int {
        let wanted = quality.map { 32_000 + 128_000 * $0 } ?? 96_000
        return Int(min(wanted, 3 * sampleRateHz)) * channelCount
    }
}
