import AVFConsole
import AVFDSP
import Glibc

/// What a unit makes of tones of different levels: whether, how, and how purely it follows them.
struct LevelResponse {
    /// The tones.
    static let frequenciesHz = [100.0, 1000, 8000]
    /// Levels of the tones, in decibels of full scale.
    static let levelsDecibels = Array(stride(from: -80.0, through: 20, by: 2))
    /// Each level lasts for so long, in whole periods of all tones; its second half is looked at.
    private static let stepFrameCount = 4800

    /// For each tone the output's level for each of the input's.
    let curves: [[Double]]
    /// A second of what became of a tone of 1 kHz at full scale.
    let spectrumTone: [Float]
    /// Samples of a tone of 250 Hz at full scale with what became of them, for eight periods.
    let shape: [(input: Float, output: Float)]

    /// Nil if the unit does not care how loud its input is: then all is said by its impulse response.
    ///
    /// - Throws: `Failure` if the unit cannot be connected.
    init?(of unit: UnitProbe) throws(Failure) {
        guard try Self.dependsOnLevel(unit) else { return nil }
        var curves: [[Double]] = []
        for frequency in Self.frequenciesHz { curves.append(try Self.curve(unit, frequency)) }
        self.curves = curves
        spectrumTone = Array(try Self.steady(unit, 1000).output)
        let (input, output) = try Self.steady(unit, 250)
        shape = zip(input, output).prefix(1536).map { ($0, $1) }
    }

    /// A tone of full scale, and what became of it: a second of both, from 0.2 s on.
    private static func steady(
        _ unit: UnitProbe, _ frequencyHz: Double
    ) throws(Failure) -> (input: ArraySlice<Float>, output: ArraySlice<Float>) {
        let input = staircase(frequencyHz, levels: [Double](repeating: 0, count: 12))
        let output = try unit.response(to: input, mostFrameCount: input.count)
        return (input[9600...], output[9600...])
    }

    /// A linear unit makes a thousandth of a thousandth, and four times as much of four times as much.
    private static func dependsOnLevel(_ unit: UnitProbe) throws(Failure) -> Bool {
        let input = frequenciesHz.flatMap { staircase($0, levels: [0]) }
        let usual = try unit.response(to: input, mostFrameCount: input.count)
        let peak = usual.map(abs).max() ?? 0
        for factor in [Float(0.001), 4] {
            let other = try unit.response(to: input.map { $0 * factor }, mostFrameCount: input.count)
            let worst = zip(usual, other).map { abs($0 - $1 / factor) }.max() ?? 0
            if worst > 0.005 * peak || peak == 0 && other.contains(where: { $0 != 0 }) { return true }
        }
        return false
    }

    private static func curve(_ unit: UnitProbe, _ frequencyHz: Double) throws(Failure) -> [Double] {
        let input = staircase(frequencyHz, levels: levelsDecibels)
        let output = try unit.response(to: input, mostFrameCount: input.count)
        return levelsDecibels.indices.map { step in
            let end = (step + 1) * stepFrameCount
            let part = output[(end - stepFrameCount / 2)..<end]
            let power = part.reduce(0) { $0 + Double($1) * Double($1) } / Double(part.count)
            return max(-200, (2 * power).squareRoot().decibels)
        }
    }

    private static func staircase(_ frequencyHz: Double, levels: [Double]) -> [Float] {
        let step = 2 * Double.pi * frequencyHz / UnitProbe.sampleRateHz
        let wave = (0..<stepFrameCount).map { sin(step * Double($0)) }
        return levels.flatMap { level in
            let amplitude = Double.linear(decibels: level)
            return wave.map { Float(amplitude * $0) }
        }
    }
}
