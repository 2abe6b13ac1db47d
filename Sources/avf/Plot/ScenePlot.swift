import AVFConsole
import AVFSpatial

/// A scene from above, with everything's way, and how loud left and right were over time.
struct ScenePlot {
    private let voices: [(name: String, path: ScenePath)]
    private let listener: ScenePath
    private let levels: LevelTrace

    init(_ source: SceneSource, _ levels: LevelTrace) {
        voices = source.voices.map { ($0.name, $0.source.path) }
        listener = source.scene.listener
        self.levels = levels
    }

    /// Writes the file.
    ///
    /// - Throws: `Failure` if it cannot be written.
    func write(to path: String) throws(Failure) { try SignalPlot.write(svg, to: path) }

    /// The picture; its colours follow the reader's light or dark theme.
    var svg: String {
        SignalPlot.head(title: "Scene", width: 960, height: 860) + map + loudness + "</svg>\n"
    }

    // MARK: - From above

    private var map: String {
        let points = (voices.map(\.path) + [listener]).flatMap(\.points).map(\.position)
        let reach = max(1, points.flatMap { [abs($0.x), abs($0.z)] }.max() ?? 1) * 1.15
        let frame = PlotFrame(
            box: (70, 40, 460, 460), title: "From above, the front at the top",
            horizontal: Self.metres(reach, "metres"), vertical: Self.metres(reach, "m"))
        let ways = voices.enumerated().map { way($1.path, $1.name, Self.colour($0), frame) }
        return frame.svg + ways.joined() + head(frame) + legend
    }

    /// What the marks mean, and which way is whose.
    private var legend: String {
        let marks =
            "<circle cx=\"580\" cy=\"56\" r=\"6\" style=\"fill:none;stroke:#888;stroke-width:2\"/>"
            + "<text x=\"594\" y=\"60\">begins</text>"
            + "<circle cx=\"665\" cy=\"56\" r=\"4\" fill=\"#888\"/><text x=\"677\" y=\"60\">ends</text>"
            + "<circle cx=\"735\" cy=\"56\" r=\"2\" fill=\"#888\"/>"
            + "<text x=\"745\" y=\"60\">a second further</text>\n"
        let names = voices.enumerated().map { number, voice in
            let y = 90 + 20 * Double(number)
            return "<circle cx=\"580\" cy=\"\((y - 4).digits(0))\" r=\"5\" fill=\"\(Self.colour(number))\"/>"
                + "<text x=\"594\" y=\"\(y.digits(0))\">\(voice.name.escaped)\(Self.height(voice.path))</text>\n"
        }
        let rest = names.count > 20 ? "<text x=\"594\" y=\"490\">and \(names.count - 20) more</text>\n" : ""
        return marks + names.prefix(20).joined() + rest
    }

    /// How high a way leads, which is not seen from above; nothing for one on the level of the origin.
    private static func height(_ path: ScenePath) -> String {
        let heights = path.points.map(\.position.y)
        guard let lowest = heights.min(), let highest = heights.max(), lowest != 0 || highest != 0 else {
            return ""
        }
        return lowest == highest ? ", \(lowest.plain) m up" : ", \(lowest.plain) to \(highest.plain) m up"
    }

    /// An axis with the same metres to both sides.
    private static func metres(_ reach: Double, _ name: String) -> PlotAxis {
        let step =
            [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].first { reach / $0 <= 5 } ?? reach
        let count = (reach / step).rounded(.down)
        return PlotAxis(
            name: name, range: -reach...reach, isLogarithmic: false,
            ticks: stride(from: -count, through: count, by: 1).map { ($0 * step, ($0 * step).plain) })
    }

