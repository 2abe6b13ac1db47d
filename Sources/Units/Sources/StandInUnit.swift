import AVFRender
import CAVFDSP

/// Takes the place of a unit that could not be made: passes its input on, or is silent where it has none.
package final class StandInUnit: RenderUnit, @unchecked Sendable {  // Proof: it has no state.
    package override func process(_ block: RenderBlock) { StandIn.process(block) }
}

private enum StandIn {
    @_noLocks
    static func process(_ block: RenderBlock) {
        for bus in 0..<block.outputCount {
            let output = block.outputs[bus]
            for channel in 0..<output.channelCount {
                if bus < block.inputCount, channel < block.inputs[bus].channelCount {
                    let input = block.inputs[bus][channel]
                    if input != output[channel] { avf_dsp_copy(output[channel], input, block.frameCount) }
                } else {
                    avf_dsp_clear(output[channel], block.frameCount)
                }
            }
        }
    }
}
