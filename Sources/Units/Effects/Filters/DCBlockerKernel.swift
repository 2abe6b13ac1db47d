import AVFDSP
import AVFRender

/// Takes away what does not swing: a high-pass of first order far below what is heard.
package struct DCBlockerKernel: Kernel, ~Copyable {
    package static let symbol = "dcBlocker"
    package static let name = "DC Blocker"
    package static let summary = "Takes away a constant offset."
    package static let kind = UnitKind.effect
    package static let subtype = fourCharacterCode("dcbl")

    /// Its parameter.
    package enum Parameter: Int, CaseIterable, Sendable { case cutoffFrequency }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        ParameterSpec(
            "Cutoff Frequency", 1...40, default: 5, .hertz,
            "Where the gain is −3 dB; below, 6 dB an octave less.",
            isLogarithmic: true)
    }

    package static func tailSeconds(
        _ parameters: ParameterValues<Parameter>, sampleRateHz: Double
    ) -> Double { 14 / (2 * .pi * Double(parameters[.cutoffFrequency])) }

    private let sampleRateHz: Double
    private var filter: BiquadCascade
    private var cutoffHz = Float.nan

    package init(_ configuration: UnitConfiguration) {
        sampleRateHz = configuration.sampleRateHz
        filter = BiquadCascade(sectionCount: 1, channelCount: configuration.channelCount)
    }

    @_noLocks
    package mutating func reset() { filter.reset() }

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        if cutoffHz != parameters[.cutoffFrequency] {
            cutoffHz = parameters[.cutoffFrequency]
            filter.set(
                0, .firstOrderHighPass(frequencyHz: Double(cutoffHz), sampleRateHz: sampleRateHz),
                isActive: true)
        }
        filter.process(
            input: block.input.channels, output: block.output.channels, frameCount: block.frameCount)
    }
}
