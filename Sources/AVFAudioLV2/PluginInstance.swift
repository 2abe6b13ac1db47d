import AVFRender
import AVFUnits
import CAVFLV2
import CAVFRealtime

/// A native unit as an LV2 host holds it.
///
/// The host sees `state`, so that running touches no object. LV2 lets one thread at a time call an instance.
final class PluginInstance {
    /// The render side; the host's handle is this address.
    let state: UnsafeMutablePointer<PluginState>
    private let layout: PluginPortLayout
    private let parameters: ParameterBlock
    private let unit: RenderUnit
    private let bypassDelay: RenderUnit?
    private let tables: PortTables
    /// What it needs for its file; nil for most.
    let sound: PluginSound?
    /// Its messages; nil for most.
    private let events: PluginEvents?
    /// The place of each parameter in the table of controls or meters.
    private let places: [Int]

    /// An instance at the host's rate; nil for a rate at which no unit works.
    init?(
        _ entry: UnitEntry, sampleRateHz: Double,
        features: UnsafePointer<UnsafePointer<LV2_Feature>?>?
    ) {
        guard (1_000...1_536_000).contains(sampleRateHz) else { return nil }
        let descriptor = entry.descriptor
        layout = PluginPortLayout(entry)
        parameters = ParameterBlock(descriptor)
        unit = entry.make(
            UnitConfiguration(
                sampleRateHz: sampleRateHz, inputChannelCounts: layout.inputChannelCounts,
                outputChannelCounts: layout.outputChannelCounts,
                maximumFrameCount: PluginState.maximumFrameCount, sectionCount: entry.defaultSectionCount),
            parameters)
        let canDelay =
            unit.latencyFrames > 0 && layout.inputChannelCounts.first == layout.outputChannelCounts.first
        bypassDelay =
            canDelay
            ? DelayUnit(frameCount: unit.latencyFrames, channelCount: layout.outputChannelCounts[0]) : nil
        tables = PortTables(layout, descriptor)
        sound = PluginSound(unit, descriptor, features: features)
        events = PluginEvents(descriptor, bank: sound, features: features)
        let isMeter = descriptor.parameters.map { $0.spec.isReadOnly }
        places = isMeter.indices.map { index in isMeter[..<index].count { $0 == isMeter[index] } }
        state = .allocate(capacity: 1)
        // Proof: the instance owns the units and frees the state first.
        state.initialize(
            to: PluginState(
                unit: .passUnretained(unit), bypassDelay: bypassDelay.map { .passUnretained($0) },
                parameters: parameters.reader, sound: sound.map { .passUnretained($0) },
                events: events.map { .passUnretained($0) }, multitimbral: descriptor.multitimbralPlace,
                tables: tables))
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// Takes the host's memory for a port, or takes note that there is none.
    func connect(_ index: Int, to memory: UnsafeMutableRawPointer?) {
        guard layout.ports.indices.contains(index) else { return }
        let cell = memory?.assumingMemoryBound(to: Float.self)
        switch layout.ports[index].role {
        case .audioInput(let bus, let channel):
            tables.inputs.ports[tables.inputs.index(bus: bus, channel: channel)].samples = cell
        case .audioOutput(let bus, let channel):
            tables.outputs.ports[tables.outputs.index(bus: bus, channel: channel)].samples = cell
        case .enabled: state.pointee.enabled = UnsafePointer(cell)
        case .latency: state.pointee.latency = cell
        case .control:
            sound?.control = UnsafePointer(sequence(memory))
            events?.control = UnsafePointer(sequence(memory))
        case .midiOutput: events?.state.pointee.output = sequence(memory)
        case .notify: sound?.notify = sequence(memory)
        case .parameter(let parameter):
            if parameters.specs[parameter].isReadOnly {
                tables.meters[places[parameter]].cell = cell
            } else {
                tables.controls[places[parameter]].cell = UnsafePointer(cell)
            }
        }
    }

    private func sequence(_ memory: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<LV2_Atom_Sequence>? {
        memory?.assumingMemoryBound(to: LV2_Atom_Sequence.self)
    }

    /// Forgets what was heard.
    func activate() {
        unit.requestReset()
        sound?.programs?.sendAgain()
        bypassDelay?.requestReset()
    }

    /// Makes a block, on the host's render thread.
    static func run(_ state: UnsafeMutablePointer<PluginState>, frameCount: UInt32) {
        var call = Call(state: state, frameCount: Int(frameCount))
        avf_rt_enter({ $0?.assumingMemoryBound(to: Call.self).pointee.run() }, &call)
    }
}

/// One call of the host's, as it passes through the real-time entry.
private struct Call {
    let state: UnsafeMutablePointer<PluginState>
    let frameCount: Int

    func run() { state.pointee.run(frameCount: frameCount) }
}
