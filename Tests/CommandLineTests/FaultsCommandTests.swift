import Foundation
import Testing

/// `avf-dev faults`, which draws small faults for the lines of the sources.
@Suite struct FaultsCommandTests {
    /// A line of a source, and every line that a fault can make of it.
    struct Line: Sendable {
        let text: String
        let faults: Set<String>

        init(_ text: String, _ faults: Set<String>) { (self.text, self.faults) = (text, faults) }
    }

    static let lines = [
        Line("if count < limit {", ["if count <= limit {"]),
        Line("if a != b && c {", ["if a == b && c {", "if a != b || c {"]),
        Line("sum += left - right", ["sum -= left - right", "sum += left + right", ""]),
        Line("isMade = true", ["isMade = false", ""]),
        Line("let size = 48", ["let size = 49"]),
        Line("close(file)", [""]),
        Line("let area = product(width, height)", ["let area = product(height, width)"]),
        Line("let point = Point(x: left, y: top)", ["let point = Point(x: top, y: left)"]),
        Line("// A comment with 1 < 2.", []),
        Line("let text = \"1 < 2\"", []),
        Line("func product(_ a: Int, _ b: Int) -> Int {", []),
        Line("precondition(count < 3)", []),
        Line("import Glibc", []),
    ]

    @Test func `exactly the faults that a line can have are drawn for it, with its path and number`() throws {
        let drawn = try faults(in: Self.lines.map { "    " + $0.text }, ["--seed", "5", "--count", "400"])
        for (place, line) in Self.lines.enumerated() {
            let here = drawn.filter { $0.line == place + 1 }
            #expect(here.allSatisfy { $0.old == line.text }, "\(line.text)")
            #expect(Set(here.map(\.new)) == line.faults, "\(line.text)")
        }
        #expect(drawn.count == 400)
        #expect(drawn.allSatisfy { $0.path == "Sources/Units/Lines.swift" })
    }

    @Test
    func `a seed draws the same faults again, another seed others, and skipping goes on where one stopped`()
        throws
    {
        let texts = Self.lines.map(\.text)
        let ten = try faults(in: texts, ["--seed", "7", "--count", "10", "--skip", "0"])
        #expect(ten.count == 10)
        #expect(try faults(in: texts, ["--seed", "7", "--count", "10"]) == ten)
        #expect(try faults(in: texts, ["--seed", "8", "--count", "10"]) != ten)
        #expect(
            try faults(in: texts, ["--seed", "7", "--count", "4", "--skip", "6"]) == Array(ten.dropFirst(6)))
    }

    private struct Drawn: Equatable {
        let path: String
        let line: Int
        let old: String
        let new: String
    }

    /// What `faults --list` draws for a repository with one source of these lines.
    private func faults(in lines: [String], _ options: [String]) throws -> [Drawn] {
        let folder = try ScratchFolder()
        let sources = folder.file("Sources/Units")
        try FileManager.default.createDirectory(atPath: sources, withIntermediateDirectories: true)
        try "".write(toFile: folder.file("Package.swift"), atomically: true, encoding: .utf8)
        try lines.joined(separator: "\n").write(
            toFile: sources + "/Lines.swift", atomically: true, encoding: .utf8)
        let run = try CommandRun.developer(["faults", "--list", "--root", folder.path] + options)
        try #require(run.status == 0, "\(run.errors)")
        let entry = /\d+  (.*):(\d+)  \w+\n    - (.*)\n    \+ (.*)\n/
        return run.output.matches(of: entry).map {
            Drawn(path: String($0.1), line: Int($0.2) ?? 0, old: String($0.3), new: String($0.4))
        }
    }
}
