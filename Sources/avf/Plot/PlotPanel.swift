import AVFDSP
import AVFRender

/// Curves in a frame of a picture.
enum PlotPanel {
    /// The highest and lowest sample of each column, as for a waveform.
    static func wave(
        _ samples: ArraySlice<Float>, title: String, box: PlotFrame.Box, sampleRateHz: Double
    ) -> String {
        let seconds = Double(samples.count) / sampleRateHz
        let peak = samples.map { Double(abs($0)) }.max() ?? 0
        let frame = PlotFrame(
            box: box, title: title, horizontal: .time(upTo: seconds),
            vertical: .amplitude(peak, isTight: true))
        guard samples.count > 1600 else {
            let points = samples.enumerated().map { (x: Double($0) / sampleRateHz, y: Double($1)) }
            return frame.svg + curve(points, in: frame)
        }
        let columnCount = 800
        let strokes = (0..<columnCount).map { column -> String in
            let first = samples.startIndex + column * samples.count / columnCount
            let end = samples.startIndex + (column + 1) * samples.count / columnCount
            let part = samples[first..<max(first + 1, end)]
            let top = frame.place(
                (Double(column) + 0.5) * seconds / Double(columnCount), Double(part.max() ?? 0))
            let bottom = frame.place(0, Double(part.min() ?? 0)).y
            return "M\(top.x.digits(1)) \((top.y - 0.4).digits(1))V\((bottom + 0.4).digits(1))"
        }
        return frame.svg + "<path class=\"after\" d=\"\(strokes.joined())\"/>\n"
    }

    /// The mean spectrum, down to −140 dB.
    static func spectrum(
        _ samples: [Float], title: String, box: PlotFrame.Box, sampleRateHz: Double
    ) -> String {
        let buffer = SampleBuffer(channelCount: 1, frameCapacity: max(1, samples.count))
        buffer.channels[0].update(from: samples, count: samples.count)
        let spectrum = AveragedSpectrum(
            channels: buffer.channels, channelCount: 1, frameCount: samples.count, sampleRateHz: sampleRateHz,
            blockSize: 16_384)
        let levels = spectrum.decibels.map(Double.init)
        let frame = PlotFrame(
            box: box, title: title, horizontal: .frequency(sampleRateHz: sampleRateHz),
            vertical: .decibels(-140, max(0, ((levels.max() ?? 0) / 20).rounded(.up) * 20)))
        return frame.svg + curve(points(levels, spectrum.binWidthHz, in: frame), in: frame)
    }

    /// Values of bins that a frequency axis shows.
    static func points(
        _ levels: [Double], _ binWidthHz: Double, in frame: PlotFrame
    ) -> [(x: Double, y: Double)] {
        levels.enumerated().map { (x: Double($0) * binWidthHz, y: $1) }
            .filter { frame.horizontal.range.contains($0.x) }
    }

    /// A line through points from left to right.
    ///
    /// Of points that share a column of pixels, only the first, the extremes and the last can be seen.
    static func curve(
        _ points: [(x: Double, y: Double)], in frame: PlotFrame, style: String = "after"
    ) -> String {
        var places: [(x: Double, y: Double)] = []
        var column: [(x: Double, y: Double)] = []
        for point in points {
            let place = frame.place(point.x, point.y)
            if let first = column.first, place.x - first.x >= 1 {
                places += extremes(column)
                column = []
            }
            column.append(place)
        }
        return line(places + extremes(column), style)
    }

    /// A line through points in any order.
    static func path(
        _ points: [(x: Double, y: Double)], in frame: PlotFrame, style: String = "after"
    ) -> String { line(points.map { frame.place($0.x, $0.y) }, style) }

    private static func line(_ places: [(x: Double, y: Double)], _ style: String) -> String {
        guard !places.isEmpty else { return "" }
        let words = places.map { "\($0.x.digits(1)) \($0.y.digits(1))" }
        return "<path class=\"\(style)\" d=\"M\(words.joined(separator: "L"))\"/>\n"
    }

    private static func extremes(_ column: [(x: Double, y: Double)]) -> [(x: Double, y: Double)] {
        guard column.count > 4 else { return column }
        let low = column.indices.min { column[$0].y < column[$1].y } ?? 0
        let high = column.indices.max { column[$0].y < column[$1].y } ?? 0
        return Set([0, low, high, column.count - 1]).sorted().map { column[$0] }
    }
}
