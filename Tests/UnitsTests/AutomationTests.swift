import AVFRender
import AVFUnits
import Glibc
import Testing

/// Turning a knob while a tone plays must not be heard as clicks.
@Suite struct AutomationTests {
    /// One parameter that moves continuously.
    struct Knob: CustomTestStringConvertible {
        let symbol: String
        let index: Int
        let name: String

        var testDescription: String { "\(symbol).\(name)" }
    }

    /// Of an equaliser's equal bands the first stands for all.
    static let knobs = UnitCatalog.all.flatMap { entry in
        entry.descriptor.parameters.enumerated().filter {
            !$1.spec.isReadOnly && !$1.spec.isInteger && !isFurtherBand($1.symbol)
        }.map { Knob(symbol: entry.descriptor.identifier, index: $0, name: $1.symbol) }
    }

    private static func isFurtherBand(_ symbol: String) -> Bool {
        guard symbol.hasPrefix("band"), let number = symbol.dropFirst(4).first else { return false }
        return number.isNumber && !(symbol.hasPrefix("band1") && symbol.dropFirst(5).first?.isNumber != true)
    }

    private static let frameCount = 16_384
    private static let input = Measure.sine(997, frameCount, amplitude: 0.5)

    /// A unit whose switches are on and whose delays are short enough to be heard.
    private func unit(_ knob: Knob) throws -> UnitRun {
        let run = try UnitRun.of(knob.symbol)
        for (index, spec) in run.parameters.specs.enumerated() {
            if spec.unit == .boolean { run.parameters.store(0, at: index) }
            if spec.unit == .seconds { run.parameters.store(min(spec.defaultValue, 0.02), at: index) }
        }
        return run
    }

    /// Where a knob is at a place between 0 and 1, on the scale that suits it.
    private func value(_ spec: ParameterSpec, at place: Double) -> Float {
        let (low, high) = (Double(spec.range.lowerBound), Double(spec.range.upperBound))
        return Float(spec.isLogarithmic ? low * pow(high / low, place) : low + place * (high - low))
    }

    /// The second half of a tone at 997 Hz while the knob goes from place to place and back in 0.34 s.
    private func tone(_ knob: Knob, from start: Double, to end: Double) throws -> [Float] {
        let run = try unit(knob)
        let spec = run.parameters.specs[knob.index]
        let output = run.processMono(Self.input, blocks: [64]) { frame in
            let share = (1 - cos(2 * .pi * Double(frame) / Double(Self.frameCount))) / 2
            run.parameters.store(value(spec, at: start + share * (end - start)), at: knob.index)
        }
        return Array(output.suffix(Self.frameCount / 2))
    }

    private func far(_ samples: [Float]) -> Double {
        Measure.peak(samples, fromHz: 6000, toHz: 20_000)
    }

    @Test(arguments: knobs)
    func `a moving knob adds nothing above −80 dB far from the tone`(knob: Knob) throws {
        let still = try [0.6, 0.8].map {
            Measure.peak(try tone(knob, from: $0, to: $0), fromHz: 5000, toHz: 20_000)
        }
        let moving = Measure.peak(try tone(knob, from: 0.6, to: 0.8), fromHz: 5000, toHz: 20_000)
        #expect(moving < max(-80, (still.max() ?? -80) + 3))
    }
}
