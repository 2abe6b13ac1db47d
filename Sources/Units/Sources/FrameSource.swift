/// Memory for frames that the program makes or takes, and when they are.
package struct FrameRequest {
    /// One pointer for each channel.
    package let channels: UnsafePointer<UnsafeMutablePointer<Float>>
    /// Number of channels.
    package let channelCount: Int
    /// Number of frames.
    package let frameCount: Int
    /// Sample time of the first frame, at the rate of who is asked.
    package let sampleTime: Int64
    /// Nanoseconds of CLOCK_MONOTONIC at which the device's block is heard; 0 without a device.
    package let hostTime: UInt64

    /// A request.
    @_noLocks
    package init(
        channels: UnsafePointer<UnsafeMutablePointer<Float>>, channelCount: Int, frameCount: Int,
        sampleTime: Int64, hostTime: UInt64
    ) {
        self.channels = channels
        self.channelCount = channelCount
        self.frameCount = frameCount
        self.sampleTime = sampleTime
        self.hostTime = hostTime
    }
}

/// What became of a request.
package enum FrameAnswer {
    /// The memory holds frames.
    case filled
    /// Whatever the memory holds, silence is meant.
    case silent
    /// There are no frames now.
    case missing
    /// Something went wrong, with a code of the program's.
    case failed(Int32)
}

/// Frames that are made outside of the engine, such as by a block of the program's.
package protocol FrameSource: AnyObject, Sendable {
    /// Fills the memory. [render]
    func fill(_ request: FrameRequest) -> FrameAnswer
}

/// Where frames go that are used outside of the engine.
package protocol FrameSink: AnyObject, Sendable {
    /// Reads the memory; 0, or a code of the program's if something went wrong. [render]
    func take(_ request: FrameRequest) -> Int32
}
