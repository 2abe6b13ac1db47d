import AVFDSP
import AVFRender
import CAVFDSP

/// Plays its input faster or slower, as a tape does: `y[n] = x(Σ rate)`, without what would alias.
package struct VarispeedKernel: TimeKernel, ~Copyable {
    package static let symbol = "varispeed"
    package static let name = "Varispeed"
    package static let summary = "Plays faster and higher, or slower and lower."
    package static let kind = UnitKind.timeEffect
    package static let subtype = fourCharacterCode("vari")
    package static let inputPace: InputPace? = InputPace(
        maximumRate: 4, windowFrameCount: 2 * reach * Int(AVF_DSP_FASTEST_PACE))

    /// Input frames on each side of an output that the filter reaches: 90.7 % of the band stay as they are.
    private static var reach: Int { 96 }
    /// How long a change of the rate takes.
    private static var rampSeconds: Double { @_noLocks get { 0.02 } }

    /// Its parameters.
    package enum Parameter: Int, CaseIterable, Sendable { case rate, cents }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        switch parameter {
        case .rate:
            ParameterSpec(
                "Rate", 0.25...4, default: 1, .ratio, "How many times faster, and higher, the input plays.",
                isLogarithmic: true)
        case .cents:
            ParameterSpec(
                "Cents", -2400...2400, default: 0, .cents,
                "The same as a pitch, on top of the rate; both together stay within two octaves.")
        }
    }

    private let rampFrameCount: Int
    private var reader: VariableRateResampler
    private var inputFrameCount = 0
    private var isFresh = true

    package init(_ configuration: UnitConfiguration) {
        rampFrameCount = Int(configuration.sampleRateHz * Self.rampSeconds)
        reader = VariableRateResampler(channelCount: configuration.channelCount, reach: Self.reach)
    }

    package var rate: Double { reader.rate }

    package var aheadFrameCount: Int { @_noLocks get { reader.aheadFrameCount } }

    @_noLocks
    package static func rate(_ parameters: ParameterValues<Parameter>) -> Double {
        let cents = Double(parameters[.cents])
        let interval = cents == 0 ? 1 : avf_dsp_exp2(cents / 1200)
        return min(max(Double(parameters[.rate]) * interval, 0.25), 4)
    }

    @_noLocks
    package mutating func reset() {
        reader.reset()
        isFresh = true
    }

    @_noLocks
    package mutating func beginBlock(
        frameCount: Int, _ parameters: ParameterValues<Parameter>, isBypassed: Bool
    ) -> Int {
        reader.follow(isBypassed ? 1 : Self.rate(parameters), over: isFresh ? 0 : rampFrameCount)
        if isBypassed { _ = reader.settleOnFrame() }
        isFresh = false
        inputFrameCount = reader.inputFrameCount(forOutput: frameCount)
        return inputFrameCount
    }

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        _ = reader.process(
            input: block.input.channels, inputFrameCount: inputFrameCount, output: block.output.channels,
            from: 0, outputFrameCount: block.frameCount)
    }
}
