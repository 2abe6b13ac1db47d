/// One coordinate system of a plot: a box, its axes, and how values become places in it.
struct PlotFrame {
    /// Left, top, width and height.
    typealias Box = (x: Double, y: Double, width: Double, height: Double)

    let box: Box
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
        "<text x=\"\(x.digits(1))\" y=\"\(y.digits(1))\" \(style)>\(words.escaped)</text>\n"
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

    /// Time from the start, with about ten round numbers; milliseconds where it is less than a tenth second.
    static func time(upTo seconds: Double) -> PlotAxis {
        let end = max(seconds, 0.001)
        let isShort = end < 0.1
        let step = roundStep(end / 10)
        let shownStep = isShort ? step * 1000 : step
        let digits = shownStep >= 1 ? 0 : shownStep >= 0.1 ? 1 : 2
        let ticks = (0...Int((end / step).rounded(.toNearestOrEven) + 0.001)).map(Double.init)
        return PlotAxis(
            name: isShort ? "milliseconds" : "seconds", range: 0...end, isLogarithmic: false,
            ticks: ticks.filter { $0 * step <= end * 1.0001 }
                .map { ($0 * step, ($0 * shownStep).digits(digits)) })
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
    static func decibels(_ lowest: Double, _ highest: Double, _ name: String = "dB") -> PlotAxis {
        PlotAxis(
            name: name, range: lowest...highest, isLogarithmic: false,
            ticks: stride(from: lowest, through: highest, by: 20).map { ($0, $0.plain) })
    }

    /// Gains between these, with 0 dB and some room, and at most 100 dB of them.
    static func gain(_ lowest: Double, _ highest: Double) -> PlotAxis {
        let span = max(6, highest) - max(min(-6, lowest), highest - 80)
        let step = [3.0, 6, 10, 20].first { span / $0 <= 8 } ?? 20
        let top = (max(6, highest) / step).rounded(.up) * step
        let bottom = (max(min(-6, lowest), highest - 80) / step).rounded(.down) * step
        return PlotAxis(
            name: "dB", range: bottom...top, isLogarithmic: false,
            ticks: stride(from: bottom, through: top, by: step).map { ($0, $0.plain) })
    }

    /// Sample values, symmetric, at least to full scale; if it is tight, to the next round number instead.
    static func amplitude(_ peak: Double, isTight: Bool = false, _ name: String = "level") -> PlotAxis {
        let round = peak > 1 ? peak.rounded(.up) : isTight && peak > 0.001 ? roundStep(peak) : 1
        let digits = round >= 1 ? 0 : round >= 0.1 ? 1 : round >= 0.01 ? 2 : 3
        return PlotAxis(
            name: name, range: -round...round, isLogarithmic: false,
            ticks: [-round, 0, round].map { ($0, $0 == 0 ? "0" : $0.digits(digits)) })
    }

    /// 1, 2 or 5 times a power of ten, not below `least`.
    private static func roundStep(_ least: Double) -> Double {
        var power = 1e-6
        while power * 10 <= least { power *= 10 }
        return [1, 2, 5, 10].map { $0 * power }.first { $0 >= least } ?? power * 10
    }
}

extension String {
    /// The text as XML has it.
    var escaped: String {
        replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
