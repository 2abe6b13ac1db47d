/// A JSON value, written in the order in which it was made.
indirect enum JSON {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case text(String)
    case list([JSON])
    case object([(key: String, value: JSON)])

    /// An object; entries without a value are left out.
    static func entries(_ entries: KeyValuePairs<String, JSON?>) -> JSON {
        .object(entries.compactMap { key, value in value.map { (key, $0) } })
    }

    /// The text, indented by two spaces a level.
    func text(indent: String = "") -> String {
        let deeper = indent + "  "
        switch self {
        case .null: return "null"
        case .bool(let value): return value ? "true" : "false"
        case .integer(let value): return "\(value)"
        case .number(let value): return Self.text(value)
        case .text(let value): return Self.quoted(value)
        case .list(let values):
            guard !values.isEmpty else { return "[]" }
            let lines = values.map { deeper + $0.text(indent: deeper) }
            return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
        case .object(let entries):
            guard !entries.isEmpty else { return "{}" }
            let lines = entries.map { "\(deeper)\(Self.quoted($0.key)): \($0.value.text(indent: deeper))" }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
        }
    }

    /// JSON has no infinity: such a number is null.
    private static func text(_ value: Double) -> String {
        guard value.isFinite else { return "null" }
        return Int(exactly: value).map(String.init) ?? "\(value)"
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case _ where scalar.value < 32:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
