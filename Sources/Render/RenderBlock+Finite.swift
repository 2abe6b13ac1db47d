import CAVFDSP

extension RenderBlock {
    /// The same block with 0 in the place of input samples that are no finite numbers.
    ///
    /// The inputs stay as they are: where one has such a sample, the outputs get the clean copy, and the unit
    /// works in place on it. A unit whose buses do not allow that gets what there is. [render]
    @_noLocks
    func withFiniteInputs() -> RenderBlock {
        guard inputCount <= outputCount, !hasFiniteInputs() else { return self }
        for bus in 0..<inputCount {
            guard inputs[bus].channelCount == outputs[bus].channelCount else { return self }
        }
        for bus in 0..<inputCount {
            for channel in 0..<inputs[bus].channelCount {
                avf_dsp_copy_finite(outputs[bus][channel], inputs[bus][channel], frameCount)
            }
        }
        return RenderBlock(
            inputs: outputs, inputCount: inputCount, outputs: outputs, outputCount: outputCount,
            frameCount: frameCount, sampleTime: sampleTime, hostTime: hostTime, events: events,
            transport: transport)
    }

    @_noLocks
    private func hasFiniteInputs() -> Bool {
        var peak: Float = 0
        for bus in 0..<inputCount {
            for channel in 0..<inputs[bus].channelCount {
                guard avf_dsp_is_finite(inputs[bus][channel], frameCount, &peak) else { return false }
            }
        }
        return true
    }
}
