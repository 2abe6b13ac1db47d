import AVFDevices
import AVFEngine
import AVFGraph
import AVFRender
import AVFUnits
import Glibc
import Synchronization
import Testing

/// Keeps what arrives, and how often there were frames.
private final class KeepingSink: FrameSink {
    let frames = Mutex<[Float]>([])

    func take(_ request: FrameRequest) -> Int32 {
        frames.withLock {
            $0 += UnsafeBufferPointer(start: request.channels[0], count: request.frameCount)
        }
        return 0
    }
}

/// The events that an engine tells of its devices.
private final class EventKeeper: Sendable {
    private let all = Mutex<[String]>([])
    private let told = Signal()

    func listen(to engine: AudioEngine) {
        engine.setEventHandler { [self] event in
            guard let text = Self.text(event) else { return }
            all.withLock { $0.append(text) }
            told.signal()
        }
    }

    /// The events, once there are so many; the pump tells them soon after they happened.
    func wait(for count: Int) -> [String] {
        for _ in 0..<count where all.withLock({ $0.count }) < count { told.wait() }
        return all.withLock { $0 }
    }

    private static func text(_ event: AudioEngine.Event) -> String? {
        switch event {
        case .deviceMissing(let direction, _): "\(direction) missing"
        case .deviceChanged(let direction, .lost): "\(direction) lost"
        case .deviceChanged(let direction, .found): "\(direction) found"
        case .deviceLost: "stopped"
        case .failed(let error): "failed: \(error)"
        case .dropout, .pluginLost, .pluginRestarted: nil
        }
    }
}

@Suite(.serialized) struct LiveEngineTests {
    private func makeEngine(_ rig: LiveRig) throws -> AudioEngine {
        let engine = AudioEngine(backend: rig, clock: { liveTime.load(ordering: .relaxed) })
        try engine.setDevice(DeviceStreamRequest(periodFrameCount: LiveRig.period))
        return engine
    }

    /// What a call is refused with.
    private func refusal(_ call: () throws -> Void) -> String? {
        do {
            try call()
            return nil
        } catch {
            return "\(error)"
        }
    }

    private func sine(_ hertz: Double, _ rateHz: Double = 48_000) -> LiveMicrophone {
        LiveMicrophone { frame, _ in Float(0.5 * sin(2 * .pi * hertz * Double(frame) / rateHz)) }
    }

    // MARK: - The output goes away

    @Test func `an engine whose device goes away renders every frame once, and moves to the next device`()
        throws
    {
        let rig = LiveRig()
        rig.speaker = VirtualClockDevice()
        let engine = try makeEngine(rig)
        let events = EventKeeper()
        events.listen(to: engine)
        let player = PlayerNode()
        let kept = KeepingSink()
        let sink = SinkNode { _ in kept }
        try engine.attach(player)
        try engine.attach(sink)
        try engine.connect(player, bus: 0, to: [(engine.mainMixerNode, 0), (sink, 0)], format: format(1))
        try player.schedule(samples(60_000, ramp))
        try engine.start()
        try player.play()
        rig.run(milliseconds: 300)
        rig.unplugSpeaker()
        rig.run(milliseconds: 300)
        #expect(events.wait(for: 1) == ["playback lost"])
        let second = VirtualClockDevice()
        rig.speaker = second
        rig.run(milliseconds: 400)
        #expect(events.wait(for: 2) == ["playback lost", "playback found"])
        #expect(engine.runState == .running)
        // A second, less the silence in the new device's buffer and what is under way.
        #expect(abs(engine.renderedFrameCount - 48_000) <= 8 * Int64(LiveRig.period))
        let heard = kept.frames.withLock { $0 }
        #expect(heard.count == Int(engine.renderedFrameCount))
        #expect(heard == (0..<heard.count).map { ramp($0, 0) })
        // What the second device plays is the end of that.
        let played = try #require(second.playedChannels.first)
        #expect(Array(played.suffix(256)) == Array(heard.suffix(256)))
        engine.stop()
    }

    @Test func `an engine without a device keeps the time, and says so once`() throws {
        let rig = LiveRig()
        let engine = try makeEngine(rig)
        let events = EventKeeper()
        events.listen(to: engine)
        _ = engine.mainMixerNode
        try engine.start()
        rig.run(milliseconds: 1_000)
        #expect(abs(engine.renderedFrameCount - 48_000) <= Int64(LiveRig.period))
        rig.speaker = VirtualClockDevice()
        rig.run(milliseconds: 6_000)
        #expect(events.wait(for: 2) == ["playback missing", "playback found"])
        engine.stop()
        #expect(engine.runState == .stopped)
    }

