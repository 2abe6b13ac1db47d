import CoreMedia
import Testing

/// What holds for all times, with random ones.
@Suite struct CMTimePropertyTests {
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }

        mutating func number(bits: ClosedRange<Int> = 1...62) -> CMTime {
            let size = Int64.random(in: 0..<(1 << Int64(Int.random(in: bits, using: &self))), using: &self)
            let scale = Int32.random(in: 1...(.max >> Int32.random(in: 0...30, using: &self)), using: &self)
            return time(Bool.random(using: &self) ? size : -size, scale)
        }
    }

    /// `time − other` in units of `1 / (time.timescale · other.timescale)` seconds.
    private func distance(_ time: CMTime, _ other: CMTime) -> Int128 {
        Int128(time.value) * Int128(other.timescale) - Int128(other.value) * Int128(time.timescale)
    }

    @Test func `a converted time is less than a unit off, to the side that the method says`() {
        var numbers = Numbers(state: 1)
        for _ in 0..<5000 {
            let original = numbers.number(bits: 1...30)
            let scale = Int32.random(in: 1...1_000_000, using: &numbers)
            func error(_ method: CMTimeRoundingMethod) -> Int128 {
                let result = original.convertScale(scale, method: method)
                let error = distance(result, original)
                #expect(result.hasBeenRounded == (error != 0))
                return error
            }
            let unit = Int128(original.timescale)
            #expect(2 * error(.roundHalfAwayFromZero).magnitude <= unit.magnitude)
            #expect((0..<unit).contains(error(.roundTowardPositiveInfinity)))
            #expect((0..<unit).contains(-error(.roundTowardNegativeInfinity)))
            let sign: Int128 = original.value < 0 ? -1 : 1
            #expect((0..<unit).contains(sign * error(.roundAwayFromZero)))
            #expect((0..<unit).contains(-sign * error(.roundTowardZero)))
        }
    }

    @Test func `sums that are not rounded are exact, and differences undo them`() {
        var numbers = Numbers(state: 2)
        var exact = 0
        for _ in 0..<5000 {
            let (first, second) = (numbers.number(), numbers.number())
            let sum = first + second
            #expect(sum == second + first)
            guard sum.isNumeric, !sum.hasBeenRounded else { continue }
            exact += 1
            let back = sum - second
            if !back.hasBeenRounded { #expect(back == first) }
        }
        #expect(exact > 1000)
    }

    @Test func `the order of times is that of their seconds wherever seconds tell them apart`() {
        var numbers = Numbers(state: 3)
        for _ in 0..<5000 {
            let (first, second) = (numbers.number(), numbers.number())
            let difference = first.seconds - second.seconds
            guard difference.magnitude > 1e-12 * max(first.seconds.magnitude, second.seconds.magnitude) else {
                continue
            }
            #expect((CMTimeCompare(first, second) < 0) == (difference < 0))
        }
    }

    @Test func `a product with a floating-point number is within half a unit of theirs`() {
        var numbers = Numbers(state: 4)
        for _ in 0..<5000 {
            let original = numbers.number(bits: 1...40)
            let factor = Double.random(in: -8...8, using: &numbers)
            let product = CMTimeMultiplyByFloat64(original, multiplier: factor)
            let expected = original.seconds * factor
            let tolerance = 0.5 / Double(product.timescale) + expected.magnitude * 1e-15
            #expect((product.seconds - expected).magnitude <= tolerance)
            #expect(product.timescale >= 65_536)
        }
    }
}
