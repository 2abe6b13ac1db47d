/// A small fault for one line of a source file, such as programmers make.
struct Fault: Sendable {
    /// What kinds of faults there are.
    enum Kind: String, CaseIterable, Sendable {
        case comparison, sign, logic, constant, truth, droppedStatement, swappedArguments
    }

    let path: String
    /// Counted from 1.
    let line: Int
    let kind: Kind
    let old: String
    let new: String

    /// Every fault of a kind that a line can have: what the line would be.
    static func variants(of line: String, _ kind: Kind) -> [String] {
        guard !isExcluded(line) else { return [] }
        return switch kind {
        case .comparison:
            replaced(
                line, /[ ](<=|>=|==|!=|<|>)[ ]/,
                ["<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="])
        case .sign:
            replaced(
                line, /[ ](\+|-|\*|\/|&\+|&-|\+=|-=)[ ]/,
                ["+": "-", "-": "+", "*": "/", "/": "*", "&+": "&-", "&-": "&+", "+=": "-=", "-=": "+="])
        case .logic: replaced(line, /[ ](&&|\|\|)[ ]/, ["&&": "||", "||": "&&"])
        case .truth: replaced(line, /\b(true|false)\b/, ["true": "false", "false": "true"])
        case .constant: constants(line)
        case .droppedStatement: isStatement(line) ? [""] : []
        case .swappedArguments: swapped(line)
        }
    }

    /// Lines whose change says nothing: comments, text for people, declarations of modules.
    private static func isExcluded(_ line: String) -> Bool {
        let code = line.drop { $0 == " " }
        let words = ["//", "import ", "#", "/*", "*", "@"]
        return words.contains { code.hasPrefix($0) } || code.contains("\"") || code.contains("precondition")
    }

    /// The line with one operator after the other replaced.
    private static func replaced(
        _ line: String, _ pattern: Regex<(Substring, Substring)>, _ others: [String: String]
    ) -> [String] {
        line.matches(of: pattern).compactMap { match in
            guard let other = others[String(match.1)] else { return nil }
            return line[..<match.1.startIndex] + other + line[match.1.endIndex...]
        }
    }

    /// The line with one number after the other greater by one.
    private static func constants(_ line: String) -> [String] {
        line.matches(of: /(?:^|[^\w.])(\d+)(?:$|[^\w.])/).compactMap { match in
            guard let number = Int(match.1) else { return nil }
            return line[..<match.1.startIndex] + String(number + 1) + line[match.1.endIndex...]
        }
    }

    /// Whether a line is a whole call or assignment.
    private static func isStatement(_ line: String) -> Bool {
        let code = line.trimmingSpaces
        let keywords = [
            "return", "let ", "var ", "case ", "if ", "guard ", "for ", "while ", "static ", "else", "throw",
        ]
        guard !keywords.contains(where: { code.hasPrefix($0) }), isBalanced(code) else { return false }
        return code.contains(/^(?:try |_ = )?[A-Za-z_][\w.?\[\]]*\(.*\);?$/)
            || code.contains(/^[A-Za-z_][\w.\[\]()>-]* (?:[-+*&|]|&\+|&-)?= .*[\w)\]];?$/)
    }

    private static func isBalanced(_ code: String) -> Bool {
        var depth = 0
        for character in code {
            if "([{".contains(character) { depth += 1 }
            if ")]}".contains(character) { depth -= 1 }
            if depth < 0 { return false }
        }
        return depth == 0
    }

    /// The line with the values of a call's two arguments in each other's place.
    private static func swapped(_ line: String) -> [String] {
        line.matches(of: /\w\((?:(\w+): )?([\w.]+), (?:(\w+): )?([\w.]+)\)/).compactMap { match in
            guard match.2 != match.4, !line.contains("func "), !line.contains("init(") else { return nil }
            var text = line
            // The later one first, so that the earlier one's place stays what it was.
            text.replaceSubrange(match.4.startIndex..<match.4.endIndex, with: match.2)
            text.replaceSubrange(match.2.startIndex..<match.2.endIndex, with: match.4)
            return text
        }
    }
}

extension String {
    /// Without the spaces at both ends.
    fileprivate var trimmingSpaces: String {
        let start = drop { $0 == " " }
        guard let end = start.lastIndex(where: { $0 != " " }) else { return "" }
        return String(start[...end])
    }
}
