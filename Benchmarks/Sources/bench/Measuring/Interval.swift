import Foundation

/// A median, and where it would lie if all of this were done again.
///
/// The bounds are two of the sorted values, as far inside as 95 % of confidence allow: whatever the
/// distribution, the true median lies between the k-th least and the k-th greatest of n values unless fewer
/// than k of them lie on one side of it, whose probability is a binomial one. Seven rounds give the least and
/// the greatest (98.4 %).
struct Interval: Codable {
    let median: Double
    let low: Double
    let high: Double

    init(_ values: [Double]) {
        let sorted = values.sorted()
        let inset = Self.inset(sorted.count)
        median = Stopwatch.median(sorted)
        low = sorted.isEmpty ? 0 : sorted[inset]
        high = sorted.isEmpty ? 0 : sorted[sorted.count - 1 - inset]
    }

    /// The ratio of two that took turns, each round for itself: noise that lasts longer than a round cancels.
    init(ratios numerators: [Double], _ denominators: [Double]) {
        self.init(zip(numerators, denominators).map { $0 / max($1, 1e-12) })
    }

    /// How many values can be left out at each end.
    private static func inset(_ count: Int) -> Int {
        var (inset, ways, tail) = (0, 1.0, pow(0.5, Double(count)))
        while true {
            ways *= Double(count - inset) / Double(inset + 1)
            tail += ways * pow(0.5, Double(count))
            if 2 * tail > 0.05 || inset + 1 >= count / 2 { return inset }
            inset += 1
        }
    }
}
