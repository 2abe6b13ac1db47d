/// Fills `channels[0…channelCount)` with `frameCount` frames each.
///
/// Called on the device's own thread and outside of the real-time context: the callee enters it
/// (`avf_rt_enter`), so that it can wake other threads after it has left. It must neither wait nor allocate.
/// `hostTimeNanoseconds` is the CLOCK_MONOTONIC time at which the first frame will be heard, as far as the
/// device knows. The channels hold silence when the call begins; what the callee leaves alone stays silent.
package typealias DeviceRenderCallback =
    @convention(c) (
        _ context: UnsafeMutableRawPointer?, _ channels: UnsafePointer<UnsafeMutablePointer<Float>>,
        _ channelCount: Int32, _ frameCount: Int32, _ hostTimeNanoseconds: UInt64
    ) -> Void

/// Who renders for a stream: a function and what it is about.
///
/// `@unchecked Sendable`: the context is only handed to the callback, on one thread at a time. Its owner
/// keeps it alive until the stream's `close()` has returned.
package struct DeviceRendering: @unchecked Sendable {
    /// Called for each period.
    package let callback: DeviceRenderCallback
    /// Handed to the callback.
    package let context: UnsafeMutableRawPointer?

    /// Pairs a callback with its context.
    package init(context: UnsafeMutableRawPointer?, callback: DeviceRenderCallback) {
        self.context = context
        self.callback = callback
    }
}
