import Foundation
import Testing

/// What the documents say about the sources is so.
@Suite struct DocumentTests {
    private static let names = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"]

    @Test(arguments: names)
    func `every path that a document names exists`(name: String) throws {
        let text = try SourceFile(reading: name).text
        let invented = ["Sources/Units/Effects/Modulation/TremoloKernel.swift", "Sources/X"]
        for match in text.matches(of: /`((?:Sources|Tests|Include|Plugins|Benchmarks)\/[^` ]+)`/) {
            let path = String(match.1)
            guard !invented.contains(path) else { continue }
            #expect(
                FileManager.default.fileExists(atPath: SourceFile.root.appending(path: path).path), "\(path)")
        }
    }

    @Test(arguments: names)
    func `every link within the repository leads somewhere`(name: String) throws {
        for match in try SourceFile(reading: name).text.matches(of: /\]\(([^)]+)\)/) {
            let target = String(match.1)
            guard !target.contains("://") else { continue }
            #expect(
                FileManager.default.fileExists(atPath: SourceFile.root.appending(path: target).path),
                "\(target)")
        }
    }

    @Test func `what we added to Apple's API is listed`() throws {
        let list = try SourceFile(reading: "CONTRIBUTING.md").text
        for file in try SourceFile.all(in: "Sources/AVFAudio") {
            for addition in additions(in: file) {
                #expect(list.contains(addition), "\(file.path): \(addition)")
            }
        }
    }

    @Test func `classes of units that Apple does not have are listed`() throws {
        let list = try SourceFile(reading: "CONTRIBUTING.md").text
        let files = try SourceFile.all(in: "Sources/AVFAudio/Generated")
        #expect(files.count > 30)
        for file in files {
            #expect(file.text.contains("/// Not one of Apple's classes."), "\(file.path)")
            let name = file.path.split(separator: "/").last?.prefix { $0 != "." } ?? ""
            #expect(list.contains("`\(name)`"), "\(name)")
        }
    }

    /// The type and the name of each declaration whose docstring says that it is not Apple's.
    private func additions(in file: SourceFile) -> [String] {
        let type = file.path.split(separator: "/").last?.prefix { $0.isLetter || $0.isNumber } ?? ""
        let name = /\n\s*(?:public|open)[^\n]*?\b(?:func |var |(?=init\()|(?=subscript\())(\w+)(\(\w+:?)?/
            .wordBoundaryKind(.simple)
        return file.text.split(separator: "(Not in Apple's API.)").dropFirst().compactMap { rest in
            guard let match = rest.firstMatch(of: name) else { return nil }
            let label = match.2.map(String.init) ?? ""
            return match.1 == "subscript"
                ? "\(type)[" : "\(type).\(match.1)" + (match.1 == "init" ? label : "")
        }
    }

    @Test func `a declaration that is not Apple's is found by its name`() {
        let file = SourceFile(
            "Sources/AVFAudio/AVAudioThing+More.swift",
            """
                /// A thing. (Not in Apple's API.)
                ///
                /// - Throws: Never.
                public init(lv2URI: String) throws {}

                /// A thing. (Not in Apple's API.)
                public final subscript(parameter name: String) -> Float? { nil }

                /// A thing. (Not in Apple's API.)
                public func performChanges(_ body: () -> Void) {}
            """)
        #expect(
            additions(in: file) == [
                "AVAudioThing.init(lv2URI:", "AVAudioThing[", "AVAudioThing.performChanges",
            ])
    }

    @Test func `the README's programs are short`() throws {
        let readme = try SourceFile(reading: "README.md").text
        let blocks = readme.split(separator: "```", omittingEmptySubsequences: false)
        let lines = { (block: Substring) in block.split(separator: "\n").count - 1 }
        let swift = try #require(blocks.first { $0.hasPrefix("swift\nimport") })
        let c = try #require(blocks.first { $0.hasPrefix("c\n") })
        #expect(lines(swift) <= 20)
        #expect(lines(c) <= 30)
    }
}
