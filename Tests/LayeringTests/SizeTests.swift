import Testing

/// What keeps files readable: their length, and names that say what is in them.
@Suite struct SizeTests {
    private static let emptyWords = ["Util", "Helper", "Common", "Manager", "Misc"]

    /// Lines with more columns than permitted, and files with more lines.
    private func excesses(in files: [SourceFile]) -> [String] {
        files.flatMap { file in
            let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
            let long = lines.enumerated().filter { _, line in
                line.count > (line.drop { $0 == " " }.hasPrefix("//") ? 110 : 120)
            }
            return (lines.count > 400 ? ["\(file.path): \(lines.count) lines"] : [])
                + long.map { "\(file.path):\($0.offset + 1): \($0.element.count) columns" }
        }
    }

    private func isGenerated(_ file: SourceFile) -> Bool {
        file.path.contains("/Generated/") || file.path.hasSuffix("_generated.h")
    }

    @Test func `files have 400 lines at most, comments 110 columns, other lines 120`() throws {
        let files = try SourceFile.all(in: "Sources", endingIn: [".swift", ".c", ".h"])
        #expect(excesses(in: files.filter { !isGenerated($0) }) == [])
    }

    @Test func `no file is named after nothing`() throws {
        let names = try SourceFile.all(in: "Sources", endingIn: [".swift", ".c", ".h"]).compactMap {
            $0.path.split(separator: "/").last.map(String.init)
        }
        // Apple's classes have Apple's names.
        let ours = names.filter { !$0.hasPrefix("AV") && !$0.hasPrefix("Audio") }
        #expect(ours.filter { name in Self.emptyWords.contains { name.contains($0) } } == [])
    }

    @Test func `a long line, a long comment and a long file are found`() {
        let comment = "    // " + String(repeating: "x", count: 104)
        let file = SourceFile("A.swift", comment + "\n" + String(repeating: "x", count: 121))
        #expect(excesses(in: [file]) == ["A.swift:1: 111 columns", "A.swift:2: 121 columns"])
        let long = SourceFile("B.swift", String(repeating: "\n", count: 400))
        #expect(excesses(in: [long]) == ["B.swift: 401 lines"])
    }
}
