import AVFPluginCatalog
import CAVFShimsLV2

/// Messages of LV2's patch extension as bodies of atom objects, and back.
enum PatchMessage {
    /// Says that a property has a value.
    static func set(_ property: PluginProperty, _ value: PropertyValue) -> [UInt8] {
        guard let kind = property.kind else { return [] }
        var body = head("Set")
        put(LV2.patch + "property", LV2.atom + "URID", word(urid(property.uri)), into: &body)
        put(LV2.patch + "value", LV2.atom + kind.rawValue, value.body(kind), into: &body)
        return body
    }

    /// Asks for the value of a property.
    static func get(_ property: PluginProperty) -> [UInt8] {
        var body = head("Get")
        put(LV2.patch + "property", LV2.atom + "URID", word(urid(property.uri)), into: &body)
        return body
    }

    /// The properties that the body of a `Set` or a `Put` tells about, with their values.
    static func values(in body: [UInt8]) -> [(uri: String, value: PropertyValue)] {
        let fields = fields(body[...])
        switch type(of: body[...]) {
        case LV2.patch + "Set":
            guard let property = fields.first(where: { $0.key == LV2.patch + "property" }),
                let uri = load(property.body, at: 0).flatMap(text),
                let value = fields.first(where: { $0.key == LV2.patch + "value" })
            else { return [] }
            return PropertyValue(value.body, type: value.type).map { [(uri, $0)] } ?? []
        case LV2.patch + "Put":
            guard let content = fields.first(where: { $0.key == LV2.patch + "body" }) else { return [] }
            return Self.fields(content.body).compactMap { field in
                PropertyValue(field.body, type: field.type).map { (field.key, $0) }
            }
        default: return []
        }
    }

    // MARK: - Writing

    private static func head(_ name: String) -> [UInt8] { word(0) + word(urid(LV2.patch + name)) }

    private static func put(_ key: String, _ type: String, _ value: [UInt8], into body: inout [UInt8]) {
        body += word(urid(key)) + word(0) + word(UInt32(value.count)) + word(urid(type)) + value
        body += [UInt8](repeating: 0, count: -value.count & 7)
    }

    private static func word(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }

    private static func urid(_ uri: String) -> UInt32 { avf_shim_urid_map(nil, uri) }

    // MARK: - Reading

    private struct Field {
        let key: String
        let type: String
        let body: ArraySlice<UInt8>
    }

    private static func type(of body: ArraySlice<UInt8>) -> String { load(body, at: 4).flatMap(text) ?? "" }

    /// The properties of an object's body, as far as they are whole.
    private static func fields(_ body: ArraySlice<UInt8>) -> [Field] {
        var fields: [Field] = []
        var at = 8
        while let key = load(body, at: at), let size = load(body, at: at + 8),
            let type = load(body, at: at + 12), at + 16 + Int(size) <= body.count
        {
            let start = body.startIndex + at + 16
            if let key = text(key), let type = text(type) {
                fields.append(Field(key: key, type: type, body: body[start..<start + Int(size)]))
            }
            at += 16 + (Int(size) + 7) & ~7
        }
        return fields
    }

    private static func load(_ body: ArraySlice<UInt8>, at offset: Int) -> UInt32? {
        guard offset >= 0, offset + 4 <= body.count else { return nil }
        return body.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
    }

    private static func text(_ number: UInt32) -> String? {
        avf_shim_urid_unmap(nil, number).map { String(cString: $0) }
    }
}
