/// A way to reach sound hardware: lists devices and opens streams on them.
///
/// A backend is six functions: `devices` and `openPlayback` here, `start`, `stop`, `close` and `nextEvent`
/// on the stream. Nothing is opened before `openPlayback` is called. Capture will be a second `open…`
/// with a callback of its own that reads its channels; streams, events and errors stay the same.
package protocol DeviceBackend: Sendable {
    /// The devices there are now, the default one first; empty when there are none. [control]
    func devices() -> [DeviceInfo]

    /// Opens a device for playback; nothing is heard before `start()`. [control]
    ///
    /// The device decides the format: read `format` of the stream and prepare for that.
    /// - Throws: `DeviceError`, naming the device and the cause. Nothing stays open then.
    func openPlayback(
        _ request: DeviceStreamRequest, rendering: DeviceRendering
    ) throws(DeviceError) -> any DeviceStream
}
