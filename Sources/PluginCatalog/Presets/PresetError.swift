/// Why a preset cannot be read or written.
package enum PresetError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The file cannot be read; the reason says why.
    case unreadable(path: String, reason: String)
    /// The file holds no preset, or not the one that was asked for.
    case noPreset(path: String)
    /// The preset is for another plugin.
    case otherPlugin(path: String, expected: String, found: String)
    /// The bundle cannot be written.
    case unwritable(path: String)

    /// A sentence for people.
    package var description: String {
        switch self {
        case .unreadable(let path, let reason): "The preset \(path) cannot be read: \(reason)."
        case .noPreset(let path): "There is no such preset in \(path)."
        case .otherPlugin(let path, let expected, let found):
            "The preset \(path) is for \(found.isEmpty ? "no plugin" : found), not for \(expected)."
        case .unwritable(let path): "The preset bundle \(path) cannot be written."
        }
    }
}
