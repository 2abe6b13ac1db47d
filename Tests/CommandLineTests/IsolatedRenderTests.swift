import Foundation
import TestPlugins
import Testing

/// `avf render --isolate`.
@Suite struct IsolatedRenderTests {
    private static func render(
        _ plugin: String, _ settings: String, isolated: Bool, in folder: ScratchFolder
    ) throws -> CommandRun {
        let fixture = try PluginFixture(names: [plugin])
        let output = folder.file(isolated ? "isolated.wav" : "inside.wav")
        return try CommandRun(
            ["render", folder.file("in.wav"), output, "--unit", BundleFolder.uri(plugin) + settings]
                + (isolated ? ["--isolate"] : []), environment: ["LV2_PATH": fixture.folder.path])
    }

    @Test func `an isolated plugin makes the same file`() throws {
        let folder = try ScratchFolder()
        try TestSignal.write(TestSignal.noise(3000), to: folder.file("in.wav"))
        for isolated in [false, true] {
            let run = try Self.render("delay", "", isolated: isolated, in: folder)
            #expect(run.status == 0, "\(run.errors)")
        }
        let files = try ["inside.wav", "isolated.wav"].map {
            try Data(contentsOf: URL(fileURLWithPath: folder.file($0)))
        }
        #expect(files[0] == files[1])
    }

    @Test(arguments: [(1, "crashed in run() (SIGSEGV)"), (3, "ended its process in run() with status 3")])
    func `an isolated plugin that ends its process ends the render with the reason`(
        deed: Int, reason: String
    ) throws {
        let folder = try ScratchFolder()
        try TestSignal.write(TestSignal.noise(3000), to: folder.file("in.wav"))
        let run = try Self.render("rogue", ":p2=\(deed)", isolated: true, in: folder)
        #expect(run.status != 0)
        #expect(run.errors.contains("The plugin \"rogue\" \(reason)."), "\(run.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.file("isolated.wav")))
    }
}
