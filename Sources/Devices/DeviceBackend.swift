/// A way to reach sound hardware: lists devices and opens streams on them.
///
/// A backend is eight functions: `devices`, `capabilities`, `openPlayback` and `openCapture` here, `start`,
/// `stop`, `close` and `nextEvent` on the stream, which is the same for both directions. Nothing is opened
/// before one of the first is called.
package protocol DeviceBackend: Sendable {
    /// The devices there are now, the default one first; empty when there are none. [control]
    func devices() -> [DeviceInfo]

    /// What a device can do in one direction; nil stands for the default device. [control]
    ///
    /// - Throws: `DeviceError` if the device does not open, or does not tell.
    func capabilities(
        ofDevice name: String?, _ direction: DeviceDirection
    ) throws(DeviceError) -> DeviceCapabilities

    /// Opens a device for playback; nothing is heard before `start()`. [control]
    ///
    /// The device decides the format: read `format` of the stream and prepare for that.
    /// - Throws: `DeviceError`, naming the device and the cause. Nothing stays open then.
    func openPlayback(
        _ request: DeviceStreamRequest, rendering: DeviceRendering
    ) throws(DeviceError) -> any DeviceStream

    /// Opens a device for capture; nothing is captured before `start()`. [control]
    ///
    /// The device decides the format: read `format` of the stream.
    /// - Throws: `DeviceError`, naming the device and the cause. Nothing stays open then.
    func openCapture(
        _ request: DeviceStreamRequest, capturing: DeviceCapturing
    ) throws(DeviceError) -> any DeviceStream
}

extension DeviceBackend {
    /// A device that takes what it is asked for.
    package func capabilities(
        ofDevice name: String?, _ direction: DeviceDirection
    ) throws(DeviceError) -> DeviceCapabilities {
        DeviceCapabilities(
            channelCounts: 1...256, sampleRatesHz: DeviceCapabilities.usualRatesHz,
            sampleFormatNames: ["FLOAT_LE"])
    }
}
