import AVFAudio
import Testing

/// `AVAudioEnvironmentNode` in a graph, as a program written for Apple's uses it.
@Suite struct EnvironmentNodeTests {
    // MARK: - What Apple says

    @Test func `everything has Apple's default`() throws {
        let node = AVAudioEnvironmentNode()
        #expect(node.outputVolume == 1 && node.outputType == .auto && node.nextAvailableInputBus == 0)
        #expect(node.listenerPosition == AVAudioMake3DPoint(0, 0, 0))
        #expect(
            node.listenerVectorOrientation
                == AVAudioMake3DVectorOrientation(AVAudioMake3DVector(0, 0, -1), AVAudioMake3DVector(0, 1, 0))
        )
        #expect(node.listenerAngularOrientation == AVAudioMake3DAngularOrientation(0, 0, 0))
        #expect(!node.isListenerHeadTrackingEnabled)
        let distance = node.distanceAttenuationParameters
        #expect(distance.distanceAttenuationModel == .inverse && distance.referenceDistance == 1)
        #expect(distance.maximumDistance == 100_000 && distance.rolloffFactor == 1)
        let reverb = node.reverbParameters
        #expect(!reverb.enable && reverb.level == 0 && reverb.filterParameters.bypass)
        #expect(reverb.filterParameters.frequency == 1000 && reverb.filterParameters.bandwidth == 0.5)
        #expect(node.reverbBlend == 0 && node.renderingAlgorithm == .equalPowerPanning)
    }

    @Test func `the lowest free bus is the next one`() throws {
        var scene = try EnvironmentScene()
        #expect(scene.environment.nextAvailableInputBus == 0)
        try scene.add()
        try scene.add()
        #expect(scene.environment.nextAvailableInputBus == 2 && scene.environment.numberOfInputs == 2)
        scene.engine.disconnectNodeInput(scene.environment, bus: 0)
        #expect(scene.environment.nextAvailableInputBus == 0)
    }

    @Test func `the two kinds of orientation are one`() throws {
        let node = AVAudioEnvironmentNode()
        node.listenerAngularOrientation = AVAudioMake3DAngularOrientation(90, 0, 0)
        let turned = node.listenerVectorOrientation
        #expect(isNear(turned.forward.x, 1) && isNear(turned.forward.z, 0) && isNear(turned.up.y, 1))
        node.listenerVectorOrientation = AVAudioMake3DVectorOrientation(
            AVAudioMake3DVector(-2, 0, 0), AVAudioMake3DVector(0, 3, 0))
        #expect(isNear(node.listenerAngularOrientation.yaw, -90, 1e-3))
        node.listenerAngularOrientation = AVAudioMake3DAngularOrientation(30, 20, 10)
        let found = node.listenerVectorOrientation
        #expect(isNear(found.forward.x, 0.469_846_3) && isNear(found.forward.y, 0.342_020_1))
        #expect(isNear(found.up.x, -0.018_028_3) && isNear(found.up.y, 0.925_416_6))
    }

    @Test func `the algorithms follow the output's channels`() throws {
        let stereo = try EnvironmentScene()
        #expect(
            stereo.environment.applicableRenderingAlgorithms.map(\.intValue).sorted() == [
                0, 1, 2, 3, 5, 6, 7,
            ])
        let mono = try EnvironmentScene(layout: kAudioChannelLayoutTag_Mono)
        #expect(mono.environment.applicableRenderingAlgorithms.map(\.intValue).sorted() == [0, 5, 7])
    }

    // MARK: - Levels

    @Test(arguments: [
        (AVAudioEnvironmentDistanceAttenuationModel.inverse, 4.0, 0.25), (.inverse, 0.5, 1),
        (.exponential, 4, 0.25), (.linear, 50, 0.505_050_5), (.linear, 200, 0),
    ])
    func `a source is softer by the law of distance`(
        model: AVAudioEnvironmentDistanceAttenuationModel, distance: Double, gain: Double
    ) throws {
        var scene = try EnvironmentScene()
        scene.environment.distanceAttenuationParameters.distanceAttenuationModel = model
        if model == .linear { scene.environment.distanceAttenuationParameters.maximumDistance = 100 }
        try scene.add(at: place(azimuthDegrees: 90, distance: distance))
        let found = try scene.gains()
        #expect(isNear(found[0], 0) && isNear(found[1], gain))
    }

    @Test(arguments: [
        (0.0, 0.707_107, 0.707_107), (30, 0.5, 0.866_025), (-45, 0.923_880, 0.382_683), (-90, 1, 0),
    ])
    func `a source is panned with equal power`(azimuth: Double, left: Double, right: Double) throws {
        var scene = try EnvironmentScene()
        try scene.add(at: place(azimuthDegrees: azimuth))
        let found = try scene.gains()
        #expect(isNear(found[0], left) && isNear(found[1], right))
    }

    @Test func `volumes of source and output multiply`() throws {
        var scene = try EnvironmentScene()
        try scene.add(at: place(azimuthDegrees: 90)).volume = 0.5
        scene.environment.outputVolume = 0.25
        #expect(isNear(try scene.gains()[1], 0.125))
    }

    @Test func `the listener's place and head are taken into account`() throws {
        var scene = try EnvironmentScene()
        try scene.add(at: AVAudioMake3DPoint(5, 1, -3))
        scene.environment.listenerPosition = AVAudioMake3DPoint(5, 1, 1)
        scene.environment.listenerAngularOrientation.yaw = 90
        let found = try scene.gains()
        #expect(isNear(found[0], 0.25) && isNear(found[1], 0))
    }

    @Test func `head tracking turns the head on top of its orientation`() throws {
        var scene = try EnvironmentScene()
        try scene.add(at: place(azimuthDegrees: 0))
        scene.environment.listenerAngularOrientation.yaw = 45
        scene.environment.setListenerHeadPose(AVAudioMake3DAngularOrientation(45, 0, 0))
        let before = try scene.gains()
        #expect(isNear(before[0], cos(.pi / 8)))
        scene.environment.isListenerHeadTrackingEnabled = true
        let after = try scene.gains()
        #expect(isNear(after[0], 1) && isNear(after[1], 0))
        #expect(isNear(scene.environment.listenerAngularOrientation.yaw, 45, 1e-3))
    }

    // MARK: - Loudspeakers

    /// A layout, an azimuth, and the gains of its loudspeakers.
    private static let loudspeakers: [(AudioChannelLayoutTag, Double, [Double])] = [
        (kAudioChannelLayoutTag_AudioUnit_4, 30.0, [0.258_819, 0.965_925_8, 0, 0]),
        (kAudioChannelLayoutTag_AudioUnit_5_0, 15, [0, 0.707_106_8, 0, 0, 0.707_106_8]),
        (kAudioChannelLayoutTag_AudioUnit_6_0, 145, [0, 0, 0, 0.707_106_8, 0, 0.707_106_8]),
        (kAudioChannelLayoutTag_AudioUnit_7_0, 100, [0, 0, 0, 0.975_257_3, 0, 0, 0.221_072_9]),
        (kAudioChannelLayoutTag_AudioUnit_7_0_Front, 10, [0, 0, 0, 0, 0.448_578_7, 0, 0.893_743_4]),
        (kAudioChannelLayoutTag_AudioUnit_8, 100, [0, 0, 0, 0.289_758_5, 0, 0, 0, 0.957_099_8]),
        (kAudioChannelLayoutTag_MPEG_5_1_A, 15, [0, 0.707_106_8, 0.707_106_8, 0, 0, 0]),
        (kAudioChannelLayoutTag_MPEG_7_1_C, 90, [0, 0, 0, 0, 0, 1, 0, 0]),
    ]

    @Test(arguments: loudspeakers)
    func `loudspeakers stand where the layout says`(
        layout: AudioChannelLayoutTag, azimuth: Double, gains: [Double]
    ) throws {
        var scene = try EnvironmentScene(layout: layout)
        try scene.add(at: place(azimuthDegrees: azimuth)).renderingAlgorithm = .auto
        let found = try scene.gains()
        for (channel, gain) in gains.enumerated() { #expect(isNear(found[channel], gain), "\(channel)") }
    }

    @Test func `a layout of descriptions is followed`() throws {
        let labels = [
            kAudioChannelLabel_Right, kAudioChannelLabel_Left, kAudioChannelLabel_TopCenterSurround,
        ]
        var memory = [UInt8](repeating: 0, count: 12 + 20 * labels.count)
        let layout = memory.withUnsafeMutableBytes { bytes -> AVAudioChannelLayout in
            bytes.storeBytes(of: kAudioChannelLayoutTag_UseChannelDescriptions, as: UInt32.self)
            bytes.storeBytes(of: UInt32(labels.count), toByteOffset: 8, as: UInt32.self)
            for (place, label) in labels.enumerated() {
                bytes.storeBytes(of: label, toByteOffset: 12 + 20 * place, as: UInt32.self)
            }
            return AVAudioChannelLayout(
                layout: bytes.baseAddress!.assumingMemoryBound(to: AudioChannelLayout.self))
        }
        let offline = try OfflineEngine(channels: 3)
        let environment = AVAudioEnvironmentNode()
        let player = AVAudioPlayerNode()
        offline.engine.attach(environment)
        offline.engine.attach(player)
        let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channelLayout: layout)
        offline.engine.connect(environment, to: offline.engine.outputNode, format: format)
        offline.engine.connect(player, to: environment, format: standardFormat(1))
        player.renderingAlgorithm = .auto
        player.position = place(azimuthDegrees: 30)
        try offline.engine.start()
        player.scheduleBuffer(buffer(400) { _, _ in 1 })
        player.play()
        let found = try offline.render(400).map { $0[399] }
        #expect(isNear(found[0], 1) && isNear(found[1], 0) && isNear(found[2], 0))
    }

    // MARK: - Source modes

    @Test func `two channels are passed on unless they are to be a point`() throws {
        var scene = try EnvironmentScene()
        let player = try scene.add(channels: 2, at: place(azimuthDegrees: 90))
        try scene.play(400) { _, _, channel in channel == 0 ? 0.5 : 0.25 }
        let passed = try scene.offline.render(400).map { $0[399] }
        #expect(isNear(passed[0], 0.5) && isNear(passed[1], 0.25))
        player.sourceMode = .pointSource
        try scene.play(4800) { _, _, channel in channel == 0 ? 0.5 : 0.25 }
        let point = try scene.offline.render(4800).map { $0[4799] }
        #expect(isNear(point[0], 0) && isNear(point[1], 0.375))
    }

    @Test func `bypass knows no distance, no obstacle and no algorithm`() throws {
        var scene = try EnvironmentScene()
        let player = try scene.add(at: place(azimuthDegrees: 90, distance: 10))
        player.sourceMode = .bypass
        player.renderingAlgorithm = .HRTF
        player.occlusion = -40
        let found = try scene.gains()
        #expect(isNear(found[0], 1) && isNear(found[1], 1))
    }

    @Test func `a bed stands around the listener wherever that is`() throws {
        var scene = try EnvironmentScene(layout: kAudioChannelLayoutTag_AudioUnit_8)
        let player = try scene.add(channels: 2)
        player.sourceMode = .ambienceBed
        scene.environment.listenerPosition = AVAudioMake3DPoint(100, 0, 0)
        scene.environment.listenerAngularOrientation.yaw = 15
        try scene.play(400) { _, _, channel in channel == 0 ? 1 : 0 }
        let found = try scene.offline.render(400).map { $0[399] }
        // 30° to the left of the world's front is 45° to the left of the nose.
        #expect(isNear(found[0], 1) && found.dropFirst().allSatisfy { isNear($0, 0) })
    }

    @Test func `a bed's channels stand where the source's layout says`() throws {
        var scene = try EnvironmentScene(layout: kAudioChannelLayoutTag_AudioUnit_8)
        let player = try scene.add(layout: kAudioChannelLayoutTag_AudioUnit_6_0)
        player.sourceMode = .ambienceBed
        try scene.play(400) { _, _, channel in channel == 5 ? 1 : 0 }
        #expect(isNear(try scene.offline.render(400)[5][399], 1))
    }

    @Test func `a sound field as a bed is decoded`() throws {
        var scene = try EnvironmentScene(layout: kAudioChannelLayoutTag_AudioUnit_8)
        let player = try scene.add(layout: kAudioChannelLayoutTag_HOA_ACN_SN3D | 4)
        player.sourceMode = .ambienceBed
        // A plane wave from the right in ACN and SN3D: W 1, Y −1, Z 0, X 0.
        try scene.play(400) { _, _, channel in [1, -1, 0, 0][channel] }
        let found = try scene.offline.render(400).map { $0[399] }
        #expect(found.indices.allSatisfy { $0 == 7 || found[$0] < found[7] })
        #expect(found[7] > 0.4)
    }

    // MARK: - Ears

    /// Frames by which the right channel is later, from the peak of the cross-correlation, parted by a
    /// parabola.
    private func lag(_ channels: [[Float]]) -> Double {
        let reach = 60
        let correlations = (-reach...reach).map { lag -> Double in
            var sum = 0.0
            for frame in 2000..<8000 { sum += Double(channels[0][frame]) * Double(channels[1][frame + lag]) }
            return sum
        }
        let best = correlations.indices.max { correlations[$0] < correlations[$1] } ?? 0
        guard best > 0, best < correlations.count - 1 else { return Double(best - reach) }
        let (a, b, c) = (correlations[best - 1], correlations[best], correlations[best + 1])
        return Double(best - reach) + 0.5 * (a - c) / (a - 2 * b + c)
    }

    /// A tone well below 1.5 kHz with a slow envelope, so that its correlation has one peak.
    private func lowNoise(_ frame: Int) -> Float {
        let time = Double(frame) / 48_000
        return (0..<12).reduce(0) { sum, tone in
            sum + Float(0.05 * sin(2 * .pi * (200 + 71 * Double(tone)) * time + Double(tone * tone)))
        }
    }

    @Test(
        arguments: [AVAudio3DMixingRenderingAlgorithm.sphericalHead, .HRTF, .HRTFHQ], [-90.0, -30, 0, 30, 90])
    func `the far ear hears it later and softer`(
        algorithm: AVAudio3DMixingRenderingAlgorithm, azimuth: Double
    ) throws {
        var scene = try EnvironmentScene()
        scene.environment.outputType = .headphones
        try scene.add(at: place(azimuthDegrees: azimuth)).renderingAlgorithm = algorithm
        try scene.play(12_000) { _, frame, _ in self.lowNoise(frame) }
        let found = try scene.offline.render(9600)
        // Brown and Duda, "A structural model for binaural sound synthesis", 1998: delays at ±100°, and
        // what the first-order shadow adds to them at low frequencies.
        let microseconds = -lag(found) / 48_000 * 1e6
        let delays: [Int: Double] = [-90: -780, -30: -300, 0: 0, 30: 300, 90: 780]
        let expected = delays[Int(azimuth)] ?? 0
        #expect(abs(microseconds - expected) < 120, "\(microseconds)")
        let energies = found.map { $0[2000..<9000].reduce(0) { $0 + $1 * $1 } }
        if azimuth > 0 { #expect(energies[1] > 1.2 * energies[0]) }
        if azimuth < 0 { #expect(energies[0] > 1.2 * energies[1]) }
        if azimuth == 0 { #expect(abs(energies[0] / energies[1] - 1) < 1e-3) }
    }

    @Test func `auto is for ears with headphones and for loudspeakers without`() throws {
        func rendered(_ type: AVAudioEnvironmentOutputType, _ algorithm: AVAudio3DMixingRenderingAlgorithm)
            throws
            -> [[Float]]
        {
            var scene = try EnvironmentScene()
            scene.environment.outputType = type
            try scene.add(at: place(azimuthDegrees: 70)).renderingAlgorithm = algorithm
            try scene.play(4800) { _, frame, _ in noise(frame) }
            return try scene.offline.render(4800)
        }
        #expect(try rendered(.headphones, .auto) == rendered(.headphones, .HRTF))
        #expect(try rendered(.auto, .auto) == rendered(.auto, .equalPowerPanning))
    }

    @Test func `another head is heard without a click, and a bad file changes nothing`() throws {
        var scene = try EnvironmentScene()
        try scene.add(at: place(azimuthDegrees: 60)).renderingAlgorithm = .HRTF
        try scene.play(48_000) { _, frame, _ in Float(0.5 * sin(2 * .pi * 500 * Double(frame) / 48_000)) }
        let before = try scene.offline.render(12_000)
        #expect(throws: NSError.self) {
            try scene.environment.loadHRTFSet(.file(URL(fileURLWithPath: "/proc/self/status")))
        }
        #expect(scene.environment.hrtfSet == .sphericalHead)
        try scene.environment.loadHRTFSet(.standard)
        let after = try scene.offline.render(24_000)
        #expect(scene.environment.hrtfSet == .standard)
        func bend(_ samples: [Float], _ frames: Range<Int>) -> Float {
            frames.map { abs(samples[$0 - 1] - 2 * samples[$0] + samples[$0 + 1]) }.max() ?? 0
        }
        for channel in 0..<2 {
            let calm = max(bend(before[channel], 9000..<11_990), bend(after[channel], 20_000..<23_990))
            #expect(bend(before[channel] + after[channel], 11_900..<20_000) < 1.5 * calm)
        }
    }

    // MARK: - Obstacles and the room

    @Test func `the shares of room and dry sound have constant power`() throws {
        for (blend, dry) in [(0.0, 1.0), (0.25, 0.923_880), (0.5, 0.707_107), (1, 0)] {
            var scene = try EnvironmentScene()
            scene.environment.reverbParameters.enable = true
            scene.environment.reverbParameters.level = -40
            try scene.add(at: place(azimuthDegrees: 90)).reverbBlend = Float(blend)
            // The room has nothing to say in the first milliseconds.
            #expect(isNear(try scene.gains(64)[1], dry))
        }
    }

    @Test func `the room sounds on, and only if it is enabled`() throws {
        func tail(_ isEnabled: Bool, _ change: (AVAudioEnvironmentReverbParameters) -> Void = { _ in }) throws
            -> Float
        {
            var scene = try EnvironmentScene()
            scene.environment.reverbParameters.enable = isEnabled
            scene.environment.reverbParameters.loadFactoryReverbPreset(.cathedral)
            change(scene.environment.reverbParameters)
            try scene.add(at: place(azimuthDegrees: 30)).reverbBlend = 0.5
            try scene.play(4800) { _, frame, _ in noise(frame) }
            return try scene.offline.render(19_200).joined().reduce(0) { $0 + $1 * $1 }
                - scene.offline.render(1)[0][0]
        }
        let dry = try tail(false)
        let room = try tail(true)
        #expect(room > 0.75 * dry)
        #expect(try tail(true) { $0.level = 20 } > 10 * room)
        // A low pass at 20 Hz takes nearly all of the room.
        let filtered = try tail(true) {
            $0.level = 20
            $0.filterParameters.filterType = .lowPass
            $0.filterParameters.frequency = 20
            $0.filterParameters.bypass = false
        }
        #expect(filtered < 2 * dry)
    }

    @Test func `obstacles attenuate 5 kHz by their decibels`() throws {
        for (obstruction, occlusion) in [(-12.0, 0.0), (0, -12), (-6, -6)] {
            var scene = try EnvironmentScene()
            let player = try scene.add(at: place(azimuthDegrees: 90))
            (player.obstruction, player.occlusion) = (Float(obstruction), Float(occlusion))
            try scene.play(9600) { _, frame, _ in Float(sin(2 * .pi * 5000 * Double(frame) / 48_000)) }
            let found = try scene.offline.render(9600)[1].suffix(4800)
            let power = found.reduce(0) { $0 + Double($1) * Double($1) } / 4800 * 2
            #expect(abs(10 * log10(power) + 12) < 0.05)
        }
    }
}
