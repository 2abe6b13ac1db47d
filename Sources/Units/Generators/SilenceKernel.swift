import AVFRender
import CAVFDSP

/// Nothing, on any number of channels: what keeps an input fed, and what others' noise is measured with.
package struct SilenceKernel: Kernel, ~Copyable {
    package static let symbol = "silence"
    package static let name = "Silence"
    package static let summary = "Plays nothing, for as long as it is asked."
    package static let kind = UnitKind.generator
    package static let subtype = fourCharacterCode("slnc")

    /// It has none.
    package enum Parameter: RawRepresentable, CaseIterable, Sendable {
        package init?(rawValue: Int) { nil }
        package var rawValue: Int { switch self {} }
        package static var allCases: [Parameter] { [] }
    }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {}

    package init(_ configuration: UnitConfiguration) {}

    @_noLocks
    package mutating func reset() {}

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        for channel in 0..<block.output.channelCount {
            avf_dsp_clear(block.output[channel], block.frameCount)
        }
    }
}
