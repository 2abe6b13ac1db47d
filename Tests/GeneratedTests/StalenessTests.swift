import AVFGenerate
import AVFUnits
import Foundation
import TestSupport
import Testing

/// The top of the repository that these tests are in.
let repositoryRoot = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

@Suite struct StalenessTests {
    private static let files = GeneratedFiles.all()

    @Test(arguments: files.map(\.path))
    func `the checked-in file is what the units say`(path: String) throws {
        let file = try #require(Self.files.first { $0.path == path })
        let text = try String(contentsOfFile: repositoryRoot + "/" + path, encoding: .utf8)
        #expect(text == file.text, "run `avf-dev generate`")
    }

    @Test func `no generated file is left over`() {
        #expect(GeneratedFiles.leftovers(under: repositoryRoot) == [])
    }

    @Test func `a changed, a missing and a leftover file are all found stale`() throws {
        let root = TestRoot.unused("stale")
        defer { try? FileManager.default.removeItem(atPath: root) }
        for file in GeneratedFiles.all() { try file.write(under: root) }
        #expect(GeneratedFiles.staleness(under: root) == [])
        try "other".write(toFile: root + "/Plugins/REFERENCE.md", atomically: true, encoding: .utf8)
        try FileManager.default.removeItem(atPath: root + "/Include/avfaudio/avf_units_generated.h")
        try "".write(toFile: root + "/Plugins/avfaudio.lv2/gone.ttl", atomically: true, encoding: .utf8)
        #expect(GeneratedFiles.staleness(under: root).count == 3)
    }
}
