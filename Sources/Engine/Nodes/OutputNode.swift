import AVFGraph
import AVFRender
import AVFUnits

/// The graph's end: what arrives here is heard, or handed to the offline caller.
package final class OutputNode: EngineNode, @unchecked Sendable {  // Proof: see EngineNode.
    private let input = MixerStrip()
    private let master = MixerStrip()

    init() {
        super.init(name: "output", role: .output, inputBusCount: 1, outputBusCount: 1)
    }

    override var canBeDetached: Bool { false }

    /// Converts channels; called only when what arrives does not have the output's shape.
    override func unit(for request: UnitRequest) throws(EngineError) -> RenderUnit {
        MixerUnit(
            strips: [input], inputChannelCounts: request.configuration.inputChannelCounts,
            outputChannelCount: request.configuration.channelCount, master: master,
            sampleRateHz: request.sampleRateHz)
    }
}
