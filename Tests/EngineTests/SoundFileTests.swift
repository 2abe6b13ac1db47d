import AVFEngine
import AVFGraph
import AVFMedia
import AVFRender
import AVFUnits
import TestSupport
import Testing

/// Units that work with the sound of a file.
struct SoundFileTests {
    private func convolution() throws -> UnitNode {
        UnitNode(native: try #require(UnitCatalog["convolution"]))
    }

    /// What an engine makes of an impulse through the node.
    private func impulseResponse(
        _ node: UnitNode, rate: Double = 48_000, frameCount: Int = 8
    ) throws -> [Float] {
        let engine = AudioEngine()
        let renderer = try OfflineRenderer(engine, rate: rate, channels: 1)
        let player = PlayerNode()
        for part in [node, player] { try engine.attach(part) }
        try engine.connect(player, to: node, format: format(1, rate: rate))
        try engine.connect(node, to: engine.outputNode, format: format(1, rate: rate))
        try engine.start()
        try player.schedule(samples(1) { _, _ in 1 })
        try player.play()
        defer { try? engine.detach(node) }
        return try renderer.render(frameCount)[0]
    }

    @Test func `a file's sound is the impulse response, before and after connecting`() throws {
        let wave = try TemporaryWave(frameCount: 5) { frame, _ in Float(5 - frame) / 8 }
        let node = try convolution()
        try node.loadSound(at: wave.path)
        #expect(node.soundPath == wave.path)
        #expect(try impulseResponse(node) == [0.625, 0.5, 0.375, 0.25, 0.125, 0, 0, 0])
        node.reset()
        try node.removeSound()
        #expect(node.soundPath == nil)
        #expect(try impulseResponse(node) == [1, 0, 0, 0, 0, 0, 0, 0])
    }

    @Test func `the sound follows the unit to another rate`() throws {
        let wave = try TemporaryWave(frameCount: 480) { _, _ in 1.0 / 480 }
        let node = try convolution()
        try node.loadSound(at: wave.path)
        for rate in [48_000.0, 96_000, 24_000] {
            let sum = try impulseResponse(node, rate: rate, frameCount: 4096).reduce(0, +)
            #expect(abs(sum - 1) < 0.01, "at \(rate) Hz")
        }
    }

    @Test func `a state holds the path, and tells when the file is gone`() throws {
        let wave = try TemporaryWave(frameCount: 3) { frame, _ in frame == 2 ? 0.5 : 0 }
        let node = try convolution()
        try node.loadSound(at: wave.path)
        let bytes = try node.saveState().bytes
        let other = try convolution()
        #expect(try other.restoreState(bytes: bytes) == UnitState.Gaps())
        #expect(try impulseResponse(other, frameCount: 4) == [0, 0, 0.5, 0])
        var state = try node.saveState()
        state.files = [UnitState.File(name: "impulse response", path: "/nowhere.wav", contents: nil)]
        #expect(try other.restoreState(state) == UnitState.Gaps(missingFiles: ["/nowhere.wav"]))
        #expect(other.soundPath == wave.path)
        state.files = []
        _ = try other.restoreState(state)
        #expect(other.soundPath == nil)
    }

    @Test func `files that cannot be used are refused with their names`() throws {
        let node = try convolution()
        let empty = try TemporaryWave(frameCount: 0) { _, _ in 0 }
        let long = try TemporaryWave(frameCount: 48_000 * 31) { _, _ in 0 }
        for (path, words) in [
            ("/nowhere.wav", "There is no file"), (empty.path, "has no frames"), (long.path, "lasts 31.0 s"),
            ("/tmp", "directory"),
        ] {
            do {
                try node.loadSound(at: path)
                Issue.record("\(path) was taken")
            } catch {
                #expect(error.description.contains(path) && error.description.contains(words), "\(error)")
            }
        }
        #expect(node.soundPath == nil)
        let gain = UnitNode(native: try #require(UnitCatalog["gain"]))
        #expect(throws: EngineError.self) { try gain.loadSound(at: empty.path) }
        #expect(throws: EngineError.self) { try gain.removeSound() }
    }

    @Test func `channels that do not fit are refused where the unit is connected`() throws {
        let node = try convolution()
        let path = TestRoot.unused("nine") + ".wav"
        let writer = try AudioFileWriter(
            path: path,
            format: AudioFileFormat(path: path, encoding: .float32, sampleRateHz: 48_000, channelCount: 9))
        try writer.writeInterleaved([Float](repeating: 0.1, count: 90), frameCount: 10)
        try writer.close()
        try node.loadSound(at: path)
        do {
            _ = try impulseResponse(node)
            Issue.record("nine channels fit one")
        } catch {
            #expect("\(error)".contains("has 9 channels"), "\(error)")
        }
        try node.removeSound()
        #expect(try impulseResponse(node, frameCount: 1) == [1])
    }
}
