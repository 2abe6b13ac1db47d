import AVFLV2Host
import AVFRender

/// Parameters at exact samples.
extension UnitNode {
    /// Makes `schedule` and `sendMIDI` ready to be called from threads that must not wait. [control]
    package func prepareEvents() {
        parameters.events.prepare()
        (currentUnit as? AutomatedUnit)?.prepareSchedule()
    }

    /// Gives a parameter a value at a sample of the node's timeline, at once or as a ramp from there. [any,
    /// after `prepareEvents`]
    ///
    /// False for an unknown address, a meter, NaN, or when too many events wait. Before the unit is part of
    /// a graph there is no timeline, and the value is set; a time effect always takes it at once.
    package func schedule(
        address: UInt64, value: Float, at sampleTime: Int64, rampFrameCount: Int = 0
    ) -> Bool {
        guard let index = descriptor.index(ofAddress: address),
            let event = parameters.event(
                index, value, at: sampleTime, rampFrameCount: Int64(max(0, rampFrameCount)))
        else { return false }
        guard hasUnit.load(ordering: .acquiring), descriptor.inputPace == nil else {
            parameters.store(value, at: index)
            return true
        }
        if !parameters.events.isMade { prepareEvents() }
        return parameters.events.enqueue(event)
    }
}

/// MIDI in and out.
extension UnitNode {
    /// Sends a MIDI message of any length; false if too many wait. [control]
    ///
    /// A unit that was not made yet is made, and a plugin started.
    /// - Throws: `EngineError.notSupported` for a unit that takes no MIDI, `EngineError.plugin` if it does
    ///   not start.
    package func sendMIDI(
        _ message: [UInt8], at sampleTime: Int64 = RenderEvent.immediately
    ) throws(EngineError) -> Bool {
        try prepareMIDI()
        return message.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { sendMIDI($0, byteCount: bytes.count, at: sampleTime) } ?? true
        }
    }

    /// Makes ready what takes MIDI: a plugin that was not started yet is started. [any, without a wait once
    /// it is]
    ///
    /// - Throws: As `sendMIDI`.
    package func prepareMIDI() throws(EngineError) {
        guard descriptor.acceptsMIDI else { throw .notSupported(node: name, reason: "takes no MIDI") }
        guard plugin != nil, !hasUnit.load(ordering: .acquiring) else { return }
        _ = try hostedPlugin()
    }

    /// Sends a MIDI message of any length; false if too many wait, or the unit takes none. [any, after
    /// `prepareEvents`]
    package func sendMIDI(
        _ bytes: UnsafePointer<UInt8>, byteCount: Int, cable: UInt8 = 0, at sampleTime: Int64
    ) -> Bool {
        guard descriptor.acceptsMIDI else { return false }
        return parameters.events.enqueue(bytes, byteCount: byteCount, cable: cable, at: sampleTime)
    }

    /// Sends messages in words; false if there is no room for all, or the unit takes none. [any, after
    /// `prepareEvents`]
    ///
    /// A unit that takes MIDI 1.0 gets the nearest messages that there are.
    package func sendMIDI<Source: PacketSource>(
        _ packets: Source, cable: UInt8 = 0, at sampleTime: Int64
    ) -> Bool {
        descriptor.acceptsMIDI && parameters.events.enqueue(packets, cable: cable, at: sampleTime)
    }

    /// Takes the messages that the unit makes.
    package typealias MIDIListener = @Sendable (_ message: EventMessage) -> Void

    /// Takes the messages that the unit makes, on the pump thread; nil for none. [control]
    package var midiListener: MIDIListener? {
        get { made.withLock { $0.midiListener } }
        set {
            made.withLock { made in
                made.midiListener = newValue
                if newValue == nil {
                    made.eventTap = nil
                } else if made.eventTap == nil {
                    made.eventTap = EventTapUnit()
                }
            }
            if descriptor.makesMIDI { engine?.setEventTap(newValue != nil, of: self) }
        }
    }

    /// The messages that wait for the listener, as calls of it.
    func takeMessages() -> [@Sendable () -> Void] {
        let (listener, tap) = made.withLock { ($0.midiListener, $0.eventTap) }
        guard let listener, let tap else { return [] }
        let droppedCount = tap.takeDroppedCount()
        if droppedCount > 0 { engine?.emit(.failed(.eventsDropped(node: name, count: droppedCount))) }
        return tap.takeMessages().map { message in { listener(message) } }
    }
}

/// Where the music is.
extension UnitNode {
    /// Tells a plugin where the music is, once a block, on the render thread, in place of the engine's
    /// transport; nil for none. [control]
    ///
    /// The plugin hears of it when it cannot know: at a start, a stop, a jump, another tempo or meter.
    package var transportProvider: TransportSource.Callback? {
        get { made.withLock { $0.transport } }
        set {
            made.withLock { $0.transport = newValue }
            (currentUnit as? any HostedPlugin)?.transport.callback = newValue
        }
    }
}
