import Glibc

/// Conversions from seconds, Hz, percent and decibels to SoundFont's units, for formats that use those.
enum Convert {
    /// 1,200 log2 of seconds (SoundFont 2.04, section 8.1.3), −12,000 for less than a millisecond and no
    /// number.
    static func timecents(seconds: Double) -> Int32 {
        guard seconds > 0.000_977 else { return -12_000 }
        return Int32(min(8_000, (1_200 * log2(seconds)).rounded()))
    }

    /// Cents above 8.1758 Hz, the pitch of MIDI key 0 at 440 Hz.
    static func absoluteCents(hertz: Double) -> Int32 {
        guard hertz > 0.001 else { return -16_000 }
        return Int32(min(20_000, (1_200 * log2(hertz / 8.175_798_915_643_707)).rounded()))
    }

    /// Centibels below full scale of a share of it; 1,440 for nothing.
    static func centibels(share: Double) -> Int32 {
        guard share > 6.3e-8 else { return 1_440 }
        return Int32(min(1_440, max(0, (-200 * log10(share)).rounded())))
    }

    /// Decibels of a gain; −144 for nothing.
    static func decibels(gain: Double) -> Float { gain > 6.3e-8 ? Float(20 * log10(gain)) : -144 }

    /// A number as generator amount: rounded, no larger than a file could have it, 0 for no number.
    static func amount(_ value: Double) -> Int32 {
        value.isNaN ? 0 : Int32(max(-32_768, min(32_767, value)).rounded())
    }

    /// A number as MIDI key or velocity.
    static func midi(_ value: Int) -> UInt8 { UInt8(min(127, max(0, value))) }

    /// A whole number of a file as integer: 0 for no number, cut at 2^53.
    static func integer(_ value: Double) -> Int {
        value.isNaN ? 0 : Int(max(-9_007_199_254_740_992, min(9_007_199_254_740_992, value)))
    }

    /// Two bounds as range; exchanged if they are reversed.
    static func range(_ low: Int, _ high: Int) -> ClosedRange<UInt8> {
        midi(min(low, high))...midi(max(low, high))
    }
}
