import AVFEngine
import AVFGraph
import AVFRealtime
import AVFRender
import AVFUnits
import Testing

@Suite struct NodeLifeTests {
    private func message(_ body: () throws(EngineError) -> Void) -> String? {
        do {
            try body()
            return nil
        } catch { return error.description }
    }

    @Test func `refusals name nodes, buses and formats`() throws {
        let engine = AudioEngine()
        let other = AudioEngine()
        let player = PlayerNode(name: "song")
        let gain = UnitNode(native: UnitEntry(GainKernel.self))
        #expect(
            message { () throws(EngineError) in
                try engine.connect(player, to: engine.mainMixerNode, format: nil)
            } == "'song' is not attached to this engine.")
        try engine.attach(player)
        #expect(
            message { () throws(EngineError) in try other.attach(player) }
                == "'song' is attached to another engine.")
        #expect(
            message { () throws(EngineError) in try other.detach(player) }
                == "'song' is not attached to this engine.")
        #expect(
            message { () throws(EngineError) in try engine.detach(engine.outputNode) }
                == "'output' is part of the engine and cannot be detached.")
        #expect(
            message { () throws(EngineError) in
                try engine.connect(player, bus: 2, to: engine.mainMixerNode, format: nil)
            } == "'song' has no output bus 2: it has 1 output bus.")
        #expect(
            message { () throws(EngineError) in try engine.disconnectInput(engine.mainMixerNode, bus: 7) }
                == "Nothing is connected to input bus 7 of 'main mixer'.")
        #expect(
            message { () throws(EngineError) in try player.play() }
                == "play needs a running engine: call start() first.")
        try engine.attach(gain)
        try engine.enableManualRendering(.offline, format: format(2), maximumFrameCount: 64)
        try engine.start()
        try engine.connect(gain, to: engine.mainMixerNode, format: format(2))
        let refusal = message { () throws(EngineError) in
            try engine.connect(player, to: gain, format: format(2, rate: 44_100))
        }
        #expect(refusal?.contains("'song'") == true)
        #expect(refusal?.contains("'Gain'") == true)
        #expect(refusal?.contains("44100") == true)
        #expect(refusal?.contains("48000") == true)
        #expect(
            message { () throws(EngineError) in try player.play() }
                == "'song' is not connected to anything that is heard.")
    }

    @Test func `a player that was detached plays on in another engine where it stood`() throws {
        let player = PlayerNode()
        try player.schedule(samples(200, channels: 2, ramp))
        var heard: [Float] = []
        for _ in 0..<4 {
            let engine = AudioEngine()
            let renderer = try OfflineRenderer(engine)
            try engine.attach(player)
            try engine.connect(player, to: engine.mainMixerNode, format: format(2))
            try engine.start()
            try player.play()
            heard += try renderer.render(50)[0]
            try engine.detach(player)
            #expect(player.engine == nil)
            #expect(try renderer.render(50)[0].allSatisfy { $0 == 0 })
        }
        #expect(heard == (0..<200).map { ramp($0, 0) })
    }

    @Test func `nodes of an engine that went away can be used in another, without its taps`() throws {
        let player = PlayerNode()
        do {
            let engine = AudioEngine()
            try engine.attach(player)
            try engine.installTap(on: player, bus: 0, frameCount: 64) { _ in }
        }
        #expect(player.engine == nil)
        let engine = AudioEngine()
        try engine.attach(player)
        try engine.installTap(on: player, bus: 0, frameCount: 64) { _ in }
    }

    @Test func `a node goes to one engine only, however many want it at once`() throws {
        for _ in 0..<50 {
            let engines = (0..<3).map { _ in AudioEngine() }
            let node = PlayerNode()
            let threads = try engines.map { engine in
                try NamedThread(.worker) { try? engine.attach(node) }
            }
            threads.forEach { $0.join() }
            #expect(engines.count { engine in engine.attachedNodes.contains { $0 === node } } == 1)
            #expect(node.engine.map { owner in owner.attachedNodes.contains { $0 === node } } == true)
        }
    }

    @Test func `the samples of a player that went away are kept until no plan can play them`() throws {
        let engine = AudioEngine()
        let renderer = try OfflineRenderer(engine, channels: 1)
        weak var samples: SampleBuffer?
        try engine.start()
        do {
            let buffer = SampleBuffer(channelCount: 1, frameCapacity: 4096)
            samples = buffer
            let player = PlayerNode()
            try engine.attach(player)
            try engine.connect(player, to: engine.outputNode, format: format(1))
            try player.schedule(PlayableSamples(buffer, frameCount: 4096), loops: true)
            try player.play()
            _ = try renderer.render(64)
            try engine.detach(player)
        }
        // The plan without the player has been made, but the renderer has not taken it yet.
        #expect(samples != nil)
        _ = try renderer.render(64)
        #expect(samples == nil)
    }

    @Test func `a cut while rendering by hand is hard, at the render call`() throws {
        let engine = AudioEngine()
        let renderer = try OfflineRenderer(engine, channels: 1)
        let player = PlayerNode()
        try engine.attach(player)
        try engine.connect(player, to: engine.mainMixerNode, format: format(1))
        try player.schedule(samples(64) { _, _ in 1 }, loops: true)
        try engine.start()
        try player.play()
        #expect(try renderer.render(10)[0] == [Float](repeating: 1, count: 10))
        try engine.disconnectOutput(player)
        #expect(try renderer.render(10)[0] == [Float](repeating: 0, count: 10))
        try engine.connect(player, to: engine.mainMixerNode, format: format(1))
        #expect(try renderer.render(10)[0] == [Float](repeating: 1, count: 10))
    }

    // player ─ gain ─ main mixer, and player ─ main mixer
    @Test func `an effect that is taken out while the engine runs leaves its neighbours joined`() throws {
        let engine = AudioEngine()
        let renderer = try OfflineRenderer(engine, channels: 1)
        let player = PlayerNode()
        let gain = UnitNode(native: UnitEntry(GainKernel.self))
        for node in [player, gain] { try engine.attach(node) }
        let mixer = engine.mainMixerNode
        try engine.connect(player, bus: 0, to: [(gain, 0), (mixer, 3)], format: format(1))
        try engine.connect(gain, bus: 0, to: [(mixer, 1)], format: format(1))
        mixer.input(1)?.volume = 0
        mixer.input(3)?.volume = 0.25
        try player.schedule(samples(200, ramp))
        try engine.start()
        try player.play()
        #expect(try renderer.render(100)[0] == (0..<100).map { ramp($0, 0) * 0.25 })
        player.volume = 0.5
        mixer.input(3)?.volume = 0.25
        try engine.detach(gain)
        #expect(engine.outputConnections(of: player, bus: 0).map(\.bus) == [1, 3])
        #expect(try renderer.render(100)[0] == (100..<200).map { ramp($0, 0) * 0.75 })
    }

    @Test func `an effect of a stopped engine and a mixer leave a gap`() throws {
        for isRunning in [false, true] {
            let engine = AudioEngine()
            try engine.enableManualRendering(.offline, format: format(2), maximumFrameCount: 64)
            let player = PlayerNode()
            let mixer = MixerNode()
            let gain = UnitNode(native: UnitEntry(GainKernel.self))
            for node in [player, mixer, gain] { try engine.attach(node) }
            let leaving: EngineNode = isRunning ? mixer : gain
            try engine.connect(player, to: leaving, format: format(1))
            try engine.connect(leaving, to: engine.mainMixerNode, format: format(1))
            if isRunning { try engine.start() }
            try engine.detach(leaving)
            #expect(engine.outputConnections(of: player, bus: 0).isEmpty)
        }
    }

    @Test func `a bypassed unit passes its input to the bit, and works again when it is not bypassed`() throws
    {
        let engine = AudioEngine()
        let renderer = try OfflineRenderer(engine, channels: 1)
        let player = PlayerNode()
        let gain = UnitNode(native: UnitEntry(GainKernel.self))
        gain.parameters.store(-100, at: 0)
        gain.isBypassed = true
        try engine.attach(player)
        try engine.attach(gain)
        try engine.connect(player, to: gain, format: format(1))
        try engine.connect(gain, to: engine.mainMixerNode, format: nil)
        try player.schedule(samples(300, ramp))
        try engine.start()
        try player.play()
        #expect(try renderer.render(100)[0] == (0..<100).map { ramp($0, 0) })
        gain.isBypassed = false
        #expect(try renderer.render(100)[0] != (100..<200).map { ramp($0, 0) })
        gain.isBypassed = true
        #expect(try renderer.render(100)[0] == (200..<300).map { ramp($0, 0) })
    }
}
