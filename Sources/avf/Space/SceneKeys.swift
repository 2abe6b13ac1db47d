import Foundation

/// Names in a scene's JSON.
struct SceneKeys: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init?(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }

    init(_ name: String) { stringValue = name }

    /// What is wrong, and where, without the words that are for programmers.
    static func sentence(_ error: any Error) -> String {
        guard let error = error as? DecodingError else { return error.localizedDescription }
        switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            let place = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }
            let words = context.debugDescription
            return (place.isEmpty ? "" : "\(place.joined().dropFirst()): ")
                + (words.hasSuffix(".") ? String(words.dropLast()) : words)
        @unknown default: return error.localizedDescription
        }
    }
}

extension Decoder {
    /// The values of an object that may have these names and no others.
    func known(_ names: [String]) throws -> KeyedDecodingContainer<SceneKeys> {
        let values = try container(keyedBy: SceneKeys.self)
        if let other = values.allKeys.first(where: { !names.contains($0.stringValue) }) {
            throw values.corrupted(
                other.stringValue, "unknown; there are " + names.joined(separator: ", "))
        }
        return values
    }
}

extension KeyedDecodingContainer where Key == SceneKeys {
    /// A value, if there is one.
    func find<Value: Decodable>(_ name: String) throws -> Value? {
        try decodeIfPresent(Value.self, forKey: SceneKeys(name))
    }

    /// A value, or what it is without one.
    func get<Value: Decodable>(_ name: String, else usual: Value) throws -> Value {
        try find(name) ?? usual
    }

    /// One of several named values.
    func choice<Value>(_ name: String, of values: [String: Value], else usual: Value) throws -> Value {
        guard let word: String = try find(name) else { return usual }
        guard let value = values[word] else {
            throw corrupted(name, "“\(word)” is none of \(values.keys.sorted().joined(separator: ", "))")
        }
        return value
    }

    func corrupted(_ name: String, _ words: String) -> DecodingError {
        .dataCorruptedError(forKey: SceneKeys(name), in: self, debugDescription: words)
    }
}
