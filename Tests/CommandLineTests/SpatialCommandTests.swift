import Foundation
import Testing

/// `avf render --spatial`.
@Suite struct SpatialCommandTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// The path of a scene with that text.
    private func scene(_ text: String) throws -> String {
        let path = folder.file("scene.json")
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    /// The path of an input of ones, or of noise.
    private func input(_ frameCount: Int, ones: Bool = true) throws -> String {
        let path = folder.file("in.wav")
        let samples =
            ones ? [[Float](repeating: 1, count: frameCount)] : TestSignal.noise(frameCount, channels: 1)
        try TestSignal.write(samples, to: path)
        return path
    }

    private func near(_ a: Float, _ b: Double, _ limit: Double = 1e-4) -> Bool { abs(Double(a) - b) < limit }

    @Test func `a source goes its way, at its time, and gets softer with the distance`() throws {
        let scene = try scene(
            """
            {"sources": [{"algorithm": "panning", "path": [
                {"time": 0, "position": [-4, 0, 0]}, {"time": 1, "position": [-2, 0, 0]},
                {"time": 2, "position": [2, 0, 0]}]}]}
            """)
        let output = folder.file("out.wav")
        let run = try CommandRun(["render", try input(144_000), output, "--spatial", scene])
        #expect(run.status == 0 && run.errors == "", "\(run.errors)")
        let found = try TestSignal.read(output)
        try #require(found.count == 2 && found[0].count == 144_000)
        #expect(near(found[0][10], 0.25) && near(found[1][10], 0))
        // Three metres away after half a second.
        #expect(near(found[0][24_000], 1.0 / 3) && near(found[0][48_000], 0.5))
        #expect(near(found[1][143_000], 0.5) && near(found[0][143_000], 0))
    }

    @Test func `the listener turns, and files beside the scene sound from their start on`() throws {
        try TestSignal.write([[Float](repeating: 0.5, count: 24_000)], to: folder.file("other.wav"))
        let scene = try scene(
            """
            {"listener": [{"time": 0, "yaw": 0}, {"time": 1, "yaw": 180}],
             "sources": [{"gain": 0, "path": [{"position": [0, 0, -1]}]},
                {"file": "other.wav", "start": 1, "algorithm": "panning", "path": [{"position": [1, 0, 0]}]}]}
            """)
        let output = folder.file("out.wav")
        let run = try CommandRun(["render", try input(4800), output, "--spatial", scene])
        #expect(run.status == 0, "\(run.errors)")
        let found = try TestSignal.read(output)
        try #require(found[0].count == 72_000)
        #expect(found[0][..<48_000].allSatisfy { $0 == 0 } && found[1][..<48_000].allSatisfy { $0 == 0 })
        #expect(near(found[0][48_500], 0.5) && near(found[1][48_500], 0))
    }

    @Test func `the samples do not depend on the block size`() throws {
        let scene = try scene(
            """
            {"output": "headphones", "head": "sphere", "room": {"preset": "large hall"}, "sources": [
                {"algorithm": "hrtf", "reverb": 0.3, "path": [
                {"time": 0, "position": [-3, 0, -1]}, {"time": 0.3, "position": [3, 1, 1]}]}]}
            """)
        let input = try input(9600, ones: false)
        for (name, size) in [("a.wav", "512"), ("b.wav", "37")] {
            let run = try CommandRun(
                [
                    "render", input, folder.file(name), "--spatial", scene, "--block-size", size, "--tail",
                    "0.1",
                ])
            #expect(run.status == 0, "\(run.errors)")
        }
        let found = try TestSignal.read(folder.file("a.wav"))
        #expect(try TestSignal.read(folder.file("b.wav")) == found)
        #expect(found[0].count == 14_400 && found[0] != found[1])
    }

    @Test func `loudspeakers get a channel each, and units follow`() throws {
        let scene = try scene(
            #"{"output": "5.0", "sources": [{"path": [{"position": [0, 0, -1]}]}]}"#)
        let output = folder.file("out.wav")
        let run = try CommandRun(
            ["render", try input(4800), output, "--spatial", scene, "--unit", "gain:gain=-6.0206"])
        #expect(run.status == 0, "\(run.errors)")
        let found = try TestSignal.read(output)
        try #require(found.count == 5)
        #expect(near(found[4][4000], 0.5) && (0..<4).allSatisfy { near(found[$0][4000], 0) })
    }

    @Test func `the picture has the scene from above and the levels`() throws {
        let scene = try scene(#"{"sources": [{"path": [{"position": [1, 0, -1]}]}]}"#)
        let picture = folder.file("scene.svg")
        let run = try CommandRun(
            ["render", try input(4800), folder.file("out.wav"), "--spatial", scene, "--plot", picture])
        #expect(run.status == 0, "\(run.errors)")
        let drawn = try String(contentsOfFile: picture, encoding: .utf8)
        for words in [">From above, the front at the top<", ">Levels in 20 ms<", ">in<", "listener"] {
            #expect(drawn.contains(words), "\(words)")
        }
        #expect(try TestSignal.read(folder.file("out.wav"))[0].count == 4800)
        #expect(drawn.hasSuffix("</svg>\n"))
    }

    @Test(arguments: [
        (#"{"sources": [{"color": "red"}]}"#, "sources[0].color: unknown"),
        (#"{"sources": []}"#, "sources: there is none"),
        (#"{"output": "9.1", "sources": [{}]}"#, "“9.1” is none of"),
        (#"{"sources": [{"path": [{"time": 1}, {"time": 1}]}]}"#, "times must go up"),
        (#"{"sources": [{"path": [{"position": [1, 2]}]}]}"#, "not x, y and z"),
        (#"{"sources": [{"path": [{"position": [1e300, 2, 0]}]}]}"#, "a million"),
        (#"{"sources": [{"start": -1}]}"#, "-1"),
        (#"{"sources": [{"gain": "loud"}]}"#, "gain"),
        (#"{"sources": [{"file": "in.wav"}]}"#, "none plays the input"),
        (#"{"sources": [{}, {"file": "absent.wav"}]}"#, "absent.wav"),
        (#"{"room": {"preset": "Kitchen"}, "sources": [{}]}"#, "There is no room “Kitchen”"),
        (#"{"head": "absent.sofa", "sources": [{}]}"#, "absent.sofa"),
        ("[1, 2", "cannot be used"),
    ])
    func `what is wrong with a scene is told, and no file is left`(text: String, words: String) throws {
        let output = folder.file("out.wav")
        let run = try CommandRun(["render", try input(100), output, "--spatial", try scene(text)])
        #expect(run.status != 0 && run.errors.contains(words), "\(run.errors)")
        #expect(!FileManager.default.fileExists(atPath: output))
    }
}
