/// What a unit is given to work on: its buses, how many frames, and when they are.
///
/// An output may share memory with the input of the same index, but only for a unit that allows in-place
/// work.
@frozen
public struct RenderBlock {
    /// The input buses; an unconnected bus reads silence.
    public let inputs: UnsafePointer<AudioBus>
    /// Number of input buses.
    public let inputCount: Int
    /// The output buses; every sample of every channel must be written.
    public let outputs: UnsafePointer<AudioBus>
    /// Number of output buses.
    public let outputCount: Int
    /// Number of frames to make.
    public let frameCount: Int
    /// Sample time of the first frame, at the unit's own rate.
    public let sampleTime: Int64
    /// Nanoseconds of CLOCK_MONOTONIC at which the device's block is heard; 0 without a device.
    public let hostTime: UInt64
    /// The block's events, and where the unit puts those that it makes; nil for a unit that no event wire
    /// reaches and that was sent none.
    public let events: UnsafeMutablePointer<BlockEvents>?
    /// Where the music is at the first frame; nil if there is no leader.
    public let transport: UnsafePointer<TransportPosition>?

    /// A block over the given buses.
    @inlinable @_noLocks
    public init(
        inputs: UnsafePointer<AudioBus>, inputCount: Int, outputs: UnsafePointer<AudioBus>, outputCount: Int,
        frameCount: Int, sampleTime: Int64, hostTime: UInt64 = 0,
        events: UnsafeMutablePointer<BlockEvents>? = nil, transport: UnsafePointer<TransportPosition>? = nil
    ) {
        self.inputs = inputs
        self.inputCount = inputCount
        self.outputs = outputs
        self.outputCount = outputCount
        self.frameCount = frameCount
        self.sampleTime = sampleTime
        self.hostTime = hostTime
        self.events = events
        self.transport = transport
    }

    /// The same block with other events.
    @inlinable @_noLocks
    package func with(_ events: UnsafeMutablePointer<BlockEvents>?) -> RenderBlock {
        RenderBlock(
            inputs: inputs, inputCount: inputCount, outputs: outputs, outputCount: outputCount,
            frameCount: frameCount, sampleTime: sampleTime, hostTime: hostTime, events: events,
            transport: transport)
    }

    /// The first input bus.
    @inlinable @inline(__always)
    public var input: AudioBus { @_noLocks get { inputs[0] } }

    /// The first output bus.
    @inlinable @inline(__always)
    public var output: AudioBus { @_noLocks get { outputs[0] } }

    /// The events that have arrived, in the order of time; times are in frames of the unit, as `sampleTime`.
    @inlinable
    public var eventsIn: EventList { @_noLocks get { events?.pointee.input ?? EventList() } }

    /// Puts an event into an output bus; false if the bus is not connected, or full.
    @inlinable @_noLocks
    public func send(_ event: UnitEvent, toBus bus: Int = 0) -> Bool {
        guard let events, let outputs = events.pointee.outputs, bus < events.pointee.outputCount else {
            return false
        }
        return outputs[bus].pointee.append(event)
    }

    /// Counts messages of the unit's that were lost before they could be sent.
    @_noLocks
    package func countDroppedEvents(_ messageCount: Int) {
        guard let events, let outputs = events.pointee.outputs, events.pointee.outputCount > 0 else { return }
        outputs[0].pointee.countDropped(messageCount)
    }
}
