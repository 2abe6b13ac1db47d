import Glibc

/// The devices of this machine: ALSA's, and a silent one where there is no sound at all.
///
/// Only the default device is replaced, and only when there is none: a device that was named, is busy or
/// forbidden gives its error.
package struct SystemBackend: DeviceBackend {
    private let alsa: ALSABackend

    /// Makes the backend; nothing is opened.
    package init(alsa: ALSABackend = ALSABackend()) { self.alsa = alsa }

    /// ALSA's devices; the null device when ALSA knows none.
    package func devices() -> [DeviceInfo] {
        let devices = alsa.devices()
        return devices.isEmpty ? NullBackend().devices() : devices
    }

    /// What a device of ALSA's can do.
    ///
    /// - Throws: as `ALSABackend` does.
    package func capabilities(
        ofDevice name: String?, _ direction: DeviceDirection
    ) throws(DeviceError) -> DeviceCapabilities {
        do {
            return try alsa.capabilities(ofDevice: name, direction)
        } catch {
            guard name == nil, error.meansThereIsNoDevice else { throw error }
            return try NullBackend().capabilities(ofDevice: name, direction)
        }
    }

    /// Opens a device of ALSA's; the null device, with a line on standard error, when the default is asked
    /// for and does not exist.
    ///
    /// - Throws: as `ALSABackend` does.
    package func openPlayback(
        _ request: DeviceStreamRequest, rendering: DeviceRendering
    ) throws(DeviceError) -> any DeviceStream {
        do {
            return try alsa.openPlayback(request, rendering: rendering)
        } catch {
            guard request.deviceName == nil, error.meansThereIsNoDevice else { throw error }
            StandardError.writeLine("avf: \(error): playing in real time, but silently")
            return try NullBackend().openPlayback(request, rendering: rendering)
        }
    }

    /// Opens a device of ALSA's; the null device, with a line on standard error, when the default is asked
    /// for and does not exist.
    ///
    /// - Throws: as `ALSABackend` does.
    package func openCapture(
        _ request: DeviceStreamRequest, capturing: DeviceCapturing
    ) throws(DeviceError) -> any DeviceStream {
        do {
            return try alsa.openCapture(request, capturing: capturing)
        } catch {
            guard request.deviceName == nil, error.meansThereIsNoDevice else { throw error }
            StandardError.writeLine("avf: \(error): capturing silence")
            return try NullBackend().openCapture(request, capturing: capturing)
        }
    }
}

extension DeviceError {
    /// Whether nothing answers under that name: no card, or no sound server.
    fileprivate var meansThereIsNoDevice: Bool {
        guard case .cannotOpen(_, let code, _) = self else { return false }
        return [ENOENT, ENODEV, ENXIO, ECONNREFUSED, EHOSTDOWN].contains(code)
    }
}