    @Test func `a device that is named and not there is an error, and no engine runs`() throws {
        let rig = LiveRig()
        let engine = try makeEngine(rig)
        try engine.setDevice(DeviceStreamRequest(deviceName: "hw:9"))
        #expect(refusal { try engine.start() } == "cannot open audio device 'hw:9': No such device")
        #expect(engine.runState == .stopped)
    }

    // MARK: - The input

    /// A sink behind the input, for what is captured.
    private func captureSink(_ engine: AudioEngine, _ bus: BusFormat? = nil) throws -> KeepingSink {
        let kept = KeepingSink()
        let sink = SinkNode { _ in kept }
        try engine.attach(sink)
        try engine.connect(engine.inputNode, to: sink, format: bus)
        return kept
    }

    /// Frames of a sine that do not lie on it: the greatest difference from the sine that fits best.
    private func distance(_ frames: some Collection<Float>, fromSineOf hertz: Double, rateHz: Double = 48_000)
        -> Double
    {
        let values = frames.map(Double.init)
        let step = 2 * .pi * hertz / rateHz
        var (sine, cosine) = (0.0, 0.0)
        for (frame, value) in values.enumerated() {
            sine += value * sin(step * Double(frame)) * 2 / Double(values.count)
            cosine += value * cos(step * Double(frame)) * 2 / Double(values.count)
        }
        return values.enumerated().map { frame, value in
            abs(value - sine * sin(step * Double(frame)) - cosine * cos(step * Double(frame)))
        }.max() ?? .infinity
    }

    @Test(arguments: [48_000.0, 44_100])
    func `what a microphone captures arrives at the engine's rate, whole`(microphoneHz: Double) throws {
        let rig = LiveRig(microphoneHz: microphoneHz)
        rig.speaker = VirtualClockDevice()
        rig.microphone = sine(1_000, microphoneHz)
        let engine = try makeEngine(rig)
        _ = engine.mainMixerNode
        let kept = try captureSink(engine)
        try engine.start()
        rig.run(milliseconds: 4_000)
        let frames = kept.frames.withLock { $0 }
        #expect(frames.count == Int(engine.renderedFrameCount))
        // Two seconds in, the clocks are known to be equal.
        #expect(distance(frames.suffix(48_000), fromSineOf: 1_000) < 1e-3)
        #expect(try engine.inputDeviceFormat() == BusFormat(sampleRateHz: microphoneHz, channelCount: 1))
        #expect(engine.outputFormat(of: engine.inputNode, bus: 0) == format(1))
        #expect(engine.inputLatencySeconds > 0.005 && engine.inputLatencySeconds < 0.03)
        engine.stop()
        #expect(engine.inputLatencySeconds == 0)
    }

    @Test func `a microphone with a fast clock loses and repeats no frame`() throws {
        let rig = LiveRig(drift: 100e-6)
        rig.speaker = VirtualClockDevice()
        rig.microphone = sine(997)
        let engine = try makeEngine(rig)
        _ = engine.mainMixerNode
        let kept = try captureSink(engine)
        try engine.start()
        rig.run(milliseconds: 20_000)
        // Its clock being fast, what it takes for 997 Hz is more.
        let frames = kept.frames.withLock { $0.suffix(24_000) }
        #expect(distance(frames, fromSineOf: 997 * (1 + 100e-6)) < 5e-3)
        engine.stop()
    }

    @Test func `sound goes from the input through an effect to the output`() throws {
        let rig = LiveRig(microphoneChannelCount: 2)
        rig.speaker = VirtualClockDevice()
        rig.microphone = LiveMicrophone { _, channel in channel == 0 ? 0.25 : 0.5 }
        let engine = try makeEngine(rig)
        let gain = UnitNode(native: UnitEntry(GainKernel.self))
        gain.parameters.store(6.0206, at: 0)
        try engine.attach(gain)
        try engine.connect(engine.inputNode, to: gain, format: nil)
        try engine.connect(gain, to: engine.mainMixerNode, format: nil)
        try engine.start()
        rig.run(milliseconds: 500)
        let played = try #require(rig.speaker).playedChannels
        #expect(played[0].suffix(4_800).allSatisfy { abs($0 - 0.5) < 1e-4 })
        #expect(played[1].suffix(4_800).allSatisfy { abs($0 - 1) < 1e-4 })
        engine.stop()
    }

    @Test func `an input that is connected at another rate is converted`() throws {
        let rig = LiveRig()
        rig.speaker = VirtualClockDevice()
        rig.microphone = sine(500)
        let engine = try makeEngine(rig)
        _ = engine.mainMixerNode
        let kept = try captureSink(engine, format(1, rate: 16_000))
        try engine.start()
        rig.run(milliseconds: 4_000)
        let frames = kept.frames.withLock { $0 }
        #expect(abs(frames.count - 64_000) < 600)
        #expect(distance(frames.suffix(16_000), fromSineOf: 500, rateHz: 16_000) < 1e-3)
        engine.stop()
    }

