/// Makes `outputs` of `inputs`, `frameCount` frames each.
///
/// Called on the playing device's thread, under the rules of `DeviceRenderCallback`. The outputs hold silence
/// when the call begins; the inputs hold silence while the capturing device has nothing, and may be changed.
/// `inputTimeNanoseconds` is when the first input frame reached its device, `outputTimeNanoseconds` when the
/// first output frame will be heard, both by CLOCK_MONOTONIC.
package typealias DuplexCallback =
    @convention(c) (
        _ context: UnsafeMutableRawPointer?, _ inputs: UnsafePointer<UnsafeMutablePointer<Float>>,
        _ inputChannelCount: Int32, _ outputs: UnsafePointer<UnsafeMutablePointer<Float>>,
        _ outputChannelCount: Int32, _ frameCount: Int32, _ inputTimeNanoseconds: UInt64,
        _ outputTimeNanoseconds: UInt64
    ) -> Void

/// Who renders for a duplex stream: a function and what it is about.
///
/// `@unchecked Sendable`: as `DeviceRendering`.
package struct DuplexRendering: @unchecked Sendable {
    /// Called for each period.
    package let callback: DuplexCallback
    /// Handed to the callback.
    package let context: UnsafeMutableRawPointer?

    /// Pairs a callback with its context.
    package init(context: UnsafeMutableRawPointer?, callback: DuplexCallback) {
        self.context = context
        self.callback = callback
    }
}
