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

    @Test(arguments: [false, true])
    func `a stereo effect with a mono side chain stands in a chain`(isolated: Bool) throws {
        let folder = try ScratchFolder()
        let signal = TestSignal.noise(3000)
        try TestSignal.write(signal, to: folder.file("in.wav"))
        let run = try Self.render("exchange", "", isolated: isolated, in: folder)
        #expect(run.status == 0, "\(run.errors)")
        let output = folder.file(isolated ? "isolated.wav" : "inside.wav")
        #expect(try TestSignal.read(output) == [signal[1], signal[0]])
    }

    @Test(arguments: [false, true])
    func `a latency that is told with frames only is compensated, and everybody says the same`(
        isolated: Bool
    ) throws {
        let folder = try ScratchFolder()
        let signal = TestSignal.noise(3000)
        try TestSignal.write(signal, to: folder.file("in.wav"))
        let environment = ["LV2_PATH": try PluginFixture(names: ["lagger"]).folder.path]
        let uri = BundleFolder.uri("lagger")
        let render = try CommandRun(
            ["render", folder.file("in.wav"), folder.file("out.wav"), "--unit", uri + ":p3=20", "--stats"]
                + (isolated ? ["--isolate"] : []), environment: environment)
        #expect(render.output.contains("20 frames, compensated"), "\(render.output)\(render.errors)")
        #expect(try TestSignal.read(folder.file("out.wav")) == signal)
        let list = try CommandRun(["units", "--json"], environment: environment)
        #expect(list.output.contains(#""latencyFramesAt48kHz": 48"#), "\(list.output)")
        let details = try CommandRun(["units", "--show", uri], environment: environment)
        #expect(details.output.contains("latency: 48 frames at 48 kHz"), "\(details.output)\(details.errors)")
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

    @Test(arguments: [false, true])
    func `a plugin's files and texts are set like its ports`(isolated: Bool) throws {
        let folder = try ScratchFolder()
        try TestSignal.write([[Float](repeating: 0.5, count: 3000)], to: folder.file("in.wav"))
        try "0.25".write(toFile: folder.file("number.txt"), atomically: true, encoding: .utf8)
        let settings = ":level=0.5,number_file=\(folder.file("number.txt"))"
        let run = try Self.render("knobs", settings, isolated: isolated, in: folder)
        #expect(run.status == 0, "\(run.errors)")
        let output = folder.file(isolated ? "isolated.wav" : "inside.wav")
        #expect(try TestSignal.read(output)[0] == [Float](repeating: 0.5, count: 3000))
        for (setting, reason) in [
            ("level=3", "3.0 is above 2.0"), ("level=x", "“x” is no value"),
            ("number_file=/nowhere/x", "There is no file “/nowhere/x”"), ("none=1", "It has: number_file"),
        ] {
            let run = try Self.render("knobs", ":" + setting, isolated: isolated, in: folder)
            #expect(run.status != 0 && run.errors.contains(reason), "\(run.errors)")
        }
    }
}
