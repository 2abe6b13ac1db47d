/// A random sequence that is the same in every run (Steele, Lea and Flood, "Fast splittable generators",
/// 2014).
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}

/// White noise in -1...1.
func noise(_ frameCount: Int, seed: UInt64) -> [Float] {
    var generator = SplitMix64(seed: seed)
    return (0..<frameCount).map { _ in Float.random(in: -1...1, using: &generator) }
}

/// Ranges of random lengths, 1 to `longest`, that follow each other and cover `0..<frameCount`.
func randomCuts(_ frameCount: Int, longest: Int, seed: UInt64) -> [Range<Int>] {
    var generator = SplitMix64(seed: seed)
    var cuts: [Range<Int>] = []
    var start = 0
    while start < frameCount {
        let end = min(frameCount, start + Int.random(in: 1...longest, using: &generator))
        cuts.append(start..<end)
        start = end
    }
    return cuts
}

extension Array where Element == Float {
    /// The exact bits, for comparisons in which -0.0 and 0.0 differ.
    var bits: [UInt32] { map(\.bitPattern) }
}
