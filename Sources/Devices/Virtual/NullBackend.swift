/// A silent device that runs in real time: for machines without a sound card.
///
/// It grants what is asked for, takes a period each time one has passed, and forgets it; what it captures is
/// silence.
package struct NullBackend: DeviceBackend {
    /// The name of the only device.
    package static let deviceName = "null"

    /// Makes the backend; it holds nothing.
    package init() {}

    package func devices() -> [DeviceInfo] {
        let summary = "Plays and captures in real time, silently"
        return [DeviceInfo(name: Self.deviceName, summary: summary, canPlay: true, canCapture: true)]
    }

    /// Opens the device with exactly the format asked for.
    ///
    /// - Throws: `DeviceError.badRequest`.
    package func openPlayback(
        _ request: DeviceStreamRequest, rendering: DeviceRendering
    ) throws(DeviceError) -> any DeviceStream {
        try request.validate()
        return NullStream(request, .playback(rendering))
    }

    /// Opens the device for capture with exactly the format asked for.
    ///
    /// - Throws: `DeviceError.badRequest`.
    package func openCapture(
        _ request: DeviceStreamRequest, capturing: DeviceCapturing
    ) throws(DeviceError) -> any DeviceStream {
        try request.validate()
        return NullStream(request, .capture(capturing))
    }
}
