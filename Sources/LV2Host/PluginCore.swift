import AVFRender
import CAVFDSP
import CAVFLilv
import CAVFRealtime

/// One running plugin instance as the render thread sees it: plain memory, owned by its `PluginInstance`.
struct PluginCore: BitwiseCopyable {
    /// Louder than anything meant to be heard, and still far from infinity.
    private static let loudestPeak: Float = 1e28

    let descriptor: UnsafePointer<LV2_Descriptor>
    let handle: LV2_Handle
    /// Apart: copies of the core stay small.
    let ports: UnsafeMutablePointer<PluginPorts>
    let worker: UnsafeMutablePointer<WorkerQueue>
    let workerInterface: UnsafePointer<LV2_Worker_Interface>?

    /// Empties event ports; then messages may be added, then `process` be called.
    @_noLocks
    func prepareEvents() {
        for index in 0..<ports.pointee.events.count { ports.pointee.events.elements[index].prepare() }
    }

    /// Adds a message to every input that takes MIDI.
    @_noLocks
    func send(_ event: MIDIEvent, atFrame frame: UInt32) {
        for index in 0..<ports.pointee.events.count where ports.pointee.events.elements[index].takesMIDI {
            _ = ports.pointee.events.elements[index].append(event, atFrame: frame)
        }
    }

    /// Makes a block; false if the output was not fit to be heard and is silence now.
    ///
    /// `firstChannel` is the channel that this instance counts from, on every bus; `floatingPoint` is the
    /// thread's mode, which no plugin may change.
    @_noLocks
    func process(
        _ block: RenderBlock, firstChannel: Int, _ parameters: ParameterReader,
        _ floatingPoint: avf_rt_fpu_state
    ) -> Bool {
        readParameters(parameters)
        connect(block, firstChannel)
        markOutputs(block.frameCount)
        callPlugin(.run(frameCount: UInt32(truncatingIfNeeded: block.frameCount)), descriptor, handle)
        avf_rt_fpu_restore(floatingPoint)
        deliverResponses(floatingPoint)
        let isSound = guardOutputs(block.frameCount)
        return guardEvents() && isSound
    }

    /// Gives the MIDI messages that the plugin has made to `ring`, at times from `start` on.
    @_noLocks
    func forwardMIDI(to ring: Ring<MIDIEvent>, from start: Int64) {
        for index in 0..<ports.pointee.events.count {
            ports.pointee.events.elements[index].forward(to: ring, from: start)
        }
    }

    /// Forgets all history, as a new instance would have none.
    @_noLocks
    func restart(_ floatingPoint: avf_rt_fpu_state) {
        callPlugin(.restart, descriptor, handle)
        avf_rt_fpu_restore(floatingPoint)
    }

    /// Publishes what the plugin shows.
    @_noLocks
    func publishMeters(_ parameters: ParameterReader) {
        for index in 0..<ports.pointee.meters.count {
            let meter = ports.pointee.meters.elements[index]
            if meter.cell.pointee.isFinite { parameters.publish(meter.cell.pointee, at: meter.parameter) }
        }
    }

    /// Sets the ports by which the host switches the plugin.
    @_noLocks
    func setSwitches(isEnabled: Bool, isFreeWheeling: Bool) {
        ports.pointee.enabled?.pointee = isEnabled ? 1 : 0
        ports.pointee.freeWheeling?.pointee = isFreeWheeling ? 1 : 0
    }

    /// Answers of the worker go in on the thread that runs the plugin, between two runs.
    @_noLocks
    func deliverResponses(_ floatingPoint: avf_rt_fpu_state) {
        guard let workerInterface else { return }
        let buffer = worker.pointee.responseBuffer
        while let count = worker.pointee.responses.pop(into: buffer) {
            callPlugin(.respond(workerInterface, data: buffer, count: count), descriptor, handle)
        }
        callPlugin(.endRun(workerInterface), descriptor, handle)
        avf_rt_fpu_restore(floatingPoint)
    }

    /// Most control ports read the snapshot itself.
    @_noLocks
    func readParameters(_ parameters: ParameterReader) {
        parameters.snapshot(into: ports.pointee.values)
        for index in 0..<ports.pointee.ownCells.count {
            let control = ports.pointee.ownCells.elements[index]
            control.cell.pointee = ports.pointee.values[control.parameter]
        }
    }

    @_noLocks
    private func connect(_ block: RenderBlock, _ firstChannel: Int) {
        let inputs = ports.pointee.inputs
        for index in 0..<inputs.count {
            connect(inputs.elements + index, block.inputs, block.inputCount, firstChannel)
        }
        let outputs = ports.pointee.outputs
        for index in 0..<outputs.count {
            connect(outputs.elements + index, block.outputs, block.outputCount, firstChannel)
        }
    }

    /// The plan's buffers rarely move, so most blocks connect nothing.
    @_noLocks
    @inline(__always)
    private func connect(
        _ port: UnsafeMutablePointer<PluginPorts.Audio>, _ buses: UnsafePointer<AudioBus>, _ busCount: Int,
        _ firstChannel: Int
    ) {
        let channel = port.pointee.channel &+ firstChannel
        var memory = port.pointee.fallback
        if port.pointee.bus < busCount, channel < buses[port.pointee.bus].channelCount {
            memory = buses[port.pointee.bus].channels[channel]
        }
        guard memory != port.pointee.connected else { return }
        port.pointee.connected = memory
        callPlugin(.connect(port: port.pointee.index, memory: memory), descriptor, handle)
    }

    /// A NaN at the end of each output: a plugin that does not write its output is found out by it.
    @_noLocks
    private func markOutputs(_ frameCount: Int) {
        let outputs = ports.pointee.outputs
        for index in 0..<outputs.count { outputs.elements[index].connected[frameCount &- 1] = .nan }
    }

    @_noLocks
    private func guardOutputs(_ frameCount: Int) -> Bool {
        let outputs = ports.pointee.outputs
        var isSound = true
        for index in 0..<outputs.count {
            let samples = outputs.elements[index].connected
            // NaN fails the comparison too.
            if avf_dsp_peak(samples, frameCount) <= Self.loudestPeak { continue }
            samples.update(repeating: 0, count: frameCount)
            isSound = false
        }
        return isSound
    }

    @_noLocks
    private func guardEvents() -> Bool {
        let events = ports.pointee.events
        for index in 0..<events.count where !events.elements[index].isInput {
            guard events.elements[index].isSound() else {
                events.elements[index].prepare()
                return false
            }
        }
        return true
    }
}
