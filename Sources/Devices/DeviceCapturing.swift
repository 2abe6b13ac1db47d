/// Takes `channels[0…channelCount)` with `frameCount` captured frames each, which it may change.
///
/// Called on the device's own thread and outside of the real-time context, as `DeviceRenderCallback` is; it
/// must neither wait nor allocate. `hostTimeNanoseconds` is the CLOCK_MONOTONIC time at which the first frame
/// reached the device, as far as the device knows.
package typealias DeviceCaptureCallback =
    @convention(c) (
        _ context: UnsafeMutableRawPointer?, _ channels: UnsafePointer<UnsafeMutablePointer<Float>>,
        _ channelCount: Int32, _ frameCount: Int32, _ hostTimeNanoseconds: UInt64
    ) -> Void

/// Who takes what a stream captures: a function and what it is about.
///
/// `@unchecked Sendable`: the context is only handed to the callback, on one thread at a time. Its owner
/// keeps it alive until the stream's `close()` has returned.
package struct DeviceCapturing: @unchecked Sendable {
    /// Called for each period.
    package let callback: DeviceCaptureCallback
    /// Handed to the callback.
    package let context: UnsafeMutableRawPointer?

    /// Pairs a callback with its context.
    package init(context: UnsafeMutableRawPointer?, callback: DeviceCaptureCallback) {
        self.context = context
        self.callback = callback
    }
}