    @Test func `a tap on the input alone needs no playing device, and tells when sound was captured`() throws
    {
        let rig = LiveRig()
        rig.microphone = LiveMicrophone { _, _ in 0.5 }
        let engine = try makeEngine(rig)
        let pieces = Mutex<[(level: Float, hostTime: UInt64, sampleTime: Int64)]>([])
        try engine.installTap(on: engine.inputNode, bus: 0, frameCount: 480) { piece in
            pieces.withLock {
                $0.append((piece.channels[0][piece.frameCount - 1], piece.hostTime, piece.sampleTime))
            }
        }
        try engine.start()
        rig.run(milliseconds: 1_000)
        engine.removeTap(from: engine.inputNode, bus: 0)
        let heard = pieces.withLock { $0 }
        #expect(rig.playbackOpenings.isEmpty)
        #expect(abs(heard.count - 100) <= 2)
        #expect(abs((heard.last?.level ?? 0) - 0.5) < 1e-5)
        let last = try #require(heard.last)
        // Captured before it was rendered; rendered before now.
        #expect(last.hostTime > 950_000_000 && last.hostTime < 1_000_000_000)
        // What is connected later is heard.
        try engine.connect(engine.inputNode, to: engine.mainMixerNode, format: nil)
        rig.speaker = VirtualClockDevice()
        rig.run(milliseconds: 500)
        #expect(rig.playbackOpenings.count == 1)
        #expect(abs((rig.speaker?.playedChannels[0].last ?? 0) - 0.5) < 1e-5)
        engine.stop()
    }

    @Test func `an input that is used while the engine runs begins then`() throws {
        let rig = LiveRig()
        rig.speaker = VirtualClockDevice()
        rig.microphone = LiveMicrophone { _, _ in 0.5 }
        let engine = try makeEngine(rig)
        _ = engine.mainMixerNode
        try engine.start()
        rig.run(milliseconds: 100)
        #expect(rig.captureRequests.isEmpty)
        try engine.connect(engine.inputNode, to: engine.mainMixerNode, format: nil)
        rig.run(milliseconds: 500)
        #expect(rig.captureRequests.count == 1)
        #expect(abs((rig.speaker?.playedChannels[0].last ?? 0) - 0.5) < 1e-5)
        engine.stop()
    }

    @Test func `an input that goes away is silent, and the output goes on`() throws {
        let rig = LiveRig()
        rig.speaker = VirtualClockDevice()
        rig.microphone = LiveMicrophone { _, _ in 0.5 }
        let engine = try makeEngine(rig)
        let events = EventKeeper()
        events.listen(to: engine)
        try engine.connect(engine.inputNode, to: engine.mainMixerNode, format: nil)
        try engine.start()
        rig.run(milliseconds: 500)
        rig.unplugMicrophone()
        rig.run(milliseconds: 500)
        #expect(events.wait(for: 1) == ["capture lost"])
        let played = try #require(rig.speaker?.playedChannels.first)
        #expect(abs(played.count - 48_000) <= 2 * LiveRig.period)
        #expect(abs(played[20_000] - 0.5) < 1e-4 && played.suffix(12_000).allSatisfy { $0 == 0 })
        // Another one is taken in its place.
        rig.microphone = LiveMicrophone { _, _ in 0.25 }
        rig.run(milliseconds: 1_000)
        #expect(events.wait(for: 2) == ["capture lost", "capture found"])
        #expect(abs((rig.speaker?.playedChannels[0].last ?? 0) - 0.25) < 1e-4)
        engine.stop()
    }

    @Test func `without an input device the node is refused, with the device's name`() throws {
        let rig = LiveRig()
        rig.speaker = VirtualClockDevice()
        let engine = try makeEngine(rig)
        let missing = "cannot open audio device 'default': No such device"
        #expect(refusal { _ = try engine.inputDeviceFormat() } == missing)
        #expect(
            refusal { try engine.connect(engine.inputNode, to: engine.mainMixerNode, format: nil) } == missing
        )
        #expect(
            refusal { try engine.installTap(on: engine.inputNode, bus: 0, frameCount: 128) { _ in } }
                == missing)
        try engine.start()
        rig.run(milliseconds: 100)
        #expect(engine.renderedFrameCount > 0)
        #expect(
            refusal { try engine.setInputDevice("mic") }
                == "setInputDevice needs a stopped engine: call stop() first.")
        engine.stop()
        #expect(throws: EngineError.self) { try engine.setInputDevice("mic", channelCount: 0) }
        try engine.setInputDevice("mic", channelCount: 1)
        #expect(engine.inputDeviceName == "mic")
    }
}
