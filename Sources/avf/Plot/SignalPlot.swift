import AVFConsole
import Glibc

/// Two signals in one SVG: both waveforms, one above the other, and both spectra over each other.
///
/// One alone is drawn where there was no sound before.
struct SignalPlot {
    private let before: SignalPicture?
    private let after: SignalPicture

    init(before: SignalPicture?, after: SignalPicture) {
        self.before = before
        self.after = after
    }

    /// Writes the file.
    ///
    /// - Throws: `Failure` if it cannot be written.
    func write(to path: String) throws(Failure) { try Self.write(svg, to: path) }

    /// Writes the text of a picture into a file.
    ///
    /// - Throws: `Failure` if it cannot be written.
    static func write(_ text: String, to path: String) throws(Failure) {
        let temporary = OutputFile.temporaryPath(for: path)
        guard let file = fopen(temporary, "w") else {
            throw Failure(.cannotCreate, "“\(path)” could not be made: \(String(cString: strerror(errno))).")
        }
        let isWritten = fputs(text, file) >= 0
        guard fclose(file) == 0, isWritten, temporary == path || rename(temporary, path) == 0 else {
            let reason = String(cString: strerror(errno))
            if temporary != path { unlink(temporary) }
            throw Failure(.inputOutput, "“\(path)” could not be written: \(reason).")
        }
    }

    /// The signals in the order in which they are drawn, each with its style and where its waveform is.
    private var signals: [(picture: SignalPicture, style: String, title: String, top: Double, height: Double)]
    {
        guard let before else { return [(after, "after", "Sound", 40, 310)] }
        return [(before, "before", "Before", 40, 120), (after, "after", "After", 230, 120)]
    }

    /// The picture; its colours follow the reader's light or dark theme.
    var svg: String {
        let signals = signals
        let seconds = signals.map(\.picture.durationSeconds).max() ?? 0
        let peak = signals.flatMap(\.picture.columns).map { max(-$0.lowest, $0.highest) }.max() ?? 0
        let drawn = signals.map { signal in
            let frame = PlotFrame(
                box: (70, signal.top, 860, signal.height), title: signal.title,
                horizontal: .time(upTo: seconds), vertical: .amplitude(Double(peak)))
            return frame.svg + waveform(signal.picture, in: frame, signal.style)
        }
        let title = "Waveform and spectrum" + (before == nil ? "" : " before and after")
        return Self.head(title: title) + drawn.joined() + spectra + "</svg>\n"
    }

    private func waveform(_ picture: SignalPicture, in frame: PlotFrame, _ style: String) -> String {
        let width = picture.durationSeconds / Double(SignalPicture.columnCount(of: picture.frameCount))
        let strokes = picture.columns.enumerated().map { index, extremes in
            let top = frame.place((Double(index) + 0.5) * width, Double(extremes.highest))
            let bottom = frame.place(0, Double(extremes.lowest)).y
            // A silent column is still a line.
            return "M\(top.x.digits(1)) \((top.y - 0.4).digits(1))V\((bottom + 0.4).digits(1))"
        }
        return "<path class=\"\(style)\" d=\"\(strokes.joined())\"/>\n"
    }

    private var spectra: String {
        let levels = signals.flatMap(\.picture.spectrumDecibels).max() ?? 0
        let highest = min(40, max(-60, (levels / 20).rounded(.up) * 20))
        let frame = PlotFrame(
            box: (70, 420, 860, 220), title: "Mean spectrum",
            horizontal: .frequency(sampleRateHz: after.format.sampleRateHz),
            vertical: .decibels(highest - 120, highest))
        return frame.svg + signals.map { curve($0.picture, in: frame, $0.style) }.joined()
            + (before == nil ? "" : legend)
    }

    private var legend: String {
        [("before", 770.0), ("after", 860.0)].map { name, x in
            "<path class=\"\(name)\" d=\"M\(x.digits(0)) 408h24\"/>"
                + "<text x=\"\((x + 30).digits(0))\" y=\"412\">\(name)</text>\n"
        }.joined()
    }

    private func curve(_ picture: SignalPicture, in frame: PlotFrame, _ style: String) -> String {
        let points = picture.spectrumDecibels.enumerated().dropFirst().compactMap { bin, level -> String? in
            let hertz = Double(bin) * picture.binWidthHz
            guard frame.horizontal.range.contains(hertz) else { return nil }
            let place = frame.place(hertz, level)
            return "\(place.x.digits(1)) \(place.y.digits(1))"
        }
        return points.isEmpty ? "" : "<path class=\"\(style)\" d=\"M\(points.joined(separator: "L"))\"/>\n"
    }

    /// What every picture begins with.
    static func head(title: String, width: Int = 960, height: Int = 690) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)">
        <title>\(title.escaped)</title>
        <style>
        svg { background: #ffffff }
        text { font: 12px sans-serif; fill: #1f2328 }
        .title { font-weight: bold }
        path { fill: none; stroke-width: 1.2 }
        .grid { stroke: #d8dee4; stroke-width: 1 }
        .before { stroke: #57606a }
        .after { stroke: #0969da }
        .faint { stroke: #0969da; opacity: 0.3 }
        .low { stroke: #1a7f37 }
        .high { stroke: #bc4c00 }
        .dashed { stroke-dasharray: 4 4 }
        @media (prefers-color-scheme: dark) {
        svg { background: #0d1117 }
        text { fill: #e6edf3 }
        .grid { stroke: #30363d }
        .before { stroke: #8b949e }
        .after { stroke: #58a6ff }
        .faint { stroke: #58a6ff }
        .low { stroke: #3fb950 }
        .high { stroke: #db6d28 }
        }
        </style>

        """
    }
}
