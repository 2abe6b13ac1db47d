import CAVFALSA

/// The samples a card takes, best first: float as it is, then the integers by their precision.
package enum ALSASampleFormat: CaseIterable, Sendable {
    case float32
    case int32
    /// Three bytes for each sample.
    case int24Packed
    /// The low three of four bytes, the sign continued into the fourth.
    case int24
    case int16

    /// ALSA's constant; samples are in the machine's byte order.
    var alsaFormat: snd_pcm_format_t {
        switch self {
        case .float32: SND_PCM_FORMAT_FLOAT_LE
        case .int32: SND_PCM_FORMAT_S32_LE
        case .int24Packed: SND_PCM_FORMAT_S24_3LE
        case .int24: SND_PCM_FORMAT_S24_LE
        case .int16: SND_PCM_FORMAT_S16_LE
        }
    }

    /// ALSA's name.
    package var name: String {
        switch self {
        case .float32: "FLOAT_LE"
        case .int32: "S32_LE"
        case .int24Packed: "S24_3LE"
        case .int24: "S24_LE"
        case .int16: "S16_LE"
        }
    }

    /// Bytes that one sample takes.
    package var byteCount: Int {
        switch self {
        case .float32, .int32, .int24: 4
        case .int24Packed: 3
        case .int16: 2
        }
    }

    /// Interleaves `frameCount` frames of `source` into `destination` as samples of this format.
    ///
    /// Integers are the sample times 2^(bits − 1), rounded to the nearest (ties to even) and clipped to the
    /// range; a NaN becomes 0. Floats pass unchanged.
    package func encode(_ source: PlanarBuffer, frameCount: Int, into destination: UnsafeMutableRawPointer) {
        let stride = source.channelCount * byteCount
        for channel in 0..<source.channelCount {
            encode(source[channel], frameCount, destination + channel * byteCount, stride)
        }
    }

    private func encode(
        _ samples: UnsafeMutablePointer<Float>, _ frameCount: Int, _ first: UnsafeMutableRawPointer,
        _ stride: Int
    ) {
        for frame in 0..<frameCount {
            let place = first + frame * stride
            let sample = samples[frame]
            switch self {
            case .float32: place.storeBytes(of: sample, as: Float.self)
            case .int32: place.storeBytes(of: Self.integer(sample, fullScale: 0x1p31), as: Int32.self)
            case .int24: place.storeBytes(of: Self.integer(sample, fullScale: 0x1p23), as: Int32.self)
            case .int24Packed: Self.storePacked(Self.integer(sample, fullScale: 0x1p23), at: place)
            case .int16:
                let value = Self.integer(sample, fullScale: 0x1p15)
                place.storeBytes(of: Int16(truncatingIfNeeded: value), as: Int16.self)
            }
        }
    }

    // In double precision, where every float times a power of two and every limit is exact.
    private static func integer(_ sample: Float, fullScale: Double) -> Int32 {
        let scaled = (Double(sample) * fullScale).rounded(.toNearestOrEven)
        guard !scaled.isNaN else { return 0 }
        return Int32(min(max(scaled, -fullScale), fullScale - 1))
    }

    private static func storePacked(_ value: Int32, at place: UnsafeMutableRawPointer) {
        place.storeBytes(of: UInt8(truncatingIfNeeded: value), as: UInt8.self)
        place.storeBytes(of: UInt8(truncatingIfNeeded: value >> 8), toByteOffset: 1, as: UInt8.self)
        place.storeBytes(of: UInt8(truncatingIfNeeded: value >> 16), toByteOffset: 2, as: UInt8.self)
    }
}
