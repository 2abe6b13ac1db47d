import AVFRender
import AVFUnits
import Glibc
import TestSupport
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
    /// Left and right are not alike, so that pan, width and spread are heard.
    private static let input: [[Float]] = {
        let left = Measure.sine(997, 3 * frameCount, amplitude: 0.5)
        return [left, left.map { -0.4 * $0 }]
    }()

    /// A unit whose switches are on and whose delays are short enough to be heard.
    private func unit(_ knob: Knob) throws -> UnitRun {
        let run = try UnitRun.of(knob.symbol, channelCount: 2)
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

    /// The loudest bin far from a tone at 997 Hz while the knob goes from place to place and back in 0.34 s,
    /// in steps of a block, over the second half of it.
    private func far(_ knob: Knob, from start: Double, to end: Double, blocks: [Int]) throws -> Double {
        let run = try unit(knob)
        let spec = run.parameters.specs[knob.index]
        let isFast = run.unit is DomainBridge
        let input = isFast ? Self.input : Self.input.map { Array($0.prefix(Self.frameCount)) }
        let output = run.process(input, blocks: blocks, outputFrameCount: Self.frameCount) { frame in
            let share = (1 - cos(2 * .pi * Double(frame) / Double(Self.frameCount))) / 2
            run.parameters.store(value(spec, at: start + share * (end - start)), at: knob.index)
        }
        return output.map {
            Measure.peak(Array($0.suffix(Self.frameCount / 2)), fromHz: 5000, toHz: 20_000)
        }.max() ?? 0
    }

    @Test(arguments: knobs)
    func `a moving knob adds nothing above −80 dB far from the tone`(knob: Knob) throws {
        // A time effect at the upper end would need more than three times the input.
        let isRate = knob.symbol == "timePitch" && knob.name == "rate"
        let (start, end) = isRate ? (0.45, 0.62) : (0.15, 0.85)
        let moving = try far(knob, from: start, to: end, blocks: [512])
        guard moving >= -80 else {
            return Figure.note("any moving knob, far from the tone, dB", moving, limit: "−80")
        }
        // What bends or adds sound makes more than that standing still.
        let still = try [start, (start + end) / 2, end].map {
            try far(knob, from: $0, to: $0, blocks: [512])
        }
        #expect(moving < (still.max() ?? -80) + 3, "\(moving) dB")
    }
}
