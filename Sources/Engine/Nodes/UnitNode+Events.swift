import AVFLV2Host
import AVFRender

extension UnitNode {
    /// Makes `schedule` ready to be called from threads that must not wait.
    package func prepareSchedule() { (currentUnit as? AutomatedUnit)?.prepareSchedule() }

    /// Gives a parameter a value at a sample of the node's timeline, at once or as a ramp from there. [any]
    ///
    /// False for an unknown address, a meter, NaN, or when too many changes wait. Before the unit is part of
    /// a graph there is no timeline, and the value is set.
    package func schedule(
        address: UInt64, value: Float, at sampleTime: Int64, rampFrameCount: Int = 0
    ) -> Bool {
        guard let index = descriptor.index(ofAddress: address), !value.isNaN,
            !parameters.specs[index].isReadOnly
        else { return false }
        guard let unit = currentUnit as? AutomatedUnit else {
            parameters.store(value, at: index)
            return true
        }
        return unit.schedule(
            ParameterEvent(
                parameter: index, value: value, at: sampleTime, rampFrameCount: Int64(max(0, rampFrameCount)))
        )
    }

    /// Sends a MIDI message of any length; false if too many wait. [any]
    ///
    /// A plugin that was not started yet is started.
    /// - Throws: `EngineError.notSupported` for a unit that takes no MIDI, `EngineError.plugin` if it does
    ///   not start.
    package func sendMIDI(
        _ message: [UInt8], at sampleTime: Int64 = RenderEvent.immediately
    ) throws(EngineError) -> Bool {
        guard descriptor.acceptsMIDI, let plugin = try hostedPlugin() else {
            throw .notSupported(node: name, reason: "takes no MIDI")
        }
        return plugin.send(MIDIEvent.events(message, at: sampleTime))
    }

    /// Tells a plugin where the music is, once a block, on the render thread; nil for none. [control]
    ///
    /// The plugin hears of it when it cannot know: at a start, a stop, a jump, another tempo or meter.
    package var transportProvider: TransportSource.Provider? {
        get { made.withLock { $0.transport } }
        set {
            made.withLock { $0.transport = newValue }
            (currentUnit as? any HostedPlugin)?.transport.provider = newValue
        }
    }
}
