import AVFRealtime
import AVFRender
import CAVFDSP
import CAVFLilv
import CAVFRealtime

/// One running plugin instance as the render thread sees it: plain memory, owned by its `PluginInstance`.
package struct PluginCore: BitwiseCopyable {
    package let descriptor: UnsafePointer<LV2_Descriptor>
    package let handle: LV2_Handle
    /// Apart: copies of the core stay small.
    let ports: UnsafeMutablePointer<PluginPorts>
    let worker: UnsafeMutablePointer<WorkerQueue>
    let workerInterface: UnsafePointer<LV2_Worker_Interface>?

    /// The latency a plugin tells, if it can be believed: finite, not negative, at most ten seconds.
    static func latencyFrames(_ value: Float, sampleRateHz: Double) -> Int? {
        guard value.isFinite, value >= 0, Double(value) <= 10 * sampleRateHz else { return nil }
        return Int(value.rounded())
    }

    /// Empties event ports; then messages may be added, then `process` be called.
    @_noLocks
    func prepareEvents() {
        for index in 0..<ports.pointee.events.count { ports.pointee.events.elements[index].prepare() }
    }

    /// Adds a message to every input that takes MIDI.
    @_noLocks
    func send(_ event: UnitEvent, atFrame frame: UInt32) {
        for index in 0..<ports.pointee.events.count where ports.pointee.events.elements[index].takesMIDI {
            _ = ports.pointee.events.elements[index].append(event, atFrame: frame)
        }
    }

    /// Whether nothing but sound goes in and out: no messages, no jobs, no switches, no meters, no latency.
    var isPlain: Bool {
        workerInterface == nil && ports.pointee.events.count == 0 && ports.pointee.meters.count == 0
            && ports.pointee.timeControls.count == 0
            && ports.pointee.enabled == nil && ports.pointee.freeWheeling == nil
            && ports.pointee.latency == nil
    }

    /// Makes a block; false if some samples were not fit to be heard and are silence now.
    ///
    /// `firstChannel` is the channel that this instance counts from, on every bus.
    @_noLocks
    @inline(__always)
    func process(
        _ block: RenderBlock, firstChannel: Int, _ parameters: ParameterReader
    ) -> Bool {
        readParameters(parameters)
        connect(block, firstChannel)
        callPlugin(.run(frameCount: UInt32(truncatingIfNeeded: block.frameCount)), descriptor, handle)
        avf_rt_fpu_restore()
        let wiring = ports.pointee.wiring
        return SoundGuard.clean(UnsafePointer(wiring.connected), wiring.outputCount, block.frameCount)
    }

    /// Takes what a block has made beside its sound; false if the messages were not fit to be read.
    @_noLocks
    func finish() -> Bool {
        deliverResponses()
        return guardEvents()
    }

    /// Gives the MIDI messages that the plugin has made in a block to a bus.
    @_noLocks
    func forwardMIDI(to bus: UnsafeMutablePointer<EventBus>, _ block: RenderBlock) {
        for index in 0..<ports.pointee.events.count {
            ports.pointee.events.elements[index].forward(to: bus, block)
        }
    }

    /// Forgets all history, as a new instance would have none.
    @_noLocks
    func restart() {
        callPlugin(.restart, descriptor, handle)
        avf_rt_fpu_restore()
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
    package func deliverResponses() {
        guard let workerInterface else { return }
        let buffer = worker.pointee.responseBuffer
        while let count = worker.pointee.responses.pop(into: buffer) {
            callPlugin(.respond(workerInterface, data: buffer, count: count), descriptor, handle)
        }
        callPlugin(.endRun(workerInterface), descriptor, handle)
        avf_rt_fpu_restore()
    }

    /// Most control ports read the snapshot itself.
    @_noLocks
    @inline(__always)
    func readParameters(_ parameters: ParameterReader) {
        ports.pointee.seenChanges = parameters.snapshot(
            into: ports.pointee.values, seen: ports.pointee.seenChanges)
        var index = 0
        while index < ports.pointee.ownCells.count {
            let control = ports.pointee.ownCells.elements[index]
            control.cell.pointee = ports.pointee.values[control.parameter]
            index &+= 1
        }
    }

    /// The plan's buffers rarely move, so most blocks connect nothing.
    ///
    /// The outputs are silent before: what a plugin does not write must not be what another unit has left
    /// there. No output shares memory with an input, because `PluginUnit` does not allow it.
    @_noLocks
    @inline(__always)
    private func connect(_ block: RenderBlock, _ firstChannel: Int) {
        if !ports.pointee.wiring.follows(block) { ports.pointee.wiring.trace(block, firstChannel) }
        let wiring = ports.pointee.wiring
        var index = 0
        while index < wiring.outputCount {
            connect(wiring, index)
            avf_dsp_clear(wiring.connected[index], block.frameCount)
            index &+= 1
        }
        while index < wiring.count {
            connect(wiring, index)
            index &+= 1
        }
    }

    @_noLocks
    @inline(__always)
    private func connect(_ wiring: AudioPortMap, _ index: Int) {
        guard let memory = wiring.take(index) else { return }
        callPlugin(.connect(port: wiring.number(index), memory: memory), descriptor, handle)
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
