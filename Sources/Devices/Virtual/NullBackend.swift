/// A silent device that runs in real time: for machines without a sound card.
///
/// It grants what is asked for, takes a period each time one has passed, and forgets it.
package struct NullBackend: DeviceBackend {
    /// The name of the only device.
    package static let deviceName = "null"

    /// Makes the backend; it holds nothing.
    package init() {}

    package func devices() -> [DeviceInfo] {
        let summary = "Plays in real time, silently"
        return [DeviceInfo(name: Self.deviceName, summary: summary, canPlay: true, canCapture: false)]
    }

    /// Opens the device with exactly the format asked for.
    ///
    /// - Throws: `DeviceError.badRequest`.
    package func openPlayback(
        _ request: DeviceStreamRequest, rendering: DeviceRendering
    ) throws(DeviceError) -> any DeviceStream {
        try request.validate()
        return NullStream(request, rendering: rendering)
    }
}
