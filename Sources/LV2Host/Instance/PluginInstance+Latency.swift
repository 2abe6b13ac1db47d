import AVFRender
import CAVFDSP

/// The latency of an instance before it is heard.
extension PluginInstance {
    /// Asks for the latency, which a plugin tells in `run()`: many in any, some only where there are frames.
    ///
    /// So it makes a block of silence, with the parameters' present values. Only for an instance that has not
    /// has heard: activating anew takes back what the block has changed.
    func probeLatency(_ parameters: ParameterReader) {
        guard let cell = core.pointee.ports.pointee.latency else { return }
        core.pointee.readParameters(parameters)
        // What the plugin does not write is no number.
        cell.pointee = .nan
        runSilence(frameCount: 0)
        let toldWithoutFrames = cell.pointee
        runSilence(frameCount: maximumFrameCount)
        tellsLatencyWithoutFrames = toldWithoutFrames == cell.pointee
        core.pointee.descriptor.pointee.deactivate?(core.pointee.handle)
        core.pointee.descriptor.pointee.activate?(core.pointee.handle)
        core.pointee.ports.pointee.wiring.clearFallbacks(frameCount: maximumFrameCount)
        latencyFrames = PluginCore.latencyFrames(cell.pointee, sampleRateHz: sampleRateHz) ?? 0
    }

    /// Reads the latency again, because a state or parameters may have changed it.
    ///
    /// Not beside `run`. Of an instance that has been heard, whose sound must go on, it learns what a run
    /// without frames tells; where that tells nothing, the next block will.
    func refreshLatency(_ parameters: ParameterReader, hasBeenHeard: Bool) {
        ForeignCode.call {
            guard hasBeenHeard else { return probeLatency(parameters) }
            guard tellsLatencyWithoutFrames, let cell = core.pointee.ports.pointee.latency else { return }
            runSilence(frameCount: 0)
            latencyFrames =
                PluginCore.latencyFrames(cell.pointee, sampleRateHz: sampleRateHz) ?? latencyFrames
        }
    }

    /// A run in which no messages go in, and what comes out is not heard.
    private func runSilence(frameCount: Int) {
        core.pointee.prepareEvents()
        core.pointee.descriptor.pointee.run?(core.pointee.handle, UInt32(frameCount))
    }
}
