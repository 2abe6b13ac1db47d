/// Points on two axes: curves over sizes, or one point for each contender.
struct PointChart {
    /// Points of one colour.
    struct Series {
        let name: String
        let kind: Contender.Kind
        let points: [(x: Double, y: Double)]
    }

    let title: String
    let xTitle: String
    let yTitle: String
    let series: [Series]
    var hasLogarithmicY = true
    /// Whether points of a series are joined; else each has its name beside it.
    var isCurve = true

    private static let width = 720.0
    private static let height = 340.0

    var svg: String {
        let points = series.flatMap(\.points)
        let x = Axis(points.map(\.x), isLogarithmic: true, start: 70, end: Self.width - 130)
        let y = Axis(
            points.map(\.y), isLogarithmic: hasLogarithmicY, start: Self.height - 44, end: 44)
        var parts = [Markup.text(title, x: 0, y: 14, style: "title")]
        for tick in x.ticks {
            let place = x.place(tick)
            parts.append(Markup.line(place, y.start, place, y.end, style: "grid"))
            parts.append(
                Markup.text(Axis.label(tick), x: place, y: y.start + 16, anchor: "middle", style: "tick"))
        }
        for tick in y.ticks {
            let place = y.place(tick)
            parts.append(Markup.line(x.start, place, x.end, place, style: "grid"))
            parts.append(
                Markup.text(Axis.label(tick), x: x.start - 6, y: place + 4, anchor: "end", style: "tick"))
        }
        parts.append(
            Markup.text(xTitle, x: (x.start + x.end) / 2, y: Self.height - 8, anchor: "middle", style: "tick")
        )
        parts.append(Markup.text(yTitle, x: 0, y: 28, style: "tick"))
        for (index, series) in series.enumerated() { parts += drawn(series, index, x, y) }
        var labels = PointLabels(points.map { (x.place($0.x), y.place($0.y)) })
        for series in series {
            guard let last = series.points.last else { continue }
            parts.append(labels.text(series.name, beside: x.place(last.x), y.place(last.y)))
        }
        return Markup.picture(width: Self.width, height: Self.height, title: title, parts)
    }

    private func drawn(_ series: Series, _ index: Int, _ x: Axis, _ y: Axis) -> [String] {
        let style = isCurve ? "series\(index % 6)" : series.kind.rawValue
        let places = series.points.map { (x.place($0.x), y.place($0.y)) }
        var parts: [String] = []
        if isCurve {
            let path = places.enumerated().map { number, place in
                "\(number == 0 ? "M" : "L")\(Markup.place(place.0)) \(Markup.place(place.1))"
            }
            parts.append("<path class=\"curve \(style)\" d=\"\(path.joined(separator: " "))\"/>")
        }
        for (point, place) in zip(series.points, places) {
            parts.append(
                Markup.dot(
                    x: place.0, y: place.1, style: style,
                    details: "\(series.name): \(Markup.number(point.x)), \(Markup.number(point.y))"))
        }
        return parts
    }
}
