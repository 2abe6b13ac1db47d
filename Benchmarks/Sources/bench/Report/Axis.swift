import Foundation

/// Numbers along a line of a picture.
struct Axis {
    let low: Double
    let high: Double
    let isLogarithmic: Bool
    /// Where the line begins and ends in the picture.
    let start: Double
    let end: Double

    /// An axis with some room around these numbers.
    init(_ values: [Double], isLogarithmic: Bool, start: Double, end: Double) {
        let found = values.filter { $0.isFinite && (!isLogarithmic || $0 > 0) }
        let (least, most) = (found.min() ?? 1, found.max() ?? 10)
        if isLogarithmic {
            // A bar for the least number is to be seen too.
            (low, high) = (least / 4, max(most * 1.3, least * 10))
        } else {
            let room = max(most - least, 1) * 0.08
            (low, high) = (least - room, most + room)
        }
        (self.isLogarithmic, self.start, self.end) = (isLogarithmic, start, end)
    }

    /// Where a number lies.
    func place(_ value: Double) -> Double {
        let share =
            isLogarithmic
            ? log10(max(value, low) / low) / log10(high / low) : (value - low) / (high - low)
        return start + min(max(share, 0), 1) * (end - start)
    }

    /// Round numbers with lines of their own.
    var ticks: [Double] {
        if isLogarithmic {
            let powers = Int(log10(low).rounded(.down))...Int(log10(high).rounded(.up))
            let steps: [Double] = high / low < 200 ? [1, 2, 5] : [1]
            return powers.flatMap { power in steps.map { $0 * pow(10, Double(power)) } }
                .filter { low <= $0 && $0 <= high }
        }
        let raw = (high - low) / 6
        let power = pow(10, log10(raw).rounded(.down))
        let step = [1, 2, 5, 10].map { $0 * power }.first { $0 >= raw } ?? raw
        return stride(from: (low / step).rounded(.up) * step, through: high, by: step).map { $0 }
    }

    /// A number beside a tick.
    static func label(_ value: Double) -> String {
        let size = abs(value)
        if size < 1e-9 { return "0" }
        if size >= 1e6 { return String(format: "%gM", value / 1e6) }
        if size >= 1e4 { return String(format: "%gk", value / 1e3) }
        return String(format: "%g", value)
    }
}
