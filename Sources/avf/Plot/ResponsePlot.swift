import AVFConsole

/// What a unit does, in one SVG.
///
/// Of a generator: its wave, its level over time, its spectrum. Of a unit that treats loud and soft sounds
/// alike: the impulse response, how it decays, the gain at each frequency. Of others: the level that comes
/// out over the one that goes in, how a tone is bent, and which harmonics it gets.
struct ResponsePlot {
    private let name: String
    private let panels: [String]
    private static let width = 860.0
    private static let rate = UnitProbe.sampleRateHz

    /// Measures the unit.
    ///
    /// - Throws: `Failure` if the unit cannot be connected.
    init(of unit: UnitProbe) throws(Failure) {
        name = unit.name
        if unit.isGenerator {
            let sound = try unit.response(to: [], mostFrameCount: 10 * 48_000)
            panels = Self.generator(unit.name, sound)
        } else if let levels = try LevelResponse(of: unit) {
            panels = Self.bending(unit.name, levels)
        } else {
            panels = Self.linear(unit.name, try ImpulseResponse(of: unit))
        }
    }

    /// The picture; its colours follow the reader's light or dark theme.
    var svg: String { SignalPlot.head(title: "What \(name) does") + panels.joined() + "</svg>\n" }

    private static func generator(_ name: String, _ sound: [Float]) -> [String] {
        [
            PlotPanel.wave(
                sound.prefix(960), title: "\(name): the first 20 ms", box: (70, 40, width, 120),
                sampleRateHz: rate),
            PlotPanel.wave(
                sound[...], title: "The first 10 s", box: (70, 230, width, 120), sampleRateHz: rate),
            PlotPanel.spectrum(
                sound, title: "Mean spectrum; a sine of full scale reads 0 dB", box: (70, 420, width, 220),
                sampleRateHz: rate),
        ]
    }

    private static func linear(_ name: String, _ response: ImpulseResponse) -> [String] {
        [
            PlotPanel.wave(
                response.samples.prefix(response.shownFrameCount), title: "\(name): impulse response",
                box: (70, 40, width, 120), sampleRateHz: rate),
            decay(response), gain(response),
        ]
    }

    private static func decay(_ response: ImpulseResponse) -> String {
        let time = response.decaySeconds.map { ": 60 dB in \($0.digits(2)) s" } ?? ""
        let frame = PlotFrame(
            box: (70, 230, width, 120), title: "Energy that is left" + time,
            horizontal: .time(upTo: response.shownSeconds), vertical: .decibels(-80, 0))
        let levels = response.decayDecibels(pointCount: 1600)
        return frame.svg
            + PlotPanel.curve(
                levels.enumerated().map { index, level in
                    (x: Double(index) * response.shownSeconds / Double(levels.count), y: level)
                }, in: frame)
    }

    /// The gain; where it is as jagged as a room's, its mean over sixths of octaves lies above it.
    private static func gain(_ response: ImpulseResponse) -> String {
        let levels = response.gainDecibels
        let binWidth = rate / Double(2 * (levels.count - 1))
        let heard = levels.enumerated().filter { 20...20_000 ~= Double($0.offset) * binWidth }.map(\.element)
        let frame = PlotFrame(
            box: (70, 420, width, 220), title: "Gain", horizontal: .frequency(sampleRateHz: rate),
            vertical: .gain(heard.min() ?? 0, heard.max() ?? 0))
        let smooth = smoothed(levels)
        let jags = zip(levels, smooth).count { abs($0 - $1) > 3 }
        let raw = PlotPanel.points(levels, binWidth, in: frame)
        guard jags > levels.count / 5 else { return frame.svg + PlotPanel.curve(raw, in: frame) }
        return frame.svg + PlotPanel.curve(raw, in: frame, style: "faint")
            + PlotPanel.curve(PlotPanel.points(smooth, binWidth, in: frame), in: frame)
    }

    /// Mean power over a sixth of an octave around each bin, in decibels.
    private static func smoothed(_ levels: [Double]) -> [Double] {
        var sums = [0.0]
        for level in levels { sums.append(sums[sums.count - 1] + Double.linear(decibels: 2 * level)) }
        return levels.indices.map { bin in
            let first = Int((Double(bin) * 0.944).rounded())
            let end = min(levels.count, Int((Double(bin) * 1.059).rounded()) + 1)
            return max(-200, ((sums[end] - sums[first]) / Double(end - first)).squareRoot().decibels)
        }
    }

    private static func bending(_ name: String, _ levels: LevelResponse) -> [String] {
        [
            levelCurves(name, levels), waveshape(levels),
            PlotPanel.spectrum(
                levels.spectrumTone, title: "1 kHz of full scale: spectrum", box: (500, 420, 430, 220),
                sampleRateHz: rate),
        ]
    }

    private static func levelCurves(_ name: String, _ levels: LevelResponse) -> String {
        let inputs = LevelResponse.levelsDecibels
        let frame = PlotFrame(
            box: (70, 40, width, 310), title: "\(name): level out for the level in",
            horizontal: .decibels(inputs[0], inputs[inputs.count - 1], "dB in"),
            vertical: .decibels(-100, 20, "dB out"))
        let straight = PlotPanel.path([(-80, -80), (20, 20)], in: frame, style: "before dashed")
        let styles = ["low", "after", "high"]
        let curves = levels.curves.indices.map { index in
            let x = 640 + 100 * Double(index)
            let hertz = LevelResponse.frequenciesHz[index]
            return PlotPanel.curve(
                zip(inputs, levels.curves[index]).map { (x: $0, y: $1) }, in: frame, style: styles[index])
                + "<path class=\"\(styles[index])\" d=\"M\(x.digits(0)) 28h24\"/>"
                + "<text x=\"\((x + 30).digits(0))\" y=\"32\">\(hertz.plain) Hz</text>\n"
        }
        return frame.svg + straight + curves.joined()
    }

    /// Output over input.
    private static func waveshape(_ levels: LevelResponse) -> String {
        let peak = levels.shape.map { Double(abs($0.output)) }.max() ?? 0
        let frame = PlotFrame(
            box: (70, 420, 360, 220), title: "250 Hz of full scale: out over in",
            horizontal: .amplitude(1, "level in"),
            vertical: .amplitude(peak, isTight: true))
        let points = levels.shape.map { (x: Double($0.input), y: Double($0.output)) }
        return frame.svg + PlotPanel.path(points, in: frame)
    }
}
