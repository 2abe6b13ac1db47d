/// Why a device could not be used: which device, and what the system said.
package enum DeviceError: Error, Equatable, Sendable {
    /// The request lies outside of what any device has.
    case badRequest(device: String, cause: String)
    /// The device does not open.
    case cannotOpen(device: String, code: Int32, cause: String)
    /// The device refuses a setting.
    case cannotConfigure(device: String, setting: String, code: Int32, cause: String)
    /// The device or its thread does not start.
    case cannotStart(device: String, code: Int32, cause: String)
    /// The device was there and is gone, or hangs.
    case lost(device: String, code: Int32, cause: String)
    /// The stream was closed before.
    case closed(device: String)
}

extension DeviceError: CustomStringConvertible {
    /// The sentence a user reads.
    package var description: String {
        switch self {
        case .badRequest(let device, let cause): "cannot open audio device '\(device)': \(cause)"
        case .cannotOpen(let device, _, let cause): "cannot open audio device '\(device)': \(cause)"
        case .cannotConfigure(let device, let setting, _, let cause):
            "audio device '\(device)' refuses \(setting): \(cause)"
        case .cannotStart(let device, _, let cause): "cannot start audio device '\(device)': \(cause)"
        case .lost(let device, _, let cause): "audio device '\(device)' was lost: \(cause)"
        case .closed(let device): "audio device '\(device)' was closed"
        }
    }
}
