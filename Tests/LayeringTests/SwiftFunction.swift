import Synchronization

/// A function found in Swift text: as much of it as these tests judge.
struct SwiftFunction {
    let name: String
    /// Attributes and modifiers, such as `@_noLocks package mutating`.
    let modifiers: String
    /// From the name to the body: generic parameters, parameters and result.
    let signature: String
    /// What stands between the braces; nil for a protocol's requirement.
    let body: String?
    let line: Int
    let path: String

    var isProvedRealTime: Bool { modifiers.contains("@_noLocks") }
    var isOverride: Bool { modifiers.contains("override") }
    /// A generic function is proved where it is specialised into an annotated one.
    var isGeneric: Bool { signature.hasPrefix("<") }
    var parameters: ArgumentList { ArgumentList(after: signature.drop { $0 != "(" }.dropFirst()) }
    var place: String { "\(path):\(line): \(name)" }

    /// The functions of a file, in order.
    static func all(in file: SourceFile) -> [SwiftFunction] {
        // What several tests read is found once.
        if let functions = known.withLock({ $0[file.path + file.text] }) { return functions }
        let functions = find(in: file)
        known.withLock { $0[file.path + file.text] = functions }
        return functions
    }

    private static let known = Mutex<[String: [SwiftFunction]]>([:])

    private static func find(in file: SourceFile) -> [SwiftFunction] {
        let code = SwiftCode(file.text).text
        return code.matches(of: /\bfunc\s+([A-Za-z_][A-Za-z0-9_]*|[=<>+\-*\/]+)/).map { match in
            let (signature, body) = parts(of: code[match.range.upperBound...])
            return SwiftFunction(
                name: String(match.1), modifiers: modifiers(before: code[..<match.range.lowerBound]),
                signature: signature, body: body,
                line: code[..<match.range.lowerBound].utf8.count { $0 == UInt8(ascii: "\n") } + 1,
                path: file.path)
        }
    }

    /// The words between the end of whatever stands before and the keyword.
    private static func modifiers(before keyword: Substring) -> String {
        var words: [Substring] = []
        var rest = keyword
        while let line = takeLastLine(of: &rest) {
            let trimmed = line.drop { $0.isWhitespace }
            let isAttribute = trimmed.hasPrefix("@") && !trimmed.contains("{") && !trimmed.contains("=")
            guard words.isEmpty || isAttribute else { break }
            words.append(trimmed.split(whereSeparator: { "{};".contains($0) }).last ?? trimmed)
        }
        return words.reversed().joined(separator: " ")
    }

    private static func takeLastLine(of text: inout Substring) -> Substring? {
        guard !text.isEmpty else { return nil }
        guard let end = text.utf8.lastIndex(of: UInt8(ascii: "\n")) else {
            defer { text = "" }
            return text
        }
        defer { text = text[..<end] }
        return text[text.utf8.index(after: end)...]
    }

    private static func parts(of text: Substring) -> (signature: String, body: String?) {
        guard let end = endOfSignature(text) else { return (String(text), nil) }
        let signature = String(text[..<end]).trimmingPrefix { $0.isWhitespace }
        guard text[end] == "{" else { return (String(signature), nil) }
        var depth = 0
        for index in text[end...].indices {
            if text[index] == "{" { depth += 1 }
            if text[index] == "}" { depth -= 1 }
            if depth == 0 { return (String(signature), String(text[text.index(after: end)..<index])) }
        }
        return (String(signature), String(text[end...]))
    }

    /// Where the body begins, or where the line ends after which nothing continues the signature.
    private static func endOfSignature(_ text: Substring) -> Substring.Index? {
        var depth = 0
        for index in text.indices {
            switch text[index] {
            case "(", "[": depth += 1
            case ")", "]": depth -= 1
            case "{" where depth == 0: return index
            case "}" where depth == 0: return index
            case "\n" where depth == 0:
                let next = text[index...].drop { $0.isWhitespace }
                if !["{", "->", "where", "throws"].contains(where: next.hasPrefix) { return index }
            default: break
            }
        }
        return nil
    }
}
