/// What is wrong with a settings dictionary.
enum AudioSettingsError: Error, CustomStringConvertible {
    case missing(key: String)
    case notANumber(key: String, found: String)
    case outOfRange(key: String, found: String, allowed: String)
    case notALayout(key: String)
    case channelCountMismatch(layout: Int, settings: Int)
    case contradiction(between: [String])

    var description: String {
        switch self {
        case .missing(let key):
            "the settings lack a value for \(key)"
        case .notANumber(let key, let found):
            "the value for \(key) must be a number, but is “\(found)”"
        case .outOfRange(let key, let found, let allowed):
            "the value \(found) for \(key) is not one of \(allowed)"
        case .notALayout(let key):
            "the value for \(key) must be Data that holds an AudioChannelLayout"
        case .channelCountMismatch(let layout, let settings):
            "the layout has \(layout) channels, the settings ask for \(settings)"
        case .contradiction(let keys):
            "the settings may have one of \(keys.joined(separator: " and ")), but have both"
        }
    }
}
