import CAVFALSA
import CAVFDSP

/// The samples a card gives or takes.
package struct ALSASampleFormat: Equatable, Sendable {
    /// ALSA's constant.
    let alsaFormat: snd_pcm_format_t
    /// ALSA's name.
    package let name: String
    private let kind: Int
    private let bitCount: UInt8
    /// Bytes that one sample takes.
    package let byteCount: Int
    private let isBigEndian: Bool

    private init(
        _ alsaFormat: snd_pcm_format_t, _ name: String, _ kind: Int, bits: UInt8, bytes: Int,
        isBigEndian: Bool = false
    ) {
        self.alsaFormat = alsaFormat
        self.name = name
        self.kind = kind
        bitCount = bits
        byteCount = bytes
        self.isBigEndian = isBigEndian
    }

    private static let signed = Int(AVF_DSP_PCM_SIGNED)
    private static let unsigned = Int(AVF_DSP_PCM_UNSIGNED)
    private static let float = Int(AVF_DSP_PCM_FLOAT)

    package static let float32 = Self(SND_PCM_FORMAT_FLOAT_LE, "FLOAT_LE", float, bits: 32, bytes: 4)
    package static let int32 = Self(SND_PCM_FORMAT_S32_LE, "S32_LE", signed, bits: 32, bytes: 4)
    /// Three bytes for each sample.
    package static let int24Packed = Self(SND_PCM_FORMAT_S24_3LE, "S24_3LE", signed, bits: 24, bytes: 3)
    /// The low three of four bytes, the sign continued into the fourth.
    package static let int24 = Self(SND_PCM_FORMAT_S24_LE, "S24_LE", signed, bits: 24, bytes: 4)
    package static let int16 = Self(SND_PCM_FORMAT_S16_LE, "S16_LE", signed, bits: 16, bytes: 2)

    /// Best first: float as it is, then the integers by their precision; what no card of today has, last.
    package static let allCases: [Self] = [
        float32, int32, int24Packed, int24,
        Self(SND_PCM_FORMAT_FLOAT64_LE, "FLOAT64_LE", float, bits: 64, bytes: 8),
        Self(SND_PCM_FORMAT_S20_3LE, "S20_3LE", signed, bits: 20, bytes: 3),
        Self(SND_PCM_FORMAT_S18_3LE, "S18_3LE", signed, bits: 18, bytes: 3),
        int16,
        Self(SND_PCM_FORMAT_FLOAT_BE, "FLOAT_BE", float, bits: 32, bytes: 4, isBigEndian: true),
        Self(SND_PCM_FORMAT_FLOAT64_BE, "FLOAT64_BE", float, bits: 64, bytes: 8, isBigEndian: true),
        Self(SND_PCM_FORMAT_S32_BE, "S32_BE", signed, bits: 32, bytes: 4, isBigEndian: true),
        Self(SND_PCM_FORMAT_S24_3BE, "S24_3BE", signed, bits: 24, bytes: 3, isBigEndian: true),
        Self(SND_PCM_FORMAT_S24_BE, "S24_BE", signed, bits: 24, bytes: 4, isBigEndian: true),
        Self(SND_PCM_FORMAT_S20_3BE, "S20_3BE", signed, bits: 20, bytes: 3, isBigEndian: true),
        Self(SND_PCM_FORMAT_S18_3BE, "S18_3BE", signed, bits: 18, bytes: 3, isBigEndian: true),
        Self(SND_PCM_FORMAT_S16_BE, "S16_BE", signed, bits: 16, bytes: 2, isBigEndian: true),
        Self(SND_PCM_FORMAT_U32_LE, "U32_LE", unsigned, bits: 32, bytes: 4),
        Self(SND_PCM_FORMAT_U32_BE, "U32_BE", unsigned, bits: 32, bytes: 4, isBigEndian: true),
        Self(SND_PCM_FORMAT_U24_3LE, "U24_3LE", unsigned, bits: 24, bytes: 3),
        Self(SND_PCM_FORMAT_U24_3BE, "U24_3BE", unsigned, bits: 24, bytes: 3, isBigEndian: true),
        Self(SND_PCM_FORMAT_U24_LE, "U24_LE", unsigned, bits: 24, bytes: 4),
        Self(SND_PCM_FORMAT_U24_BE, "U24_BE", unsigned, bits: 24, bytes: 4, isBigEndian: true),
        Self(SND_PCM_FORMAT_U16_LE, "U16_LE", unsigned, bits: 16, bytes: 2),
        Self(SND_PCM_FORMAT_U16_BE, "U16_BE", unsigned, bits: 16, bytes: 2, isBigEndian: true),
        Self(SND_PCM_FORMAT_S8, "S8", signed, bits: 8, bytes: 1),
        Self(SND_PCM_FORMAT_U8, "U8", unsigned, bits: 8, bytes: 1),
    ]

    private var form: avf_dsp_pcm {
        avf_dsp_pcm(
            kind: UInt8(kind), bits: bitCount, bytes: UInt8(byteCount), isBigEndian: isBigEndian ? 1 : 0,
            isAlignedHigh: 0)
    }
}

