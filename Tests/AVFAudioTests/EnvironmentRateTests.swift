import AVFAudio
import Testing

/// `rate`: sources of an environment that play faster or slower.
@Suite struct EnvironmentRateTests {
    private func tone(_ hz: Double, _ frame: Double) -> Float {
        Float(0.5 * sin(2 * .pi * hz * frame / 48_000))
    }

    /// A source at full level to the right.
    private func scene(_ hz: Double = 700, rate: Float = 1) throws -> EnvironmentScene {
        var scene = try EnvironmentScene()
        try scene.add(at: place(azimuthDegrees: 90)).rate = rate
        try scene.play(96_000) { _, frame, _ in tone(hz, Double(frame)) }
        return scene
    }

    /// Power of the difference from what it should be, in decibels of that.
    private func error(_ found: [Float], _ frames: Range<Int>, _ expected: (Int) -> Float) -> Double {
        let power = frames.reduce(0) { $0 + pow(Double(found[$1] - expected($1)), 2) }
        return 10 * log10(power / frames.reduce(0) { $0 + pow(Double(expected($1)), 2) })
    }

    // Rates that are exact in binary.
    @Test(arguments: [0.5, 0.75, 1.25, 1.5, 2])
    func `a tone at f comes out at f times the rate, from its first frame`(rate: Double) throws {
        let found = try scene(rate: Float(rate)).offline.render(20_000)[1]
        #expect(error(found, 500..<20_000) { tone(700, rate * Double($0)) } < -100)
    }

    @Test func `a file at another sample rate plays at its rate, too`() throws {
        var scene = try EnvironmentScene()
        let player = AVAudioPlayerNode()
        scene.engine.attach(player)
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 1))
        scene.engine.connect(player, to: scene.environment, format: format)
        player.position = place(azimuthDegrees: 90)
        player.rate = 1.5
        try scene.play(0) { _, _, _ in 0 }
        let made = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 44_100))
        made.frameLength = 44_100
        for frame in 0..<44_100 {
            made.floatChannelData?[0][frame] = Float(0.5 * sin(2 * .pi * 700 * Double(frame) / 44_100))
        }
        player.scheduleBuffer(made)
        player.play()
        let found = try scene.offline.render(20_000)[1]
        #expect(error(found, 2000..<20_000) { tone(700, 1.5 * Double($0)) } < -90)
    }

    @Test func `a rate that comes while the source plays goes on from where that is, without a click`() throws
    {
        let scene = try scene()
        let before = try scene.offline.render(4096)[1]
        scene.players[0].rate = 2
        let after = try scene.offline.render(16_000, block: 512)[1]
        #expect(scene.offline.refused.all.isEmpty)
        #expect(error(before, 0..<4096) { tone(700, Double($0)) } < -100)
        // First as it was, then faster; nowhere steeper than the faster tone is.
        #expect(error(after, 0..<192) { tone(700, 4096 + Double($0)) } < -100)
        let samples = before + after
        let steepest = zip(samples, samples.dropFirst()).map { abs($1 - $0) }.max() ?? 1
        #expect(steepest <= 0.5 * 2 * .pi * 1400 / 48_000 * 1.001)
        let found = after[6000...]
        let crossings = zip(found, found.dropFirst()).filter { $0 < 0 && $1 >= 0 }.count
        #expect(abs(Double(crossings) - 1400 * 10_000 / 48_000) <= 1)
    }

    @Test func `the source's own time goes on at the rate`() throws {
        let scene = try scene()
        let player = scene.players[0]
        _ = try scene.offline.render(4800, block: 480)
        player.rate = 2
        _ = try scene.offline.render(9600, block: 480)
        func played() throws -> AVAudioFramePosition {
            let time = try #require(player.lastRenderTime)
            return try #require(player.playerTime(forNodeTime: time)).sampleTime
        }
        let first = try played()
        // 480 frames until the filter has a past, and a ramp of 20 ms that costs half of its length.
        #expect(abs(first - (4800 + 480 + 1440 + 2 * (9600 - 480 - 960))) <= 2)
        _ = try scene.offline.render(4800, block: 480)
        #expect(try played() - first == 9600)
    }

    @Test func `a change of rate takes 20 ms, and no block size changes a sample`() throws {
        func rendered(_ blocks: [Int]) throws -> [Float] {
            let scene = try scene(rate: 0.5)
            var (output, number) = ([Float](), 0)
            while output.count < 16_384 {
                if output.count % 2048 == 0 {
                    scene.players[0].rate = [0.5, 1.7, 1][output.count / 2048 % 3]
                }
                let count = min(blocks[number % blocks.count], 2048 - output.count % 2048)
                output += try scene.offline.render(count, block: count)[1]
                number += 1
            }
            return output
        }
        let whole = try rendered([2048])
        #expect(try rendered([512]) == whole)
        #expect(try rendered([1, 300, 64]) == whole)
        // 1 again after 20 ms: what comes then is the input, a fraction of a frame later.
        let crossings = zip(whole[5200..<6000], whole[5201...6000]).filter { $0 < 0 && $1 >= 0 }.count
        #expect((11...12).contains(crossings))
    }

    @Test func `connections of one source that need its frames at two rates are refused, and told`() throws {
        let scene = try scene()
        let (player, engine) = (scene.players[0], scene.engine)
        let mixer = engine.mainMixerNode
        engine.connect(
            player,
            to: [
                AVAudioConnectionPoint(node: scene.environment, bus: 0),
                AVAudioConnectionPoint(node: mixer, bus: 1),
            ], fromBus: 0, format: standardFormat(1))
        engine.connect(mixer, to: engine.outputNode, format: standardFormat(2))
        engine.connect(scene.environment, to: mixer, fromBus: 0, toBus: 0, format: standardFormat(2))
        #expect(scene.offline.refused.all.isEmpty)
        player.rate = 1.5
        #expect(scene.offline.refused.sentences.contains { $0.contains("'environment'") })
        #expect(try scene.offline.render(500)[1].contains { $0 != 0 })
    }

    @Test func `a rate of one connection only is heard there`() throws {
        let scene = try scene()
        let destination = scene.players[0].destination(forMixer: scene.environment, bus: 0)
        destination?.rate = 0.5
        #expect(scene.players[0].rate == 1)
        let found = try scene.offline.render(20_000, block: 500)[1]
        let crossings = zip(found[2000..<20_000], found[2001...]).filter { $0 < 0 && $1 >= 0 }.count
        #expect(abs(Double(crossings) - 350 * 18_000 / 48_000) <= 1)
    }
}
