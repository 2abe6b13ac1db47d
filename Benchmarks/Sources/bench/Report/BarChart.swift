/// Bars along a logarithmic axis, ours and others', with a mark for the floor.
struct BarChart {
    /// One bar.
    struct Bar {
        let label: String
        let value: Double
        /// How it is drawn: a kind of contender.
        let kind: Contender.Kind
        /// What is told when it is pointed at.
        let details: String
        /// Where the machine's limit lies on the axis.
        var limit: Double?
    }

    let title: String
    let unit: String
    let bars: [Bar]

    private static let rowHeight = 22.0
    private static let left = 190.0
    private static let width = 720.0

    var svg: String {
        let bottom = 28 + Self.rowHeight * Double(bars.count)
        let axis = Axis(
            bars.map(\.value) + bars.compactMap(\.limit), isLogarithmic: true, start: Self.left,
            end: Self.width - 60)
        var parts = [Markup.text("\(title), \(unit)", x: 0, y: 14, style: "title")]
        for tick in axis.ticks {
            let x = axis.place(tick)
            parts.append(Markup.line(x, 24, x, bottom, style: "grid"))
            parts.append(Markup.text(Axis.label(tick), x: x, y: bottom + 14, anchor: "middle", style: "tick"))
        }
        for (index, bar) in bars.enumerated() {
            parts += row(bar, y: 28 + Self.rowHeight * Double(index), axis)
        }
        return Markup.picture(width: Self.width, height: bottom + 20, title: title, parts)
    }

    private func row(_ bar: Bar, y: Double, _ axis: Axis) -> [String] {
        let end = axis.place(bar.value)
        var parts = [
            Markup.text(bar.label, x: Self.left - 8, y: y + 14, anchor: "end"),
            Markup.box(
                x: Self.left, y: y + 3, width: max(1, end - Self.left), height: Self.rowHeight - 6,
                style: bar.kind.rawValue, details: bar.details),
            Markup.text(Markup.number(bar.value), x: end + 5, y: y + 14, style: "value"),
        ]
        if let limit = bar.limit {
            let x = axis.place(limit)
            parts.append(Markup.line(x, y + 1, x, y + Self.rowHeight - 1, style: "floor"))
        }
        return parts
    }
}
