import AVFAudio
import Testing

/// What may change while an environment renders, and what programs may get wrong.
@Suite struct EnvironmentChangeTests {
    @Test func `what was set before a connection holds for all, and a destination for itself only`() throws {
        let offline = try OfflineEngine()
        let environments = [AVAudioEnvironmentNode(), AVAudioEnvironmentNode()]
        let player = AVAudioPlayerNode()
        player.position = place(azimuthDegrees: -90)
        player.volume = 0.5
        offline.engine.attach(player)
        for environment in environments {
            offline.engine.attach(environment)
            offline.engine.connect(environment, to: offline.engine.mainMixerNode, format: standardFormat(2))
        }
        offline.engine.connect(
            player, to: environments.map { AVAudioConnectionPoint(node: $0, bus: 0) }, fromBus: 0,
            format: standardFormat(1))
        let destination = try #require(player.destination(forMixer: environments[1], bus: 0))
        #expect(destination.position == player.position && destination.volume == 0.5)
        destination.position = place(azimuthDegrees: 90, distance: 4)
        #expect(player.position == place(azimuthDegrees: -90))
        try offline.engine.start()
        player.scheduleBuffer(buffer(400) { _, _ in 1 })
        player.play()
        let found = try offline.render(400).map { $0[399] }
        #expect(isNear(found[0], 0.5) && isNear(found[1], 0.125))
        player.position = place(azimuthDegrees: -90, distance: 2)
        #expect(destination.position == player.position)
    }

    /// A scene of every algorithm, in which sources and listener move at multiples of 512 frames.
    private func rendered(_ blocks: [Int]) throws -> [[Float]] {
        var scene = try EnvironmentScene()
        scene.environment.outputType = .headphones
        scene.environment.reverbParameters.enable = true
        let algorithms: [AVAudio3DMixingRenderingAlgorithm] = [
            .equalPowerPanning, .sphericalHead, .HRTF, .HRTFHQ, .soundField, .auto,
        ]
        for algorithm in algorithms {
            let player = try scene.add(at: place(azimuthDegrees: 40))
            player.renderingAlgorithm = algorithm
            player.reverbBlend = 0.3
        }
        try scene.play(16_384) { source, frame, _ in noise(frame, source) }
        var output: [[Float]] = [[], []]
        var place = 0
        while output[0].count < 12_288 {
            let frame = output[0].count
            if frame % 512 == 0 {
                for (source, player) in scene.players.enumerated() {
                    player.position = AVAudioMake3DPoint(
                        Float(sin(Double(frame + source * 900) / 2000)), Float(source) / 5 - 0.5, -0.7)
                    player.obstruction = frame % 2048 == 0 ? -10 : 0
                }
                scene.environment.listenerAngularOrientation.yaw = Float(frame) / 200
                if frame == 6144 { scene.players[0].renderingAlgorithm = .HRTF }
            }
            let count = min(blocks[place % blocks.count], 512 - frame % 512)
            for (channel, samples) in try scene.offline.render(count, block: count).enumerated() {
                output[channel] += samples
            }
            place += 1
        }
        return output
    }

    @Test func `the samples do not depend on the size of blocks`() throws {
        let whole = try rendered([512])
        #expect(try rendered([1, 63, 64, 65, 200]) == whole)
        #expect(try rendered([37]) == whole)
        #expect(whole[0] != whole[1] && whole.joined().allSatisfy { $0.isFinite })
    }

    @Test(arguments: [AVAudio3DMixingRenderingAlgorithm.equalPowerPanning, .sphericalHead, .HRTF, .HRTFHQ])
    func `a source that jumps does not click`(algorithm: AVAudio3DMixingRenderingAlgorithm) throws {
        var scene = try EnvironmentScene()
        let player = try scene.add(at: place(azimuthDegrees: -80))
        player.renderingAlgorithm = algorithm
        try scene.play(24_000) { _, frame, _ in Float(0.5 * sin(2 * .pi * 300 * Double(frame) / 48_000)) }
        let before = try scene.offline.render(8000)
        player.position = place(azimuthDegrees: 80)
        let after = try scene.offline.render(12_000)
        for channel in 0..<2 {
            let samples = before[channel] + after[channel]
            let steps = (1..<samples.count).map { abs(samples[$0] - samples[$0 - 1]) }
            // In 64 frames the gain goes from one end to the other: a slope of 1/64 of the amplitude on top.
            let calm = max(steps[4000..<7900].max() ?? 0, steps[16_000...].max() ?? 0)
            #expect((steps[7900..<16_000].max() ?? 1) < calm + 0.5 * 2 / 64 + 0.01)
        }
    }

