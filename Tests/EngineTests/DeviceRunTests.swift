import AVFDevices
import AVFEngine
import AVFGraph
import AVFRender
import AVFUnits
import Synchronization
import Testing

@Suite struct DeviceRunTests {
    /// An engine with a mono ramp of a player, an equaliser and a mixer, running on a virtual device.
    private func playing(
        on device: VirtualClockDevice, channelCount: Int = 2
    ) throws -> (engine: AudioEngine, player: PlayerNode) {
        let engine = AudioEngine(backend: device)
        try engine.setDevice(DeviceStreamRequest(channelCount: channelCount, periodFrameCount: 128))
        let player = try addRamp(to: engine)
        try engine.start()
        try player.play()
        return (engine, player)
    }

    private func addRamp(to engine: AudioEngine) throws -> PlayerNode {
        let player = PlayerNode()
        let equalizer = UnitNode(native: UnitEntry(EqualizerKernel.self))
        // The first band on, at +6 dB.
        equalizer.parameters.store(0, at: 1)
        equalizer.parameters.store(6, at: 4)
        try engine.attach(player)
        try engine.attach(equalizer)
        try engine.connect(player, to: equalizer, format: format(1))
        try engine.connect(equalizer, to: engine.mainMixerNode, format: nil)
        try player.schedule(samples(20_000, ramp))
        return player
    }

    @Test func `a device hears the samples that offline rendering gives`() throws {
        let device = VirtualClockDevice()
        _ = try withExtendedLifetime(playing(on: device)) { running in
            device.advance(frameCount: 10_000)
            let offline = AudioEngine()
            let renderer = try OfflineRenderer(offline)
            let player = try addRamp(to: offline)
            try offline.start()
            try player.play()
            #expect(device.playedChannels == (try renderer.render(10_000, blocks: [1000])))
            #expect(running.engine.renderInstant(of: running.player)?.sampleTime == 9984)
        }
    }

    @Test func `an interruption of the device is counted and reported`() throws {
        let device = VirtualClockDevice()
        let (engine, _) = try playing(on: device)
        let heard = Signal()
        let lost = Atomic<Int>(0)
        engine.setEventHandler { event in
            guard case .dropout(let frameCount) = event else { return }
            lost.store(frameCount, ordering: .releasing)
            heard.signal()
        }
        device.interrupt(lostFrameCount: 480)
        heard.wait()
        #expect(lost.load(ordering: .acquiring) == 480)
        #expect(engine.dropoutCount == 1)
        #expect(engine.runState == .running)
        engine.setEventHandler(nil)
    }

    @Test func `a lost device stops the engine and says so; started again, the player goes on where it was`()
        throws
    {
        let device = VirtualClockDevice()
        let (engine, player) = try playing(on: device, channelCount: 1)
        device.advance(frameCount: 1024)
        let heard = Signal()
        engine.setEventHandler { event in
            guard case .deviceLost = event else { return }
            heard.signal()
        }
        device.unplug()
        heard.wait()
        engine.setEventHandler(nil)
        #expect(engine.runState == .stopped)
        #expect(engine.lastError?.description.hasPrefix("audio device") == true)
        device.advance(frameCount: 1024)
        try engine.start()
        device.advance(frameCount: 128)
        #expect(player.isPlaying)
        #expect(player.timeOffset == 0)
        let expected = try reference(1024 + 128).suffix(128)
        #expect(device.playedChannels[0] == Array(expected))
    }

    /// What the mono graph gives without a pause.
    private func reference(_ frameCount: Int) throws -> [Float] {
        let engine = AudioEngine()
        let renderer = try OfflineRenderer(engine, channels: 1)
        let player = try addRamp(to: engine)
        try engine.start()
        try player.play()
        return try renderer.render(frameCount)[0]
    }

    @Test func `pause and stop keep places, and nothing is rendered meanwhile`() throws {
        let device = VirtualClockDevice()
        let (engine, player) = try playing(on: device, channelCount: 1)
        device.advance(frameCount: 256)
        engine.pause()
        device.advance(frameCount: 256)
        #expect(engine.renderedFrameCount == 256)
        try engine.start()
        device.advance(frameCount: 128)
        let first = device.playedChannels[0]
        engine.stop()
        device.advance(frameCount: 256)
        try engine.start()
        device.advance(frameCount: 256)
        #expect(first + device.playedChannels[0] == (try reference(640)))
        #expect(player.timeOffset == 0)
    }

    @Test func `a device that does not open leaves the engine stopped, and is asked again`() throws {
        let device = VirtualClockDevice()
        let first = AudioEngine(backend: device)
        let second = AudioEngine(backend: device)
        try first.start()
        #expect(throws: EngineError.self) { try second.start() }
        #expect(second.runState == .stopped)
        first.stop()
        try second.start()
        #expect(second.runState == .running)
    }

    @Test func `manual rendering and another request give a prepared device back`() throws {
        let device = VirtualClockDevice()
        let engine = AudioEngine(backend: device)
        try engine.prepare()
        try engine.enableManualRendering(.offline, format: format(1), maximumFrameCount: 64)
        let other = AudioEngine(backend: device)
        try other.prepare()
        try other.setDevice(DeviceStreamRequest(channelCount: 1))
        try other.start()
        #expect(other.deviceFormat?.channelCount == 1)
    }

    @Test func `a start that fails for the graph gives the device back`() throws {
        let device = VirtualClockDevice()
        let engine = AudioEngine(backend: device)
        let player = PlayerNode()
        let gain = UnitNode(native: UnitEntry(GainKernel.self))
        try engine.attach(player)
        try engine.attach(gain)
        try engine.connect(player, to: gain, format: format(2))
        try engine.connect(gain, to: engine.mainMixerNode, format: format(2, rate: 44_100))
        #expect(throws: EngineError.self) { try engine.start() }
        #expect(engine.runState == .stopped)
        try AudioEngine(backend: device).start()
    }

    @Test func `an engine may go away while its device runs, and from a handler of its own`() throws {
        let ended = Signal()
        for _ in 0..<20 {
            var engine: AudioEngine? = AudioEngine(backend: NullBackend())
            let player = PlayerNode()
            try engine?.attach(player)
            if let engine {
                try engine.connect(player, to: engine.mainMixerNode, format: format(2))
                try engine.installTap(on: player, bus: 0, frameCount: 32) { _ in }
                try player.schedule(
                    samples(64, channels: 2, ramp),
                    completion: PlayerCompletion(.dataConsumed) { _ in ended.signal() })
            }
            try engine?.start()
            try player.play()
            ended.wait()
            engine = nil
        }
    }

    @Test func `stop in a completion handler stops`() throws {
        let engine = AudioEngine(backend: NullBackend())
        let player = PlayerNode()
        try engine.attach(player)
        try engine.connect(player, to: engine.mainMixerNode, format: format(2))
        let stopped = Signal()
        let completion = PlayerCompletion(.dataRendered) { [weak engine] _ in
            engine?.stop()
            stopped.signal()
        }
        try player.schedule(samples(64, channels: 2, ramp), completion: completion)
        try engine.start()
        try player.play()
        stopped.wait()
        #expect(engine.runState == .stopped)
    }
}
