import CAVFDSP

/// Number formats of samples that libsndfile would scale or round differently.
///
/// An integer of b bits stands for i / 2^(b−1). To integers: nearest, ties to even, clipped; NaN becomes 0.
/// No dither.
enum SampleConverter {
    /// Floating-point samples to integers of `bitCount` bits in the upper bits of 32.
    static func quantize<Sample: BinaryFloatingPoint>(
        _ target: UnsafeMutablePointer<Int32>, from source: UnsafePointer<Sample>, bitCount: Int, count: Int
    ) {
        let scale = Double(sign: .plus, exponent: bitCount - 1, significand: 1)
        let shift = Int32(32 - bitCount)
        for index in 0..<count {
            let value = (Double(source[index]) * scale).rounded(.toNearestOrEven)
            target[index] = value.isNaN ? 0 : Int32(max(-scale, min(scale - 1, value))) << shift
        }
    }

    /// Integers of 32 bits to the nearest with only the upper `bitCount` bits in use.
    static func requantize(
        _ target: UnsafeMutablePointer<Int32>, from source: UnsafePointer<Int32>, bitCount: Int, count: Int
    ) {
        let unit = Int64(1) << (32 - bitCount)
        let highest = Int64(Int32.max) / unit * unit
        for index in 0..<count {
            let value = Int64(source[index])
            let isOdd = value & unit != 0
            let rounded = (value + unit / 2 - (isOdd || unit == 1 ? 0 : 1)) & -unit
            target[index] = Int32(truncatingIfNeeded: min(rounded, highest))
        }
    }

    /// Integers of 32 bits to doubles.
    static func scale(_ target: UnsafeMutablePointer<Double>, from source: UnsafePointer<Int32>, count: Int) {
        for index in 0..<count { target[index] = Double(source[index]) * 0x1p-31 }
    }

    /// Integers of 16 bits to the same values in 32.
    static func widen(_ target: UnsafeMutablePointer<Int32>, from source: UnsafePointer<Int16>, count: Int) {
        for index in 0..<count { target[index] = Int32(source[index]) << 16 }
    }

    /// Doubles to integers of 16 bits.
    static func quantize(
        _ target: UnsafeMutablePointer<Int16>, from source: UnsafePointer<Double>, count: Int
    ) {
        for index in 0..<count {
            let value = (source[index] * 0x1p15).rounded(.toNearestOrEven)
            target[index] = value.isNaN ? 0 : Int16(max(-0x1p15, min(0x1p15 - 1, value)))
        }
    }

    /// Floats a lossy encoder can take: what is not finite becomes silence.
    static func makeFinite<Sample: BinaryFloatingPoint>(
        _ target: UnsafeMutablePointer<Float>, from source: UnsafePointer<Sample>, count: Int
    ) {
        for index in 0..<count {
            let value = Float(source[index])
            target[index] = value.isFinite ? value : 0
        }
    }
}
