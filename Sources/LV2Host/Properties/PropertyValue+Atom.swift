import AVFPluginCatalog

extension PropertyValue {
    /// The bytes of the value as an atom's body.
    package func body(_ kind: PluginProperty.Kind) -> [UInt8] {
        switch self {
        case .bool(let value): Self.bytes(Int32(value ? 1 : 0))
        case .int(let value): kind == .int ? Self.bytes(Int32(clamping: value)) : Self.bytes(value)
        case .double(let value): kind == .float ? Self.bytes(Float(value)) : Self.bytes(value)
        case .string(let text), .path(let text): Array(text.utf8) + [0]
        }
    }

    /// The value in an atom's body; nil if it is too short, or of a type that properties do not have.
    package init?(_ body: ArraySlice<UInt8>, type: String) {
        guard type.hasPrefix(LV2.atom),
            let kind = PluginProperty.Kind(rawValue: String(type.dropFirst(LV2.atom.count)))
        else { return nil }
        switch kind {
        case .bool:
            guard let value = Self.load(Int32.self, body) else { return nil }
            self = .bool(value != 0)
        case .int:
            guard let value = Self.load(Int32.self, body) else { return nil }
            self = .int(Int64(value))
        case .long:
            guard let value = Self.load(Int64.self, body) else { return nil }
            self = .int(value)
        case .float:
            guard let value = Self.load(Float.self, body) else { return nil }
            self = .double(Double(value))
        case .double:
            guard let value = Self.load(Double.self, body) else { return nil }
            self = .double(value)
        case .string, .uri: self = .string(Self.text(body))
        case .path: self = .path(Self.text(body))
        }
    }

    private static func bytes<Number: BitwiseCopyable>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number) { Array($0) }
    }

    private static func load<Number: BitwiseCopyable>(_ type: Number.Type, _ body: ArraySlice<UInt8>)
        -> Number?
    {
        body.withUnsafeBytes { $0.count < MemoryLayout<Number>.size ? nil : $0.loadUnaligned(as: type) }
    }

    private static func text(_ body: ArraySlice<UInt8>) -> String {
        String(decoding: body.prefix { $0 != 0 }, as: UTF8.self)
    }
}
