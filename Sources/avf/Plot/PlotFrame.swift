/// One coordinate system of a plot: a box, its axes, and how values become places in it.
struct PlotFrame {
    /// Left, top, width and height of the box.
    let box: (x: Double, y: Double, width: Double, height: Double)
    let title: String
    let horizontal: PlotAxis
    let vertical: PlotAxis

    /// The place of a point, kept inside of the box.
    func place(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        (box.x + box.width * horizontal.fraction(of: x), box.y + box.height * (1 - vertical.fraction(of: y)))
    }

    /// Grid, ticks and words.
    var svg: String {
        let right = box.x + box.width
        let bottom = box.y + box.height
        let columns = horizontal.ticks.map { tick in
            let x = place(tick.value, 0).x
            return line("M\(x.digits(1)) \(box.y.digits(1))V\(bottom.digits(1))")
                + text(tick.label, x: x, y: bottom + 16, style: "text-anchor=\"middle\"")
        }
        let rows = vertical.ticks.map { tick in
            let y = place(0, tick.value).y
            return line("M\(box.x.digits(1)) \(y.digits(1))H\(right.digits(1))")
                + text(tick.label, x: box.x - 8, y: y + 4, style: "text-anchor=\"end\"")
        }
        return columns.joined() + rows.joined()
            + text(title, x: box.x, y: box.y - 10, style: "class=\"title\"")
            + text(horizontal.name, x: right, y: bottom + 32, style: "text-anchor=\"end\"")
            + text(vertical.name, x: box.x - 50, y: box.y - 10)
    }

    private func line(_ path: String) -> String { "<path class=\"grid\" d=\"\(path)\"/>\n" }

    private func text(_ words: String, x: Double, y: Double, style: String = "") -> String {
        "<text x=\"\(x.digits(1))\" y=\"\(y.digits(1))\" \(style)>\(words)</text>\n"
    }
}

/// One axis: its range and where it is labelled.
struct PlotAxis {
    let name: String
    let range: ClosedRange<Double>
    let isLogarithmic: Bool
    let ticks: [(value: Double, label: String)]

    /// Where a value lies between the axis's ends, 0…1.
    func fraction(of value: Double) -> Double {
        let value = min(max(value, range.lowerBound), range.upperBound)
        if isLogarithmic {
            return (value / range.lowerBound).decibels / (range.upperBound / range.lowerBound).decibels
        }
        return (value - range.lowerBound) / (range.upperBound - range.lowerBound)
    }

    /// Seconds from the start, with about ten round numbers.
    static func time(upTo seconds: Double) -> PlotAxis {
        let end = max(seconds, 0.001)
        let step = roundStep(end / 10)
        let digits = step >= 1 ? 0 : step >= 0.1 ? 1 : step >= 0.01 ? 2 : 4
        let ticks = (0...Int(end / step)).map { Double($0) * step }
        return PlotAxis(
            name: "seconds", range: 0...end, isLogarithmic: false,
            ticks: ticks.map { ($0, $0.digits(digits)) })
    }

    /// Frequencies that are heard, up to half of the sample rate.
    static func frequency(sampleRateHz: Double) -> PlotAxis {
        let end = max(sampleRateHz / 2, 40)
        let marks = [20.0, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000].filter { $0 <= end }
        return PlotAxis(
            name: "Hz", range: 20...end, isLogarithmic: true,
            ticks: marks.map { ($0, $0 >= 1000 ? ($0 / 1000).plain + "k" : $0.plain) })
    }

    /// Levels from `lowest` to `highest`, each 20 dB.
    static func decibels(_ lowest: Double, _ highest: Double) -> PlotAxis {
        PlotAxis(
            name: "dB", range: lowest...highest, isLogarithmic: false,
            ticks: stride(from: lowest, through: highest, by: 20).map { ($0, $0.plain) })
    }

    /// Sample values, symmetric, at least to full scale.
    static func amplitude(_ peak: Double) -> PlotAxis {
        let end = peak <= 1 ? 1 : peak.rounded(.up)
        return PlotAxis(
            name: "level", range: -end...end, isLogarithmic: false,
            ticks: [-end, 0, end].map { ($0, $0.plain) })
    }

    /// 1, 2 or 5 times a power of ten, not below `least`.
    private static func roundStep(_ least: Double) -> Double {
        var power = 1e-6
        while power * 10 <= least { power *= 10 }
        return [1, 2, 5, 10].map { $0 * power }.first { $0 >= least } ?? power * 10
    }
}
