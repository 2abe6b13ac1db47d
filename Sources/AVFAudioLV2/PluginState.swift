import AVFRender
import AVFUnits
import CAVFDSP

/// A control port that sets a parameter.
struct ControlPort {
    var cell: UnsafePointer<Float>?
    let parameter: Int
    let lowest: Float
    let highest: Float
    let isInteger: Bool

    /// What the host asks for, as the parameter can take it; nil if that is nothing.
    var value: Float? {
        @_noLocks get {
            guard let value = cell?.pointee, !value.isNaN else { return nil }
            let clamped = min(max(value, lowest), highest)
            return isInteger ? Float(Int(clamped + (clamped < 0 ? -0.5 : 0.5))) : clamped
        }
    }
}

/// A control port that shows what the unit measures.
struct MeterPort {
    var cell: UnsafeMutablePointer<Float>?
    let parameter: Int
}

/// An audio port, and where the unit finds its channel.
struct AudioPort {
    var samples: UnsafeMutablePointer<Float>?
    /// What the unit reads, or what is written when the host has connected no output.
    ///
    /// Inputs are always copied, because hosts may give one buffer to any two ports.
    let scratch: UnsafeMutablePointer<Float>
    /// The place in the unit's channel table.
    let place: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
}

/// The render side of one plugin instance: fixed tables over raw memory, owned by `PluginInstance`.
struct PluginState {
    let unit: Unmanaged<RenderUnit>
    /// Keeps what is bypassed as late as what is processed; nil without latency.
    let bypassDelay: Unmanaged<RenderUnit>?
    let parameters: ParameterReader
    /// Messages about a file; nil for most.
    let sound: Unmanaged<PluginSound>?
    /// MIDI messages; nil for most.
    let events: Unmanaged<PluginEvents>?
    private let messages: UnsafeMutablePointer<PluginEventState>?
    /// The place of the parameter that gives each channel a program of its own; nil for most.
    private let multitimbral: Int?
    let controls: UnsafeMutableBufferPointer<ControlPort>
    let meters: UnsafeMutableBufferPointer<MeterPort>
    let inputs: UnsafeMutableBufferPointer<AudioPort>
    let outputs: UnsafeMutableBufferPointer<AudioPort>
    let inputBuses: UnsafePointer<AudioBus>
    let inputBusCount: Int
    let outputBuses: UnsafePointer<AudioBus>
    let outputBusCount: Int
    var enabled: UnsafePointer<Float>?
    var latency: UnsafeMutablePointer<Float>?
    private var wasEnabled = true
    private var sampleTime: Int64 = 0

    /// The most frames that the unit is given at once; longer blocks are cut.
    static var maximumFrameCount: Int { @_noLocks get { 1024 } }

    init(
        unit: Unmanaged<RenderUnit>, bypassDelay: Unmanaged<RenderUnit>?, parameters: ParameterReader,
        sound: Unmanaged<PluginSound>?, events: Unmanaged<PluginEvents>?, multitimbral: Int?,
        tables: borrowing PortTables
    ) {
        self.unit = unit
        self.bypassDelay = bypassDelay
        self.parameters = parameters
        self.sound = sound
        self.events = events
        messages = events?._withUnsafeGuaranteedRef { $0.state }
        self.multitimbral = multitimbral
        controls = tables.controls
        meters = tables.meters
        inputs = tables.inputs.ports
        outputs = tables.outputs.ports
        inputBuses = tables.inputs.buses
        inputBusCount = tables.inputs.busCount
        outputBuses = tables.outputs.buses
        outputBusCount = tables.outputs.busCount
    }

    /// Serves one call of the host's, in the real-time context.
    ///
    /// What is not proved by the compiler here are two atomic accesses to the unit, and messages in the
    /// host's memory.
    mutating func run(frameCount: Int) {
        sound?._withUnsafeGuaranteedRef { $0.hear() }
        takeControls()
        begin(frameCount)
        let isEnabled = (enabled?.pointee ?? 1) > 0
        if !isEnabled && wasEnabled { messages?.pointee.endNotes() }
        // What the unit heard before it was bypassed must not come back.
        if isEnabled && !wasEnabled { unit._withUnsafeGuaranteedRef { $0.requestReset() } }
        wasEnabled = isEnabled
        process(frameCount: frameCount, isEnabled: isEnabled)
        sound?._withUnsafeGuaranteedRef { $0.tell() }
        latency?.pointee = unit._withUnsafeGuaranteedRef { Float($0.latencyFrames) }
    }

    private func begin(_ frameCount: Int) {
        events?._withUnsafeGuaranteedRef {
            $0.begin(
                at: sampleTime, frameCount: frameCount,
                isMultitimbral: multitimbral.map { parameters.value($0) >= 0.5 } ?? false)
        }
    }

    @_noLocks
    private func takeControls() {
        for index in 0..<controls.count {
            if let value = controls[index].value { parameters.set(value, at: controls[index].parameter) }
        }
    }

    @_noLocks
    private mutating func process(frameCount: Int, isEnabled: Bool) {
        var done = 0
        while done < frameCount {
            let count = min(frameCount - done, Self.maximumFrameCount)
            makeSlice(done, count, isEnabled)
            done += count
        }
        for index in 0..<meters.count {
            meters[index].cell?.pointee = parameters.value(meters[index].parameter)
        }
    }

    @_noLocks
    private mutating func makeSlice(_ offset: Int, _ count: Int, _ isEnabled: Bool) {
        for index in 0..<inputs.count { take(inputs[index], offset, count) }
        for index in 0..<outputs.count {
            let port = outputs[index]
            port.place.pointee = port.samples.map { $0 + offset } ?? port.scratch
        }
        // The delay is always fed, so that it holds the newest sound when bypassing begins; an enabled unit
        // then writes over what it gave.
        if let bypassDelay { call(bypassDelay, count, nil) } else if !isEnabled { passThrough(count) }
        let events = messages?.pointee.slice(until: sampleTime &+ Int64(count))
        if isEnabled { call(unit, count, events) }
        messages?.pointee.deliver(isEnabled: isEnabled)
        sampleTime &+= Int64(count)
    }

    @_noLocks
    private func call(
        _ unit: Unmanaged<RenderUnit>, _ count: Int, _ events: UnsafeMutablePointer<BlockEvents>?
    ) {
        _ = callUnit(unit, .process(block(count).with(events), isTimed: false))
    }

    @_noLocks
    private func take(_ port: AudioPort, _ offset: Int, _ count: Int) {
        if let samples = port.samples {
            avf_dsp_copy(port.scratch, samples + offset, count)
        } else {
            avf_dsp_clear(port.scratch, count)
        }
    }

    /// Copies the first input bus to the first output bus; what has no input is silent.
    @_noLocks
    private func passThrough(_ count: Int) {
        let sourceCount = inputBusCount > 0 ? inputBuses[0].channelCount : 0
        for index in 0..<outputs.count {
            let output = outputs[index].place.pointee
            if index < sourceCount {
                avf_dsp_copy(output, inputBuses[0][index], count)
            } else {
                avf_dsp_clear(output, count)
            }
        }
    }

    @_noLocks
    private func block(_ count: Int) -> RenderBlock {
        RenderBlock(
            inputs: inputBuses, inputCount: inputBusCount, outputs: outputBuses, outputCount: outputBusCount,
            frameCount: count, sampleTime: sampleTime)
    }
}
