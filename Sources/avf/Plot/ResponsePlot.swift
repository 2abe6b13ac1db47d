/// A unit's response in one SVG: the impulse response, how it decays, and the gain at each frequency.
struct ResponsePlot {
    private let name: String
    private let response: ImpulseResponse

    init(_ name: String, _ response: ImpulseResponse) {
        self.name = name
        self.response = response
    }

    /// The picture; its colours follow the reader's light or dark theme.
    var svg: String {
        SignalPlot.head(title: "Response of \(name)") + wave + decay + gain + "</svg>\n"
    }

    private var seconds: Double { Double(response.samples.count) / ImpulseResponse.sampleRateHz }

    private var wave: String {
        let columnCount = min(800, response.samples.count)
        let peak = response.samples.map { Double(abs($0)) }.max() ?? 0
        let frame = PlotFrame(
            box: (70, 40, 860, 120), title: "\(name): impulse response", horizontal: .time(upTo: seconds),
            vertical: .amplitude(peak))
        let strokes = (0..<columnCount).map { column -> String in
            let first = column * response.samples.count / columnCount
            let end = max(first + 1, (column + 1) * response.samples.count / columnCount)
            let part = response.samples[first..<end]
            let top = frame.place(
                (Double(column) + 0.5) * seconds / Double(columnCount), Double(part.max() ?? 0))
            let bottom = frame.place(0, Double(part.min() ?? 0)).y
            return "M\(top.x.digits(1)) \((top.y - 0.4).digits(1))V\((bottom + 0.4).digits(1))"
        }
        return frame.svg + "<path class=\"after\" d=\"\(strokes.joined())\"/>\n"
    }

    private var decay: String {
        let frame = PlotFrame(
            box: (70, 230, 860, 120), title: "Energy that is left", horizontal: .time(upTo: seconds),
            vertical: .decibels(-80, 0))
        let levels = response.decayDecibels(pointCount: 800)
        let points = levels.enumerated().map { index, level in
            (x: Double(index) * seconds / Double(levels.count), y: level)
        }
        return frame.svg + curve(points, in: frame)
    }

    private var gain: String {
        let levels = response.gainDecibels
        let highest = min(60, max(-60, ((levels.max() ?? 0) / 20).rounded(.up) * 20))
        let frame = PlotFrame(
            box: (70, 420, 860, 220), title: "Gain",
            horizontal: .frequency(sampleRateHz: ImpulseResponse.sampleRateHz),
            vertical: .decibels(highest - 80, highest))
        let width = ImpulseResponse.sampleRateHz / Double(2 * (levels.count - 1))
        let points = levels.enumerated().map { (x: Double($0) * width, y: $1) }
        return frame.svg + curve(points.filter { frame.horizontal.range.contains($0.x) }, in: frame)
    }

    private func curve(_ points: [(x: Double, y: Double)], in frame: PlotFrame) -> String {
        var places: [String] = []
        var last = -1.0
        for point in points {
            let place = frame.place(point.x, point.y)
            // Points closer than that cannot be told apart.
            guard place.x - last >= 0.2 else { continue }
            last = place.x
            places.append("\(place.x.digits(1)) \(place.y.digits(1))")
        }
        return places.isEmpty ? "" : "<path class=\"after\" d=\"M\(places.joined(separator: "L"))\"/>\n"
    }
}
