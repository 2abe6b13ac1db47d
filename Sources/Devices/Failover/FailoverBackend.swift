/// Another backend's devices, as streams that outlive them.
///
/// Playback goes on by a timer while there is no device, capture waits. Both are told of devices that come
/// and go by what `watch` makes, and look for them now and then without.
package struct FailoverBackend: DeviceBackend {
    private let backend: any DeviceBackend
    private let watch: @Sendable () -> DeviceChanges?

    /// Streams over `backend`; nothing is opened.
    package init(
        _ backend: any DeviceBackend = ALSABackend(),
        watch: @escaping @Sendable () -> DeviceChanges? = { DeviceChanges() }
    ) {
        self.backend = backend
        self.watch = watch
    }

    package func devices() -> [DeviceInfo] { backend.devices() }

    package func capabilities(
        ofDevice name: String?, _ direction: DeviceDirection
    ) throws(DeviceError) -> DeviceCapabilities { try backend.capabilities(ofDevice: name, direction) }

    /// Opens a `FailoverStream`.
    ///
    /// - Throws: `DeviceError` when a device was named and does not open, or for a bad request.
    package func openPlayback(
        _ request: DeviceStreamRequest, rendering: DeviceRendering
    ) throws(DeviceError) -> any DeviceStream {
        try FailoverStream(
            backend: backend, request: request, rendering: rendering, takesFirstFormat: true,
            changes: watch())
    }

    /// Opens a `FailoverCapture`.
    ///
    /// - Throws: As `openPlayback`.
    package func openCapture(
        _ request: DeviceStreamRequest, capturing: DeviceCapturing
    ) throws(DeviceError) -> any DeviceStream {
        try FailoverCapture(backend: backend, request: request, capturing: capturing, changes: watch())
    }
}
