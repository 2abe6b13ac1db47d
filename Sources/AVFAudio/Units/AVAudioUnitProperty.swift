import AVFLV2Host
import AVFPluginCatalog

/// A parameter of an LV2 plugin that is no number of a port: a file, a text, a switch, a large number.
///
/// An addition to Apple's API.
public struct AVAudioUnitProperty: Sendable, Equatable {
    /// What the values of a property are.
    public enum Kind: Sendable, Equatable {
        /// On or off.
        case bool
        /// A whole number.
        case int
        /// A number.
        case double
        /// A text.
        case string
        /// A file or a folder.
        case path
    }

    /// The property's URI.
    public let identifier: String
    /// A short name: the bundle's, or the URI's last word.
    public let symbol: String
    /// What a person reads.
    public let name: String
    /// A sentence about it; empty if the bundle has none.
    public let summary: String
    /// What its values are.
    public let kind: Kind
    /// Whether it can be set.
    public let isWritable: Bool
    /// The smallest number; nil for none.
    public let minimum: Double?
    /// The largest number; nil for none.
    public let maximum: Double?

    init(_ property: PluginProperty) {
        identifier = property.uri
        symbol = property.symbol
        name = property.name
        summary = property.summary
        kind =
            switch property.kind {
            case .bool: .bool
            case .int, .long: .int
            case .float, .double, nil: .double
            case .string, .uri: .string
            case .path: .path
            }
        isWritable = property.isWritable
        minimum = property.minimum
        maximum = property.maximum
    }
}

/// A value of a plugin's property; an addition to Apple's API.
public enum AVAudioUnitPropertyValue: Sendable, Equatable {
    /// On or off.
    case bool(Bool)
    /// A whole number; also for a property that takes any number.
    case int(Int)
    /// A number, which must be finite.
    case double(Double)
    /// A text of up to 4096 bytes.
    case string(String)
    /// A file or a folder; a relative path begins in the program's folder.
    case path(String)

    var core: PropertyValue {
        switch self {
        case .bool(let value): .bool(value)
        case .int(let value): .int(Int64(value))
        case .double(let value): .double(value)
        case .string(let value): .string(value)
        case .path(let value): .path(value)
        }
    }

    init(_ core: PropertyValue) {
        self =
            switch core {
            case .bool(let value): .bool(value)
            case .int(let value): .int(Int(value))
            case .double(let value): .double(value)
            case .string(let value): .string(value)
            case .path(let value): .path(value)
            }
    }
}
