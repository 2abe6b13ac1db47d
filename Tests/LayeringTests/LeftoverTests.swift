import Testing

/// What is begun is finished, or has an issue that says so.
@Suite struct LeftoverTests {
    private static let suffixes = [".swift", ".c", ".h", ".cpp", ".md"]

    /// Every marker of unfinished work that names no issue.
    private func markers(in files: [SourceFile]) -> [String] {
        let markers = /\b(TODO|FIXME|XXX|HACK)\b(?!")/.wordBoundaryKind(.simple)
        return files.flatMap { file in
            file.text.split(separator: "\n")
                .filter { $0.contains(markers) && !$0.contains(/TODO\(#\d+\)/) }
                .map { "\(file.path): \($0)" }
        }
    }

    @Test func `every marker of unfinished work names its issue`() throws {
        let files = try SourceFile.all(in: "Sources", "Include", endingIn: Self.suffixes)
        #expect(markers(in: files) == [])
    }

    @Test func `no file holds a place for another`() throws {
        let files = try SourceFile.all(in: "Sources", "Tests", endingIn: Self.suffixes)
        #expect(files.map(\.path).filter { $0.hasSuffix("/Placeholder.swift") } == [])
    }

    @Test func `a marker without an issue is found`() {
        let file = SourceFile("A.swift", "// TODO: later\n// TODO(#12): later\nlet method = 1 // FIXME")
        #expect(markers(in: [file]) == ["A.swift: // TODO: later", "A.swift: let method = 1 // FIXME"])
    }
}
