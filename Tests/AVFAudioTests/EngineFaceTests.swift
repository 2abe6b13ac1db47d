import AVFAudio
import AVFDevices
import Testing

struct EngineFaceTests {
    // MARK: - Nodes and connections

    @Test func `nodes are attached once, kept alive, and given back as themselves`() throws {
        let engine = AVAudioEngine()
        #expect(engine.attachedNodes.isEmpty)
        do { engine.attach(AVAudioMixerNode()) }
        let player = AVAudioPlayerNode()
        #expect(player.engine == nil)
        engine.attach(player)
        engine.attach(player)
        #expect(player.engine === engine)
        #expect(engine.attachedNodes.count == 2 && engine.attachedNodes.contains(player))
        #expect(engine.mainMixerNode === engine.mainMixerNode && engine.outputNode === engine.outputNode)
        #expect(engine.attachedNodes.count == 4)
        engine.detach(player)
        #expect(player.engine == nil && !engine.attachedNodes.contains(player))
    }

    @Test func `the device that was asked for is the one that start opens`() throws {
        let engine = AVAudioEngine()
        let refused = ErrorLog()
        engine.errorHandler = { refused.add($0) }
        #expect(engine.outputDevice == nil)
        #expect(AVAudioEngine.devices.allSatisfy { !$0.name.isEmpty })
        _ = engine.mainMixerNode
        engine.outputDevice = "surely-not-there"
        let error = #expect(throws: NSError.self) { try engine.start() }
        #expect(error?.localizedDescription.contains("surely-not-there") == true)
        engine.outputDevice = "null"
        try engine.start()
        engine.outputDevice = "default"
        #expect(engine.outputDevice == "null" && refused.all.count == 1)
        engine.stop()
        engine.outputDevice = nil
        #expect(engine.outputDevice == nil && refused.all.count == 1)
    }

