import AVFLV2Host
import AVFPluginCatalog

// A property's URI and its value, or none, on their way between the engine and a plugin's process.

extension PropertyValue {
    /// A property and a value as bytes; nil for none.
    static func record(_ uri: String, _ value: PropertyValue?) -> [UInt8] {
        var writer = ByteWriter()
        writer.put(uri)
        if let value {
            writer.put(value.widestKind.rawValue)
            writer.put(value.body(value.widestKind))
        }
        return writer.bytes
    }

    /// The property and the value in these bytes; nil for nonsense.
    static func read(_ bytes: [UInt8]) -> (uri: String, value: PropertyValue?)? {
        var reader = ByteReader(bytes)
        guard let uri = reader.text() else { return nil }
        guard let kind = reader.text(), let body = reader.block() else { return (uri, nil) }
        return (uri, PropertyValue(body[...], type: LV2.atom + kind))
    }

    private var widestKind: PluginProperty.Kind {
        switch self {
        case .bool: .bool
        case .int: .long
        case .double: .double
        case .string: .string
        case .path: .path
        }
    }
}