    @Test func `numbers that are none change nothing and are told`() throws {
        var scene = try EnvironmentScene()
        let player = try scene.add(at: place(azimuthDegrees: 90))
        player.position = AVAudioMake3DPoint(.nan, 0, 0)
        player.position = AVAudioMake3DPoint(0, .infinity, 0)
        #expect(player.position == place(azimuthDegrees: 90))
        let node = scene.environment
        node.listenerPosition = AVAudioMake3DPoint(0, .nan, 0)
        node.listenerVectorOrientation = AVAudioMake3DVectorOrientation(
            AVAudioMake3DVector(0, 0, 0), AVAudioMake3DVector(0, 1, 0))
        node.listenerAngularOrientation = AVAudioMake3DAngularOrientation(.infinity, 0, 0)
        #expect(scene.offline.refused.all.count == 3)
        #expect(scene.offline.refused.sentences.allSatisfy { $0.contains("'environment'") })
        node.outputVolume = .nan
        node.reverbParameters.level = .nan
        node.reverbParameters.filterParameters.frequency = .nan
        node.distanceAttenuationParameters.referenceDistance = .nan
        player.reverbBlend = .nan
        player.occlusion = .nan
        node.setListenerHeadPose(AVAudioMake3DAngularOrientation(.nan, 0, 0))
        #expect(node.outputVolume == 1 && node.reverbParameters.level == 0)
        #expect(node.distanceAttenuationParameters.referenceDistance == 1)
        let found = try scene.gains()
        #expect(isNear(found[0], 0) && isNear(found[1], 1))
    }

    @Test func `samples that are no numbers do not reach the output`() throws {
        var scene = try EnvironmentScene()
        try scene.add(at: place(azimuthDegrees: 60)).renderingAlgorithm = .HRTF
        scene.environment.reverbParameters.enable = true
        scene.players[0].reverbBlend = 0.5
        try scene.play(4800) { _, frame, _ in
            frame % 100 == 3 ? .nan : frame % 100 == 5 ? .infinity : noise(frame)
        }
        let found = try scene.offline.render(9600)
        #expect(found.joined().allSatisfy { $0.isFinite })
        #expect(found[1][4000..<4800].contains { abs($0) > 0.01 })
    }

    @Test func `values outside of their ranges are clamped`() throws {
        let node = AVAudioEnvironmentNode()
        node.outputVolume = 7
        node.reverbParameters.level = -100
        node.reverbParameters.filterParameters.gain = 1000
        #expect(node.outputVolume == 1 && node.reverbParameters.level == -40)
        #expect(node.reverbParameters.filterParameters.gain == 24)
    }

    @Test func `the layout may change while the environment renders`() throws {
        var scene = try EnvironmentScene(layout: kAudioChannelLayoutTag_AudioUnit_5_0)
        try scene.add(at: place(azimuthDegrees: 0)).renderingAlgorithm = .auto
        try scene.play(48_000) { _, _, _ in 1 }
        #expect(isNear(try scene.offline.render(400)[4][399], 1))
        let other = AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_0_C)!
        scene.engine.connect(
            scene.environment, to: scene.engine.outputNode,
            format: AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: other))
        #expect(isNear(try scene.offline.render(400)[1][399], 1))
        scene.engine.connect(scene.environment, to: scene.engine.mainMixerNode, format: standardFormat(2))
        #expect(scene.environment.outputFormat(forBus: 0).channelCount == 2)
        let stereo = try scene.offline.render(400).map { $0[399] }
        #expect(stereo.allSatisfy { $0.isFinite })
        #expect(scene.offline.refused.all.isEmpty)
    }

    @Test func `more channels than fit are refused with their numbers`() throws {
        let scene = try EnvironmentScene()
        let player = AVAudioPlayerNode()
        scene.engine.attach(player)
        try scene.engine.start()
        scene.engine.connect(player, to: scene.environment, format: standardFormat(17))
        #expect(scene.offline.refused.sentences.count == 1)
        #expect(scene.offline.refused.sentences.first?.contains("17") ?? false)
        #expect(try scene.offline.render(100)[0].allSatisfy { $0 == 0 })
    }

    @Test func `ten thousand sources are mixed`() throws {
        let scene = try EnvironmentScene()
        let count = 10_000
        let sources = (0..<count).map { number in
            AVAudioSourceNode(format: standardFormat(1)) { isSilence, _, frameCount, list in
                let samples = UnsafeMutableBufferPointer<Float>(UnsafeMutableAudioBufferListPointer(list)[0])
                isSilence.pointee = ObjCBool(number % 1000 != 0)
                for frame in 0..<Int(frameCount) { samples[frame] = number % 1000 == 0 ? 0.125 : 0 }
                return noErr
            }
        }
        try scene.engine.performChanges {
            for (number, source) in sources.enumerated() {
                source.position = place(azimuthDegrees: number % 2000 == 0 ? -90 : 90)
                scene.engine.attach(source)
                scene.engine.connect(
                    source, to: scene.environment, fromBus: 0, toBus: number, format: standardFormat(1))
            }
        }
        try scene.engine.start()
        let found = try scene.offline.render(512).map { $0[511] }
        #expect(isNear(found[0], 0.625) && isNear(found[1], 0.625))
    }
}