// Into and out of memory that the card shares. All conversions go through double, in which every integer and
// every float is exact, some samples at a time on the stack.
extension ALSASampleFormat {
    private static let pieceFrameCount = 128

    /// Interleaves `frameCount` frames of `source` into `destination` as samples of this format.
    ///
    /// Integers are the sample times 2^(bits − 1), rounded to the nearest (ties to even) and clipped to the
    /// range; a NaN becomes 0. Floats pass unchanged.
    package func encode(_ source: PlanarBuffer, frameCount: Int, into destination: UnsafeMutableRawPointer) {
        for channel in 0..<source.channelCount {
            encode(
                source[channel], frameCount: frameCount, into: destination + channel * byteCount,
                stride: source.channelCount)
        }
    }

    /// Writes samples to every `stride`-th place of `destination`.
    func encode(
        _ samples: UnsafePointer<Float>, frameCount: Int, into destination: UnsafeMutableRawPointer,
        stride: Int
    ) {
        var form = form
        withUnsafeTemporaryAllocation(of: Double.self, capacity: Self.pieceFrameCount) { piece in
            guard let values = piece.baseAddress else { return }
            for first in Swift.stride(from: 0, to: frameCount, by: Self.pieceFrameCount) {
                let count = min(Self.pieceFrameCount, frameCount - first)
                avf_dsp_float_to_double(values, samples + first, count)
                avf_dsp_pcm_store(
                    destination + first * stride * byteCount, values, &form, stride, count, nil)
            }
        }
    }

    /// Takes `frameCount` interleaved frames apart: an integer of b bits becomes i / 2^(b − 1), rounded to
    /// the nearest float.
    package func decode(_ source: UnsafeRawPointer, frameCount: Int, into destination: PlanarBuffer) {
        for channel in 0..<destination.channelCount {
            decode(
                source + channel * byteCount, stride: destination.channelCount, frameCount: frameCount,
                into: destination[channel])
        }
    }

    /// Reads samples from every `stride`-th place of `source`.
    func decode(
        _ source: UnsafeRawPointer, stride: Int, frameCount: Int, into samples: UnsafeMutablePointer<Float>
    ) {
        var form = form
        withUnsafeTemporaryAllocation(of: Double.self, capacity: Self.pieceFrameCount) { piece in
            guard let values = piece.baseAddress else { return }
            for first in Swift.stride(from: 0, to: frameCount, by: Self.pieceFrameCount) {
                let count = min(Self.pieceFrameCount, frameCount - first)
                avf_dsp_pcm_load(values, source + first * stride * byteCount, &form, stride, count)
                avf_dsp_double_to_float(samples + first, values, count)
            }
        }
    }
}
