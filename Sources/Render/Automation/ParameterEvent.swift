/// Control side → a unit: a parameter takes a value at a time, at once or by a ramp.
@frozen
public struct ParameterEvent: BitwiseCopyable, Sendable {
    /// When it begins, in frames of the unit; `RenderEvent.immediately` for the next block.
    public var sampleTime: Int64
    /// Frames that the way to the value takes; 0 for a step.
    public var rampFrameCount: Int64
    /// The parameter's place in the parameter block.
    public var parameter: Int
    /// The value in the end, within the parameter's range.
    public var value: Float

    /// An event.
    @inlinable
    public init(parameter: Int, value: Float, at sampleTime: Int64, rampFrameCount: Int64 = 0) {
        self.sampleTime = sampleTime
        self.rampFrameCount = rampFrameCount
        self.parameter = parameter
        self.value = value
    }
}
