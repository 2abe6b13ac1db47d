/// The labels of a call or of a declaration, which tell overloads of one name apart.
struct ArgumentList {
    /// One label for each argument; empty for an argument without one.
    let labels: [String]
    /// Whether the argument at the same place may be left out.
    let isOptional: [Bool]

    /// Reads what stands after an opening parenthesis.
    ///
    /// A declaration's `_` counts as no label.
    init(after opening: Substring) {
        let arguments = Self.arguments(opening).filter { $0.contains { !$0.isWhitespace } }
        labels = arguments.map { argument in
            guard let match = argument.prefixMatch(of: /\s*([A-Za-z_]\w*)(?:\s+\w+)?\s*:/) else { return "" }
            return match.1 == "_" ? "" : String(match.1)
        }
        isOptional = arguments.map { $0.contains(/[^=<>!]=[^=]/) }
    }

    /// Whether a call with these labels can mean a declaration with those.
    func fits(_ declaration: ArgumentList) -> Bool {
        var place = 0
        for label in labels {
            while place < declaration.labels.count, declaration.labels[place] != label {
                guard declaration.isOptional[place] else { return false }
                place += 1
            }
            guard place < declaration.labels.count else { return false }
            place += 1
        }
        return declaration.isOptional.dropFirst(place).allSatisfy { $0 }
    }

    private static func arguments(_ text: Substring) -> [Substring] {
        var depth = 0
        var parts: [Substring] = []
        var start = text.startIndex
        for index in text.indices {
            switch text[index] {
            case "(", "[", "{": depth += 1
            case ")" where depth == 0: return parts + [text[start..<index]]
            case ")", "]", "}": depth -= 1
            case "," where depth == 0:
                parts.append(text[start..<index])
                start = text.index(after: index)
            default: break
            }
        }
        return parts + [text[start...]]
    }
}