    @Test func `connection points name both ends`() throws {
        let engine = AVAudioEngine()
        let player = AVAudioPlayerNode()
        let mixer = AVAudioMixerNode()
        engine.attach(player)
        engine.attach(mixer)
        let points = [
            AVAudioConnectionPoint(node: mixer, bus: 3),
            AVAudioConnectionPoint(node: engine.mainMixerNode, bus: 1),
        ]
        engine.connect(player, to: points, fromBus: 0, format: nil)
        #expect(engine.outputConnectionPoints(for: player, outputBus: 0).map(\.bus).sorted() == [1, 3])
        #expect(engine.inputConnectionPoint(for: mixer, inputBus: 3)?.node === player)
        #expect(
            engine.inputConnectionPoint(for: engine.outputNode, inputBus: 0)?.node === engine.mainMixerNode)
        #expect(mixer.nextAvailableInputBus == 0 && engine.mainMixerNode.nextAvailableInputBus == 0)
        engine.disconnectNodeInput(mixer, bus: 3)
        engine.disconnectNodeOutput(player)
        #expect(engine.outputConnectionPoints(for: player, outputBus: 0).isEmpty)
    }

    @Test func `connecting to a mixer takes its next free bus`() throws {
        let engine = AVAudioEngine()
        for number in 0..<3 {
            let player = AVAudioPlayerNode()
            engine.attach(player)
            engine.connect(player, to: engine.mainMixerNode, format: nil)
            #expect(engine.inputConnectionPoint(for: engine.mainMixerNode, inputBus: number)?.node === player)
        }
        #expect(engine.mainMixerNode.numberOfInputs == 3)
    }

    @Test func `a mixer has as many inputs as its last connected bus says, and at least one`() throws {
        let engine = AVAudioEngine()
        let mixer = AVAudioMixerNode()
        let players = (0..<16).map { _ in AVAudioPlayerNode() }
        #expect(mixer.numberOfInputs == 1)
        engine.attach(mixer)
        #expect(mixer.numberOfInputs == 1 && mixer.nextAvailableInputBus == 0)
        for (number, player) in players.enumerated() {
            engine.attach(player)
            engine.connect(player, to: mixer, format: nil)
            #expect(mixer.numberOfInputs == number + 1 && mixer.nextAvailableInputBus == number + 1)
        }
        engine.detach(players[5])
        #expect(mixer.numberOfInputs == 16 && mixer.nextAvailableInputBus == 5)
        engine.disconnectNodeOutput(players[15])
        #expect(mixer.numberOfInputs == 15)
        engine.connect(players[15], to: mixer, format: nil)
        #expect(engine.inputConnectionPoint(for: mixer, inputBus: 5)?.node === players[15])
        #expect(mixer.numberOfInputs == 15 && mixer.nextAvailableInputBus == 15)
        engine.connect(players[15], to: mixer, fromBus: 0, toBus: 40, format: nil)
        #expect(mixer.numberOfInputs == 41 && mixer.nextAvailableInputBus == 5)
        engine.disconnectNodeInput(mixer)
        #expect(mixer.numberOfInputs == 1 && mixer.nextAvailableInputBus == 0)
    }

    @Test func `a bus has the format that it was given, with its layout`() throws {
        let engine = AVAudioEngine()
        let player = AVAudioPlayerNode()
        let layout = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
        let surround = AVAudioFormat(standardFormatWithSampleRate: 44_100, channelLayout: layout)
        #expect(player.outputFormat(forBus: 0) == standardFormat(2))
        engine.attach(player)
        engine.connect(player, to: engine.mainMixerNode, format: surround)
        #expect(player.outputFormat(forBus: 0) == surround)
        #expect(engine.mainMixerNode.inputFormat(forBus: 0).channelCount == 6)
        #expect(engine.mainMixerNode.outputFormat(forBus: 0) == engine.outputNode.outputFormat(forBus: 0))
        engine.detach(player)
        #expect(player.outputFormat(forBus: 0) == surround)
        #expect(
            player.outputFormat(forBus: 1).channelCount == 0 && player.inputFormat(forBus: 0).sampleRate == 0)
    }

    @Test func `an integer format connects as its rate and channels`() throws {
        let engine = AVAudioEngine()
        let player = AVAudioPlayerNode()
        engine.attach(player)
        let integer = AVAudioFormat(
            commonFormat: .pcmFormatInt16, sampleRate: 16_000, channels: 1, interleaved: true)
        engine.connect(player, to: engine.mainMixerNode, format: integer)
        #expect(player.outputFormat(forBus: 0) == standardFormat(1, rate: 16_000))
    }

    @Test func `a mixing destination changes one connection only`() throws {
        let offline = try OfflineEngine()
        let player = offline.addPlayer()
        let other = AVAudioMixerNode()
        let mixer = offline.engine.mainMixerNode
        offline.engine.attach(other)
        offline.engine.connect(other, to: mixer, fromBus: 0, toBus: 5, format: nil)
        offline.engine.connect(
            player, to: [.init(node: mixer, bus: 0), .init(node: other, bus: 0)], fromBus: 0, format: nil)
        let destination = try #require(player.destination(forMixer: mixer, bus: 0))
        destination.volume = 0.25
        #expect(player.volume == 1 && player.destination(forMixer: other, bus: 0)?.volume == 1)
        #expect(destination.connectionPoint.node === mixer && destination.connectionPoint.bus == 0)
        #expect(destination.destination(forMixer: mixer, bus: 0) === destination)
        #expect(destination.destination(forMixer: other, bus: 0) == nil)
        #expect(player.destination(forMixer: mixer, bus: 1) == nil)
        player.scheduleBuffer(buffer(10, ramp))
        try offline.engine.start()
        player.play()
        #expect(try offline.render(10)[0] == (0..<10).map { ramp($0) * 0.25 + ramp($0) })
        player.volume = 0.5
        #expect(destination.volume == 0.5)
    }

    @Test func `places in space are kept and clamped, and do not change a mixer's sound`() throws {
        let player = AVAudioPlayerNode()
        player.position = AVAudioMake3DPoint(1, 2, 3)
        player.rate = 9
        player.occlusion = -200
        player.reverbBlend = .nan
        player.renderingAlgorithm = .HRTFHQ
        #expect(player.position == AVAudio3DPoint(x: 1, y: 2, z: 3))
        #expect(player.rate == 2 && player.occlusion == -100 && player.reverbBlend == 0)
        #expect(player.renderingAlgorithm == .HRTFHQ && player.sourceMode == .spatializeIfMono)
    }

    // MARK: - Refusals

    @Test func `refused edits change nothing and say why`() throws {
        let offline = try OfflineEngine()
        let engine = offline.engine
        let foreign = AVAudioEngine()
        let player = offline.addPlayer()
        let mixer = AVAudioMixerNode()
        let second = AVAudioMixerNode()
        let loose = AVAudioPlayerNode()
        foreign.attach(loose)
        engine.attach(mixer)
        engine.attach(second)
        engine.connect(mixer, to: second, format: nil)
        engine.attach(loose)
        engine.connect(loose, to: engine.mainMixerNode, format: nil)
        engine.connect(player, to: engine.mainMixerNode, fromBus: 3, toBus: 0, format: nil)
        engine.connect(second, to: mixer, format: nil)
        engine.connect(player, to: mixer, format: AVAudioFormat(standardFormatWithSampleRate: 0, channels: 1))
        engine.disconnectNodeInput(mixer, bus: 0)
        engine.detach(engine.outputNode)
        #expect(
            offline.refused.sentences == [
                "'player' is attached to another engine.",
                "'player' is not attached to this engine.",
                "'player' has no output bus 3: it has 1 output bus.",
                "The connection would close a cycle: 'mixer' → 'mixer' → 'mixer'.",
                "Output bus 0 of 'player' cannot have the format 1 ch, 0 Hz.",
                "Nothing is connected to input bus 0 of 'mixer'.",
                "'output' is part of the engine and cannot be detached.",
            ])
        #expect(player.outputFormat(forBus: 0) == standardFormat(1))
        #expect(engine.inputConnectionPoint(for: engine.mainMixerNode, inputBus: 0)?.node === player)
    }

    @Test func `formats that do not fit are named with both nodes when the engine starts`() throws {
        let offline = try OfflineEngine()
        let player = AVAudioPlayerNode()
        let effect = AVAudioUnitEffect(audioComponentDescription: gain)
        offline.engine.attach(player)
        offline.engine.attach(effect)
        offline.engine.connect(player, to: effect, format: standardFormat(1, rate: 44_100))
        offline.engine.connect(effect, to: offline.engine.mainMixerNode, format: standardFormat(1))
        let error = #expect(throws: NSError.self) { try offline.engine.start() }
        let sentence = error?.localizedDescription ?? ""
        for part in ["player", "1 ch, 44100 Hz", "Gain", "1 ch, 48000 Hz"] {
            #expect(sentence.contains(part))
        }
        #expect(error?.code == Int(kAudioUnitErr_FormatNotSupported) && !offline.engine.isRunning)
    }

    @Test func `the throwing connections throw what the others report`() throws {
        let offline = try OfflineEngine()
        let player = offline.addPlayer()
        let mixer = offline.engine.mainMixerNode
        #expect(throws: NSError.self) {
            try offline.engine.connectNode(player, to: AVAudioMixerNode(), format: nil)
        }
        #expect(throws: NSError.self) {
            try offline.engine.connectNode(player, to: mixer, fromBus: 1, toBus: 0, format: nil)
        }
        try offline.engine.connectNode(player, to: [.init(node: mixer, bus: 2)], fromBus: 0, format: nil)
        #expect(offline.refused.all.isEmpty)
        #expect(offline.engine.inputConnectionPoint(for: mixer, inputBus: 2)?.node === player)
    }

    // MARK: - Transactions

    @Test func `a transaction in which a call is refused leaves everything as it was`() throws {
        let offline = try OfflineEngine()
        let engine = offline.engine
        let player = offline.addPlayer()
        player.volume = 0.5
        player.destination(forMixer: engine.mainMixerNode, bus: 0)?.volume = 0.25
        player.scheduleBuffer(buffer(100, ramp))
        try engine.start()
        player.play()
        _ = try offline.render(10)
        let added = AVAudioPlayerNode()
        let error = #expect(throws: NSError.self) {
            try engine.performChanges {
                engine.attach(added)
                engine.detach(player)
                engine.connect(added, to: engine.mainMixerNode, fromBus: 7, toBus: 0, format: nil)
                engine.disconnectNodeInput(added, bus: 9)
            }
        }
        #expect(error?.localizedDescription == "'player' has no output bus 7: it has 1 output bus.")
        #expect(offline.refused.all.isEmpty)
        #expect(added.engine == nil && player.engine === engine)
        #expect(engine.attachedNodes == [player, engine.mainMixerNode])
        #expect(try offline.render(10)[0] == (10..<20).map { ramp($0) * 0.25 })
    }

    @Test func `a transaction's edits are heard together`() throws {
        let offline = try OfflineEngine()
        let engine = offline.engine
        let player = offline.addPlayer()
        let other = AVAudioMixerNode()
        player.scheduleBuffer(buffer(100, ramp))
        try engine.start()
        player.play()
        _ = try offline.render(10)
        try engine.performChanges {
            engine.attach(other)
            engine.connect(player, to: other, format: nil)
            engine.connect(other, to: engine.mainMixerNode, format: nil)
        }
        #expect(try offline.render(10)[0] == (10..<20).map { ramp($0) })
        struct Own: Error {}
        #expect(throws: Own.self) { try engine.performChanges { throw Own() } }
    }

    // MARK: - Devices

    @Test func `two engines on two devices play each their own`() throws {
        let devices = [VirtualClockDevice(), VirtualClockDevice()]
        let engines = devices.map { AVAudioEngine(backend: $0) }
        for (number, engine) in engines.enumerated() {
            let player = AVAudioPlayerNode()
            engine.attach(player)
            engine.connect(player, to: engine.outputNode, format: standardFormat(2))
            player.scheduleBuffer(buffer(600, channels: 2) { _, _ in Float(number + 1) / 4 })
            try engine.start()
            player.play()
        }
        for device in devices { device.advance(frameCount: 600) }
        #expect(
            devices.map { $0.playedChannels[1] } == [0.25, 0.5].map { [Float](repeating: $0, count: 600) })
        engines[0].stop()
        #expect(!engines[0].isRunning && engines[1].isRunning)
    }

    @Test func `a lost device stops the engine, is told, and posts the notification`() throws {
        let device = VirtualClockDevice()
        let engine = AVAudioEngine(backend: device)
        let told = Told<String>()
        engine.errorHandler = { told.add("error \(($0 as NSError).code)") }
        let token = NotificationCenter.default.addObserver(
            forName: .AVAudioEngineConfigurationChange, object: engine, queue: nil
        ) { note in told.add((note.object as? AVAudioEngine) == nil ? "no engine" : "changed") }
        engine.connect(engine.mainMixerNode, to: engine.outputNode, format: nil)
        try engine.start()
        device.unplug()
        device.advance(frameCount: 512)
        #expect(told.wait(for: 2) == ["error -10875", "changed"])
        #expect(!engine.isRunning && engine.lastError != nil)
        NotificationCenter.default.removeObserver(token)
    }

    @Test func `pause keeps the device, stop gives it back, and both can start again`() throws {
        let device = VirtualClockDevice()
        let engine = AVAudioEngine(backend: device)
        let player = AVAudioPlayerNode()
        engine.attach(player)
        engine.connect(player, to: engine.outputNode, format: standardFormat(2))
        player.scheduleBuffer(buffer(2000, channels: 2, ramp))
        engine.prepare()
        #expect(!engine.isRunning)
        try engine.start()
        #expect(engine.isRunning)
        player.play()
        device.advance(frameCount: 100)
        engine.pause()
        device.advance(frameCount: 100)
        try engine.start()
        device.advance(frameCount: 100)
        #expect(device.playedChannels[0] == (0..<200).map { ramp($0) })
        engine.stop()
        #expect(!engine.isRunning && player.lastRenderTime == nil)
        try engine.start()
        device.advance(frameCount: 100)
        #expect(device.playedChannels[0] == (200..<300).map { ramp($0) })
    }

    @Test func `reset ends what players have scheduled`() throws {
        let offline = try OfflineEngine()
        let player = offline.addPlayer()
        let told = Told<Int>()
        player.scheduleBuffer(buffer(100, ramp)) { told.add(1) }
        try offline.engine.start()
        player.play()
        _ = try offline.render(10)
        offline.engine.reset()
        #expect(told.wait(for: 1) == [1])
        #expect(offline.engine.manualRenderingSampleTime == 0)
        #expect(try offline.render(10)[0] == [Float](repeating: 0, count: 10))
    }
}

/// The native gain, as a component.
let gain = AudioComponentDescription(
    componentType: kAudioUnitType_Effect, componentSubType: 0x6761_696E,
    componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
