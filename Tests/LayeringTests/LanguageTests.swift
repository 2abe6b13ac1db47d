import Foundation
import Testing

/// `Include/LANGUAGES.md`: what Swift and C have for the same thing.
struct LanguageTests {
    /// The names in backticks of one column, counted from 0.
    private func names(inColumn column: Int) throws -> [String] {
        try SourceFile(reading: "Include/LANGUAGES.md").text.split(separator: "\n")
            .filter { $0.hasPrefix("| ") }
            .flatMap { row -> [String] in
                let cells = row.split(separator: "|").map(String.init)
                guard cells.count == 3 else { return [] }
                return cells[column].matches(of: /`([^`]+)`/).map { String($0.1) }
            }
    }

    private func functions() throws -> [String] {
        try SourceFile(reading: "Include/avfaudio/avfaudio.map").text.matches(of: /\b(avf_\w+);/).map {
            String($0.1)
        }
    }

    private func fits(_ function: String, _ pattern: String) -> Bool {
        fnmatch(pattern, function, 0) == 0
    }

    @Test func `every function of the C library has something of Swift's beside it`() throws {
        let patterns = try names(inColumn: 2)
        let functions = try functions()
        #expect(functions.count > 150)
        let missing = functions.filter { function in !patterns.contains { fits(function, $0) } }
        #expect(missing == [])
        let idle = patterns.filter { pattern in
            pattern.hasPrefix("avf_") && !pattern.hasSuffix(".h") && !functions.contains { fits($0, pattern) }
        }
        #expect(idle == [])
    }

    @Test func `every class of Swift's has something of C's beside it`() throws {
        let listed = Set(try names(inColumn: 1).map { $0.prefix { $0 != "." } })
        let declaration = /\n(?:open|public|public final) (?:class|struct|protocol) (AV\w+)/
        var count = 0
        for file in try SourceFile.all(in: "Sources/AVFAudio") where !file.path.contains("/Generated/") {
            for match in file.text.matches(of: declaration) {
                count += 1
                #expect(listed.contains(match.1), "\(file.path): \(match.1)")
            }
        }
        #expect(count > 40)
    }

    @Test func `every name of Swift's that is listed exists`() throws {
        let declaration = /\b(?:class|struct|enum|protocol|func|var|case) (?!(?:func|var|let)\b)(\w+)/
        let declared = Set(
            try SourceFile.all(in: "Sources/AVFAudio").flatMap { $0.text.matches(of: declaration).map(\.1) })
        for name in try names(inColumn: 1) where !name.contains("/") {
            #expect(declared.contains(name.split(separator: ".").last ?? ""), "\(name)")
        }
    }
}