    /// A line with its beginning as a ring and its end as a disc.
    private func way(_ path: ScenePath, _ name: String, _ colour: String, _ frame: PlotFrame) -> String {
        let places = path.points.map { frame.place($0.position.x, -$0.position.z) }
        guard let first = places.first, let last = places.last else { return "" }
        let words = places.map { "\($0.x.digits(1)) \($0.y.digits(1))" }.joined(separator: "L")
        return "<path d=\"M\(words)\" style=\"stroke:\(colour);stroke-width:2\"/>"
            + "<circle cx=\"\(first.x.digits(1))\" cy=\"\(first.y.digits(1))\" r=\"6\" "
            + "style=\"fill:none;stroke:\(colour);stroke-width:2\"/>"
            + "<circle cx=\"\(last.x.digits(1))\" cy=\"\(last.y.digits(1))\" r=\"4\" fill=\"\(colour)\">"
            + "<title>\(name.escaped)</title></circle>\(seconds(path, colour, frame))\n"
    }

    /// Where something is at whole seconds of its way.
    private func seconds(_ path: ScenePath, _ colour: String, _ frame: PlotFrame) -> String {
        guard let first = path.points.first?.time, let last = path.points.last?.time, last - first <= 120
        else { return "" }
        return stride(from: first.rounded(.down) + 1, to: last, by: 1).map { second in
            let position = path.point(at: second).position
            let place = frame.place(position.x, -position.z)
            return
                "<circle cx=\"\(place.x.digits(1))\" cy=\"\(place.y.digits(1))\" r=\"2\" fill=\"\(colour)\">"
                + "<title>\(second.plain) s</title></circle>"
        }.joined()
    }

    /// The listener's way, and a head with a nose at its beginning, and fainter at its end.
    private func head(_ frame: PlotFrame) -> String {
        guard !listener.isStill, let end = listener.points.last else {
            return head(listener.point(at: 0), "listener", frame)
        }
        let way = PlotPanel.path(
            listener.points.map { ($0.position.x, -$0.position.z) }, in: frame, style: "before dashed")
        return way + head(listener.point(at: 0), "listener", frame)
            + "<g opacity=\"0.5\">\(head(end, "listener at the end", frame))</g>\n"
    }

    private func head(_ point: ScenePath.Point, _ name: String, _ frame: PlotFrame) -> String {
        let place = frame.place(point.position.x, -point.position.z)
        return
            "<g transform=\"translate(\(place.x.digits(1)) \(place.y.digits(1))) rotate(\(point.yaw.digits(1)))\">"
            + "<path class=\"before\" d=\"M-4 -9L0 -16L4 -9M-10 0a10 10 0 1 0 20 0a10 10 0 1 0 -20 0\"/>"
            + "<title>\(name)</title></g>\n"
    }

    /// Colours that stay apart for people who see few of them (Okabe and Ito, "Color Universal Design",
    /// 2008).
    private static func colour(_ number: Int) -> String {
        ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c6d31", "#777777"][number % 8]
    }

    // MARK: - Levels

    private var loudness: String {
        let seconds = Double(levels.powers.count) * levels.windowSeconds
        let all = levels.powers.flatMap { [$0.left, $0.right] }.map(Self.decibels)
        let highest = ((all.max() ?? 0) / 20).rounded(.up) * 20
        let frame = PlotFrame(
            box: (70, 580, 860, 220), title: "Levels in 20 ms", horizontal: .time(upTo: seconds),
            vertical: .decibels(highest - 60, highest))
        func curve(_ value: (Double, Double) -> Double, _ style: String) -> String {
            PlotPanel.curve(
                levels.powers.enumerated().map {
                    ((Double($0) + 0.5) * levels.windowSeconds, Self.decibels(value($1.left, $1.right)))
                }, in: frame, style: style)
        }
        let legend = [("low", "left", 770.0), ("high", "right", 860.0)].map { style, name, x in
            "<path class=\"\(style)\" d=\"M\(x.digits(0)) 568h24\"/>"
                + "<text x=\"\((x + 30).digits(0))\" y=\"572\">\(name)</text>\n"
        }
        return frame.svg + curve({ left, _ in left }, "low") + curve({ _, right in right }, "high")
            + legend.joined()
    }

    private static func decibels(_ power: Double) -> Double { max(-200, power.squareRoot().decibels) }
}
