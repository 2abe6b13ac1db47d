import Testing

/// Imports go down, never up or sideways, and only where Package.swift says so.
@Suite struct ArrowTests {
    @Test func `every module imports only what its arrows allow`() throws {
        #expect(Arrow.violations(in: try SourceFile.all(in: "Sources")) == [])
    }

    @Test func `every folder of Sources has its arrows`() throws {
        let files = try SourceFile.all(in: "Sources", endingIn: [".swift", ".c", ".h", ".modulemap"])
        #expect(Set(files.map(\.module)).subtracting(Arrow.all.keys) == [])
    }

    @Test func `what a module imports is declared in the manifest`() throws {
        let manifest = Manifest(try SourceFile(reading: "Package.swift"))
        let known = Set(manifest.dependencies.keys).union(["ArgumentParser"])
        #expect(manifest.undeclaredImports(in: try SourceFile.all(in: "Sources"), known: known) == [])
    }

    @Test func `the manifest has no arrow of its own`() throws {
        let manifest = Manifest(try SourceFile(reading: "Package.swift"))
        for (folder, allowed) in Arrow.all where folder != "System" {
            let target = try #require(manifest.targets["Sources/" + folder], "no target at Sources/\(folder)")
            #expect(target == Arrow.moduleName(ofFolder: folder))
            let declared = try #require(manifest.dependencies[target])
            #expect(declared.subtracting(allowed) == [], "arrows of \(folder)")
        }
    }

    @Test func `arrows point down`() {
        let folders = Dictionary(
            uniqueKeysWithValues: Arrow.all.keys.map { (Arrow.moduleName(ofFolder: $0), $0) })
        for (folder, allowed) in Arrow.all {
            for target in allowed.compactMap({ folders[$0] }) {
                #expect(
                    Arrow.all[target]?.contains(Arrow.moduleName(ofFolder: folder)) == false,
                    "\(folder) and \(target) import each other")
            }
        }
    }

    @Test(arguments: [
        ("Sources/Render/A.swift", "import AVFEngine", "AVFEngine"),
        ("Sources/Graph/A.swift", "package import AVFUnits", "AVFUnits"),
        ("Sources/Media/A.swift", "import struct Foundation.Data", "Foundation"),
        ("Sources/DSP/A.swift", "import Glibc; import Dispatch", "Dispatch"),
        ("Sources/AVFAudioLV2/A.swift", "@_exported public import AVFEngine", "AVFEngine"),
        ("Sources/AVFoundation/A.swift", "  @preconcurrency import Foundation", "Foundation"),
        ("Sources/New/A.swift", "import AVFDSP", "AVFDSP"),
    ])
    func `a wrong arrow is found`(path: String, text: String, module: String) {
        let found = Arrow.violations(in: [SourceFile(path, "/// A file.\n" + text + "\n")])
        #expect(found == ["\(path) imports \(module)"])
    }

    @Test(arguments: [
        "// import AVFEngine", "/* a /* nested */\nimport AVFEngine */",
        "let text = \"\"\"\nimport AVFEngine\n\"\"\"",
        "import CAVFDSP // and not\n\nstruct S {}", "let important = 1",
    ])
    func `words in comments and strings are no imports`(text: String) {
        #expect(Arrow.violations(in: [SourceFile("Sources/Render/A.swift", text)]) == [])
    }

    @Test func `an import of a dependency's dependency is found`() {
        let manifest = Manifest(
            SourceFile(
                "Package.swift",
                """
                .target(name: "AVFDSP", dependencies: ["CAVFDSP"], path: "Sources/DSP"),
                .target(
                    name: "AVFRender", dependencies: ["AVFDSP", .product(name: "Log", package: "log")],
                    path: "Sources/Render"),
                """))
        #expect(manifest.dependencies["AVFRender"] == ["AVFDSP", "Log"])
        let file = SourceFile("Sources/Render/A.swift", "import AVFDSP\nimport CAVFDSP\nimport Glibc")
        #expect(
            manifest.undeclaredImports(in: [file], known: ["AVFDSP", "CAVFDSP"])
                == ["Sources/Render/A.swift imports CAVFDSP, which Package.swift does not give it"])
    }
}
