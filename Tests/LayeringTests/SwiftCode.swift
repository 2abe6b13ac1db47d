/// Swift or C text without comments and without the contents of its strings; line breaks stay where they are.
struct SwiftCode {
    private(set) var text = ""
    private var rest: Substring

    init(_ source: String) {
        rest = source[...]
        while !rest.isEmpty { takeNext() }
    }

    private mutating func takeNext() {
        if rest.hasPrefix("//") {
            rest = rest.drop { !$0.isNewline }
        } else if rest.hasPrefix("/*") {
            skipBlockComment()
        } else if rest.hasPrefix("\"\"\"") {
            skipString(endingIn: "\"\"\"")
        } else if rest.hasPrefix("\"") {
            skipString(endingIn: "\"")
        } else {
            text.append(rest.removeFirst())
        }
    }

    private mutating func skipBlockComment() {
        var depth = 0
        repeat {
            if rest.hasPrefix("/*") {
                depth += 1
                rest = rest.dropFirst(2)
            } else if rest.hasPrefix("*/") {
                depth -= 1
                rest = rest.dropFirst(2)
            } else {
                keepLineBreak(rest.removeFirst())
            }
        } while depth > 0 && !rest.isEmpty
    }

    private mutating func skipString(endingIn end: String) {
        text += end
        rest = rest.dropFirst(end.count)
        while !rest.isEmpty && !rest.hasPrefix(end) {
            if rest.first == "\\" { rest = rest.dropFirst() }
            if let character = rest.popFirst() { keepLineBreak(character) }
        }
        text += end
        rest = rest.dropFirst(end.count)
    }

    private mutating func keepLineBreak(_ character: Character) {
        if character.isNewline { text.append(character) }
    }
}
