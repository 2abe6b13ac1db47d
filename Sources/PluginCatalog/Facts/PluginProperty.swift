/// A parameter of a plugin that is no port: it has a type, and is set and read by messages (LV2's patch
/// extension).
package struct PluginProperty: Sendable, Equatable {
    /// What a property's values are; the raw values are the names of LV2's atom types.
    package enum Kind: String, Sendable {
        case bool = "Bool"
        case int = "Int"
        case long = "Long"
        case float = "Float"
        case double = "Double"
        case string = "String"
        case path = "Path"
        case uri = "URI"

        /// Whether values are texts.
        package var isText: Bool { self == .string || self == .path || self == .uri }
    }

    /// A property about which nothing but its name is known.
    package init(uri: String) { self.uri = uri }

    /// The property's name to programs.
    package let uri: String
    /// What a person reads.
    package var name = ""
    /// A sentence about it; empty if there is none.
    package var summary = ""
    /// What its values are; nil for a type that this host does not know.
    package var kind: Kind?
    /// Whether it can be set.
    package var isWritable = false
    /// Whether the plugin tells when it has changed.
    package var isReadable = false
    /// The smallest number, if there is one.
    package var minimum: Double?
    /// The largest number, if there is one.
    package var maximum: Double?
    /// The value of a new plugin, as written in its bundle.
    package var defaultText: String?
    /// The bundle's symbol, or the URI's last word.
    package var symbol: String { ownSymbol ?? Self.lastWord(uri) }
    var ownSymbol: String?

    private static func lastWord(_ uri: String) -> String {
        uri.split(whereSeparator: { "#/:".contains($0) }).last.map(String.init) ?? uri
    }

    /// Takes one line of the property's part of a record.
    mutating func take(_ line: RecordLine) {
        switch line.key {
        case UInt8(ascii: "t"): if line.text.hasPrefix(LV2.atom) { takeType(line.text) }
        case UInt8(ascii: "d"): defaultText = line.text
        case UInt8(ascii: "i"): minimum = Double(line.text) ?? minimum
        case UInt8(ascii: "x"): maximum = Double(line.text) ?? maximum
        case UInt8(ascii: "k"): summary = line.text
        case UInt8(ascii: "Y"): ownSymbol = line.text
        default: break
        }
    }

    private mutating func takeType(_ uri: String) {
        kind = Kind(rawValue: String(uri.dropFirst(LV2.atom.count))) ?? kind
    }

    /// Fills in what LV2's own vocabulary says about its parameters, and plugins do not repeat.
    mutating func finish() {
        if kind == nil, uri.hasPrefix(LV2.parameters) { kind = .float }
        if name.isEmpty { name = symbol }
    }
}

extension PluginFacts {
    /// The property with that URI or symbol, if its type is known.
    package func property(_ identifier: String) -> PluginProperty? {
        properties.first { $0.uri == identifier } ?? properties.first { $0.symbol == identifier }
    }

    /// The input that takes messages about properties.
    package var patchInput: PortFacts? { eventPort(.patch, isInput: true) }

    /// The input that takes the position of the transport.
    package var timeInput: PortFacts? {
        ports.first { $0.isInput && $0.kind == .atom && $0.flags.contains(.time) }
    }

    /// The port that says so; else, for a plugin with properties, the one that is there for control.
    private func eventPort(_ flag: PortFacts.Flags, isInput: Bool) -> PortFacts? {
        let candidates = ports(.atom, isInput: isInput)
        if let port = candidates.first(where: { $0.flags.contains(flag) }) { return port }
        return properties.isEmpty ? nil : candidates.first { $0.designation == .control } ?? candidates.first
    }
}
