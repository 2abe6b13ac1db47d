/// An open device, for playback or for capture.
///
/// All functions are [control] and may be called from any thread but the device's own, one at a time.
/// While it runs, the stream calls its render or capture callback on a thread named `avf-render`.
package protocol DeviceStream: AnyObject, Sendable {
    /// What the device granted; never changes.
    var format: DeviceStreamFormat { get }

    /// What the stream is doing. [any]
    var state: DeviceStreamState { get }

    /// Interruptions since the stream was opened, each counted once. [any]
    var xrunCount: Int { get }

    /// Frames between the callback and the ear, or the microphone and the callback, as last measured. [any]
    var latencyFrameCount: Int { get }

    /// Frames between the render callback and the ear when all goes well; never changes.
    var leadFrameCount: Int { get }

    /// How often the callback was, or will be, asked for several blocks at once or out of its usual time:
    /// after an interruption, and when another clock has taken the lead. [any]
    ///
    /// Host times of such blocks say nothing about the device's pace.
    var disturbanceCount: Int { get }

    /// Starts to render and play, or to capture; nothing happens when it runs already.
    ///
    /// - Throws: `DeviceError.closed`, `.lost`, or `.cannotStart` with the cause. A lost stream does not
    ///   come back: close it and open the device again.
    func start() throws(DeviceError)

    /// Stops at once, dropping what the device still holds; the callback is not called after it returns.
    ///
    /// Returns within 200 ms even when the device hangs, plus what a render callback in progress takes.
    func stop()

    /// Stops and gives the device back; the stream cannot be used after.
    func close()

    /// Takes the oldest event that was not taken yet; nil when there is none. [control], one taker.
    ///
    /// Meant to be asked every few milliseconds by a thread that is not real-time. If it is not asked, xruns
    /// past the sixteenth are counted in `xrunCount` only; the loss of the device is never dropped.
    func nextEvent() -> DeviceEvent?

    /// Takes the oldest change of the device behind the stream; nil when there is none. [control], one taker.
    ///
    /// Only streams that outlive their device have changes.
    func nextChange() -> FailoverChange?

    /// Tells a stream that was opened with `waitsUntilUsed` that it is used now. [control]
    func use()
}

extension DeviceStream {
    package var disturbanceCount: Int { xrunCount }

    package func nextChange() -> FailoverChange? { nil }

    package func use() {}

    /// A device that asks for a period as soon as it has room for one.
    package var leadFrameCount: Int { max(0, format.bufferFrameCount - format.periodFrameCount) }
}
