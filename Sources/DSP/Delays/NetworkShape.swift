import CAVFDSP

/// How long the lines of a feedback delay network are.
@frozen
public struct NetworkShape {
    /// The shortest and the longest line.
    package var shortestSeconds: Double
    package var longestSeconds: Double
    /// Which of the many networks with such lines it is.
    package var seed: UInt32

    /// A shape; the two ends may be given in any order.
    @_noLocks
    package init(_ oneSeconds: Double, _ otherSeconds: Double, seed: UInt32) {
        shortestSeconds = min(oneSeconds, otherSeconds)
        longestSeconds = max(oneSeconds, otherSeconds)
        self.seed = seed
    }

    /// Whether two shapes are the same.
    @_noLocks
    package func isSame(_ other: NetworkShape) -> Bool {
        shortestSeconds == other.shortestSeconds && longestSeconds == other.longestSeconds
            && seed == other.seed
    }
}

/// Numbers that follow from a seed, for choices that must be the same in every run.
///
/// Knuth and Lewis's generator, as in "Numerical Recipes", of which the upper bits are taken.
struct SeededNumbers {
    private var state: UInt32

    @_noLocks
    init(seed: UInt32) { state = seed &* 2_654_435_769 &+ 12_345 }

    /// The next number in 0..<1.
    @_noLocks
    mutating func next() -> Double {
        state = state &* 1_664_525 &+ 1_013_904_223
        return Double(state >> 8) / 0x1p24
    }
}

/// Prime numbers, which delays are chosen from so that their echoes never meet.
enum Primes {
    /// The smallest odd prime that is not smaller.
    @_noLocks
    static func next(from number: Int) -> Int {
        var candidate = max(3, number | 1)
        while !isOddPrime(candidate) { candidate += 2 }
        return candidate
    }

    @_noLocks
    private static func isOddPrime(_ number: Int) -> Bool {
        var divisor = 3
        while divisor * divisor <= number {
            if number % divisor == 0 { return false }
            divisor += 2
        }
        return true
    }
}
