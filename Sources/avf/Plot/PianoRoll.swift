import AVFConsole
import AVFSequencing

/// A song as a picture: each note a bar over time, the higher the key the higher, each track in its colour.
struct PianoRoll {
    private let song: Song
    private let title: String

    /// A picture of a song that is called so.
    init(_ song: Song, title: String) {
        self.song = song
        self.title = title
    }

    /// Writes the file.
    ///
    /// - Throws: `Failure` if it cannot be written.
    func write(to path: String) throws(Failure) { try SignalPlot.write(svg, to: path) }

    private struct Note {
        var track: Int
        var key: Int
        var velocity: Int
        var start: Double
        var end: Double
    }

    private var notes: [Note] {
        song.tracks.enumerated().flatMap { place, track in
            track.events.events.filter { $0.kind == .note && $0.data2 > 0 }.map { event in
                let start = event.beat + track.offset
                return Note(
                    track: place, key: Int(event.data1), velocity: Int(event.data2),
                    start: song.tempoMap.seconds(ofBeat: start),
                    end: song.tempoMap.seconds(ofBeat: start + event.duration))
            }
        }
    }

    private var svg: String {
        let notes = notes
        let keys = notes.map(\.key)
        let (lowest, highest) = ((keys.min() ?? 60) - 2, (keys.max() ?? 72) + 2)
        let rows = 24 + song.tracks.count * 18
        let frame = PlotFrame(
            box: (70, 50, 900, max(240, Double(highest - lowest) * 8)), title: title,
            horizontal: .time(upTo: song.lengthInSeconds), vertical: Self.keys(lowest, highest))
        let height = frame.box.y + frame.box.height + 50 + Double(rows)
        let bars = notes.map { bar($0, frame) }.joined()
        return SignalPlot.head(title: title, width: 1000, height: Int(height)) + frame.svg + bars
            + legend(frame) + "</svg>\n"
    }

    /// Keys, with the names of those that are called C.
    private static func keys(_ lowest: Int, _ highest: Int) -> PlotAxis {
        PlotAxis(
            name: "key", range: Double(lowest)...Double(highest), isLogarithmic: false,
            ticks: (lowest...highest).filter { $0 % 12 == 0 }.map { (Double($0), "C\($0 / 12 - 1)") })
    }

    private func bar(_ note: Note, _ frame: PlotFrame) -> String {
        let (left, top) = frame.place(note.start, Double(note.key) + 0.5)
        let (right, bottom) = frame.place(note.end, Double(note.key) - 0.5)
        let opacity = 0.35 + 0.65 * Double(note.velocity) / 127
        return "<rect x=\"\(left.digits(1))\" y=\"\(top.digits(1))\" "
            + "width=\"\(max(1, right - left).digits(1))\" height=\"\((bottom - top).digits(1))\" rx=\"1\" "
            + "fill=\"\(Self.colour(note.track))\" fill-opacity=\"\(opacity.digits(2))\"/>\n"
    }

    private func legend(_ frame: PlotFrame) -> String {
        song.tracks.enumerated().map { place, track in
            let y = frame.box.y + frame.box.height + 56 + Double(place) * 18
            let name = track.name.isEmpty ? "track \(place + 1)" : "\(place + 1) \(track.name)"
            return "<rect x=\"70\" y=\"\((y - 10).digits(1))\" width=\"12\" height=\"12\" "
                + "fill=\"\(Self.colour(place))\"/>\n"
                + "<text x=\"90\" y=\"\(y.digits(1))\">\(name.escaped)</text>\n"
        }.joined()
    }

    /// Colours that stay apart for people who see few of them (Okabe and Ito, "Color Universal Design",
    /// 2008).
    private static func colour(_ track: Int) -> String {
        ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c6d31", "#333333"][track % 8]
    }
}
