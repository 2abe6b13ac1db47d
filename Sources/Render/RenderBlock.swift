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

    /// A block over the given buses.
    @inlinable @_noLocks
    public init(
        inputs: UnsafePointer<AudioBus>, inputCount: Int, outputs: UnsafePointer<AudioBus>, outputCount: Int,
        frameCount: Int, sampleTime: Int64, hostTime: UInt64 = 0
    ) {
        self.inputs = inputs
        self.inputCount = inputCount
        self.outputs = outputs
        self.outputCount = outputCount
        self.frameCount = frameCount
        self.sampleTime = sampleTime
        self.hostTime = hostTime
    }

    /// The first input bus.
    @inlinable @inline(__always)
    public var input: AudioBus { @_noLocks get { inputs[0] } }

    /// The first output bus.
    @inlinable @inline(__always)
    public var output: AudioBus { @_noLocks get { outputs[0] } }
}
