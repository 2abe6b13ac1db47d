import AVFPluginCatalog
import Glibc

/// A value of a plugin's property.
package enum PropertyValue: Sendable, Equatable, CustomStringConvertible {
    case bool(Bool)
    case int(Int64)
    case double(Double)
    /// A text or a URI.
    case string(String)
    /// A file or a folder.
    case path(String)

    /// The longest text, in bytes.
    package static let mostBytes = 4096

    /// The value as text.
    package var description: String {
        switch self {
        case .bool(let value): value ? "true" : "false"
        case .int(let value): "\(value)"
        case .double(let value): "\(value)"
        case .string(let value), .path(let value): value
        }
    }

    /// The value that a text stands for; nil if it is none of that kind.
    package init?(_ text: String, _ kind: PluginProperty.Kind) {
        switch kind {
        case .bool:
            guard let value = Self.booleans[text.lowercased()] else { return nil }
            self = .bool(value)
        case .int, .long:
            guard let value = Int64(text) else { return nil }
            self = .int(value)
        case .float, .double:
            guard let value = Double(text) ?? Double(text + "0") else { return nil }
            self = .double(value)
        case .string, .uri: self = .string(text)
        case .path: self = .path(text)
        }
    }

    private static let booleans = [
        "1": true, "on": true, "true": true, "0": false, "off": false, "false": false,
    ]

    /// The same value in the form that a property has; or why it has none.
    func fitted(to property: PluginProperty) -> Result<PropertyValue, PropertyRefusal> {
        guard property.isWritable else { return .failure(.init(reason: "it can only be read")) }
        guard let kind = property.kind, let value = converted(to: kind) else {
            return .failure(
                .init(reason: "\(self) is no \(property.kind?.rawValue ?? "value of a known type")"))
        }
        if let reason = value.problem(kind, property) { return .failure(.init(reason: reason)) }
        return .success(value)
    }

    private func converted(to kind: PluginProperty.Kind) -> PropertyValue? {
        switch (kind, self) {
        case (.bool, .bool), (.int, .int), (.long, .int), (.float, .double), (.double, .double),
            (.string, .string), (.uri, .string):
            self
        case (.path, .path(let path)), (.path, .string(let path)): .path(Self.absolute(path))
        case (.float, .int(let value)), (.double, .int(let value)): .double(Double(value))
        case (.bool, .int(let value)) where value == 0 || value == 1: .bool(value == 1)
        case (.bool, .double(let value)) where value == 0 || value == 1: .bool(value == 1)
        case (.int, .double(let value)), (.long, .double(let value)): Int64(exactly: value).map { .int($0) }
        default: nil
        }
    }

    private func problem(_ kind: PluginProperty.Kind, _ property: PluginProperty) -> String? {
        switch self {
        case .bool: nil
        case .int(let value):
            kind == .int && Int32(exactly: value) == nil
                ? "\(value) does not fit into 32 bits" : Self.problem(Double(value), property)
        case .double(let value):
            !(kind == .float ? Float(value).isFinite : value.isFinite)
                ? "\(value) is not finite" : Self.problem(value, property)
        case .string(let text), .path(let text):
            text.utf8.count > Self.mostBytes
                ? "the text has \(text.utf8.count) bytes, more than \(Self.mostBytes)"
                : text.utf8.contains(0) ? "the text has a zero in it" : nil
        }
    }

    private static func problem(_ value: Double, _ property: PluginProperty) -> String? {
        if let minimum = property.minimum, value < minimum { return "\(value) is below \(minimum)" }
        if let maximum = property.maximum, value > maximum { return "\(value) is above \(maximum)" }
        return nil
    }

    /// Plugins get whole paths, because a relative one has no base.
    private static func absolute(_ path: String) -> String {
        guard !path.isEmpty, !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return String(cString: folder) + "/" + path
    }
}

/// Why a value cannot be a property's.
struct PropertyRefusal: Error {
    /// Without a full stop.
    let reason: String
}

extension PluginFacts {
    /// A property and a value in the form that it takes.
    ///
    /// - Throws: `noSuchProperty`, or `badProperty` with the reason.
    package func fitted(
        _ value: PropertyValue, to identifier: String
    ) throws(PluginError) -> (property: PluginProperty, value: PropertyValue) {
        guard let property = property(identifier) else {
            throw .noSuchProperty(name: name, property: identifier, known: properties.map(\.symbol))
        }
        switch value.fitted(to: property) {
        case .success(let fitted): return (property, fitted)
        case .failure(let refusal):
            throw .badProperty(name: name, property: property.symbol, reason: refusal.reason)
        }
    }
}
