import AVFDevices
import Glibc
import Synchronization
import Testing

/// Virtual time, which devices of one test share.
private let virtualTime = Atomic<UInt64>(0)

/// Copies the first input to the first output, and keeps when it was captured and will be heard.
private final class Monitor: Sendable {
    struct State {
        var inputTimes: [UInt64] = []
        var outputTimes: [UInt64] = []
    }

    let state = Mutex(State())

    var rendering: DuplexRendering {
        DuplexRendering(context: Unmanaged.passUnretained(self).toOpaque()) {
            context, inputs, _, outputs, _, frameCount, inputTime, outputTime in
            guard let context else { return }
            outputs[0].update(from: inputs[0], count: Int(frameCount))
            Unmanaged<Monitor>.fromOpaque(context).takeUnretainedValue().state.withLock { state in
                state.inputTimes.append(inputTime)
                state.outputTimes.append(outputTime)
            }
        }
    }
}

/// Two devices of which one captures and the other plays, in virtual time.
private struct TwoDevices: DeviceBackend {
    let microphone: VirtualClockDevice
    let speaker: VirtualClockDevice

    func devices() -> [DeviceInfo] { microphone.devices() + speaker.devices() }

    func openPlayback(
        _ request: DeviceStreamRequest, rendering: DeviceRendering
    ) throws(DeviceError) -> any DeviceStream { try speaker.openPlayback(request, rendering: rendering) }

    func openCapture(
        _ request: DeviceStreamRequest, capturing: DeviceCapturing
    ) throws(DeviceError) -> any DeviceStream { try microphone.openCapture(request, capturing: capturing) }
}

@Suite(.serialized) struct DuplexStreamTests {
    private let monitor = Monitor()

    /// Lets both devices run for a number of seconds, the microphone faster by `drift`.
    private func run(
        _ devices: TwoDevices, from start: Double = 0, seconds: Double, microphoneHz: Double, drift: Double
    ) {
        var (microphoneTime, speakerTime) = (start, start)
        while speakerTime < start + seconds {
            virtualTime.store(UInt64(min(microphoneTime, speakerTime) * 1e9), ordering: .relaxed)
            if microphoneTime <= speakerTime {
                devices.microphone.advanceCapture(frameCount: 256)
                microphoneTime += 256 / (microphoneHz * (1 + drift))
            } else {
                devices.speaker.advance(frameCount: 128)
                speakerTime += 128.0 / 48_000
            }
        }
    }

    private func open(_ devices: TwoDevices, microphoneHz: Double = 48_000) throws -> DuplexStream {
        virtualTime.store(0, ordering: .relaxed)
        return try DuplexStream(
            backend: devices,
            input: DeviceStreamRequest(
                deviceName: "in", sampleRateHz: microphoneHz, channelCount: 1, periodFrameCount: 256),
            output: DeviceStreamRequest(deviceName: "out", channelCount: 2, periodFrameCount: 128),
            rendering: monitor.rendering, clock: { virtualTime.load(ordering: .relaxed) })
    }

    @Test(arguments: [48_000.0, 44_100])
    func `what goes in comes out later by the latency that is reported`(microphoneHz: Double) throws {
        let devices = TwoDevices(
            microphone: VirtualClockDevice { frame, _ in
                Float(sin(2 * .pi * 50 * Double(frame) / microphoneHz))
            },
            speaker: VirtualClockDevice())
        let stream = try open(devices, microphoneHz: microphoneHz)
        try stream.start()
        run(devices, seconds: 8, microphoneHz: microphoneHz, drift: 0)
        let played = try #require(devices.speaker.playedChannels.first)
        let latency = Double(stream.inputLatencyFrameCount)
        // The tone seen at two places a quarter of a cycle apart tells its phase.
        let place = played.count - 960
        let phase = atan2(Double(played[place]), Double(played[place + 240])) / (2 * .pi) * 960
        let ideal = Double(place) - latency
        let lag = (ideal - phase).remainder(dividingBy: 960)
        #expect(abs(lag) < 2, "\(lag) frames")
        #expect(latency > 256 + 128 && latency < 1_000)
        #expect(stream.xrunCount == 0)
        #expect(!stream.input.sharesLeadersClock)
        stream.close()
    }

    @Test func `input and output times are those of the frames`() throws {
        let devices = TwoDevices(microphone: VirtualClockDevice(), speaker: VirtualClockDevice())
        let stream = try open(devices)
        try stream.start()
        run(devices, seconds: 2, microphoneHz: 48_000, drift: 0)
        let times = monitor.state.withLock { $0 }
        #expect(times.outputTimes.count == times.inputTimes.count)
        let last = try #require(times.inputTimes.last)
        let output = try #require(times.outputTimes.last)
        let latency = Double(output - last) * 48_000 / 1e9
        #expect(abs(latency - Double(stream.inputLatencyFrameCount)) < 2)
        stream.close()
    }

    @Test func `an input that goes away is silence, and the output goes on`() throws {
        let devices = TwoDevices(
            microphone: VirtualClockDevice { _, _ in 0.5 }, speaker: VirtualClockDevice())
        let stream = try open(devices)
        try stream.start()
        run(devices, seconds: 1, microphoneHz: 48_000, drift: 100e-6)
        devices.microphone.unplug()
        run(devices, from: 1, seconds: 1, microphoneHz: 48_000, drift: 100e-6)
        let played = try #require(devices.speaker.playedChannels.first)
        #expect(played.count >= 96_000)
        #expect(played[20_000..<47_000].allSatisfy { abs($0 - 0.5) < 1e-4 })
        #expect(played.suffix(40_000).allSatisfy { $0 == 0 })
        #expect(stream.state == .running)
        guard case .lost = stream.nextInputEvent() else {
            Issue.record("the loss of the input was not told")
            return
        }
        #expect(stream.nextEvent() == nil)
        stream.close()
    }

    @Test func `a device that does not capture opens nothing`() throws {
        let backend = ALSABackend(calls: FakeCard().calls)
        let speaker = FakeCard()
        let microphone = FakeCard { $0.script[.open] = [-Int(EBUSY)] }
        #expect(throws: DeviceError.self) {
            _ = try DuplexStream(
                backend: backend, input: DeviceStreamRequest(deviceName: microphone.name),
                output: DeviceStreamRequest(deviceName: speaker.name), rendering: monitor.rendering)
        }
        #expect(speaker.count(.close) == 1)
    }

    @Test(arguments: [
        (Int32(1), Int32(1), 0, true), (1, 2, 0, false), (-1, -1, 0, false), (1, 1, -Int(ENOSYS), false),
    ])
    func `streams of one card that can be linked have one clock`(
        input: Int32, output: Int32, link: Int, isOne: Bool
    ) throws {
        let speaker = FakeCard { $0.cardNumber = output }
        let microphone = FakeCard {
            $0.cardNumber = input
            if link < 0 { $0.script[.link] = [link] }
        }
        let stream = try DuplexStream(
            backend: ALSABackend(calls: speaker.calls),
            input: DeviceStreamRequest(deviceName: microphone.name),
            output: DeviceStreamRequest(deviceName: speaker.name), rendering: monitor.rendering)
        #expect(stream.input.sharesLeadersClock == isOne)
        // Not linked for longer than it takes to ask.
        #expect(microphone.count(.unlink) == (isOne ? 1 : 0))
        stream.close()
    }

    @Test func `rates more than two octaves apart are refused by their names`() throws {
        let devices = TwoDevices(microphone: VirtualClockDevice(), speaker: VirtualClockDevice())
        #expect {
            _ = try open(devices, microphoneHz: 8_000)
        } throws: { error in
            "\(error)".contains("'in'") && "\(error)".contains("8000 Hz")
        }
    }

    @Test func `a second output follows the first one's clock`() throws {
        virtualTime.store(0, ordering: .relaxed)
        let speaker = VirtualClockDevice()
        let output = try OutputFollower(
            backend: speaker, request: DeviceStreamRequest(channelCount: 1, periodFrameCount: 256),
            leader: LeaderClock(sampleRateHz: 48_000, blockFrameCount: 128), originNanoseconds: 0,
            clock: { virtualTime.load(ordering: .relaxed) })
        try output.stream.start()
        let block = ChannelRoom(channelCount: 1, frameCapacity: 128)
        for frame in 0..<128 { block.channels[0][frame] = 0.25 }
        var (leaderTime, speakerTime) = (0.0, 0.0)
        while leaderTime < 4 {
            virtualTime.store(UInt64(min(leaderTime, speakerTime) * 1e9), ordering: .relaxed)
            if leaderTime < speakerTime {
                let now = virtualTime.load(ordering: .relaxed)
                _ = output.write(block.channels, frameCount: 128, hostTimeNanoseconds: now)
                leaderTime += 128.0 / 48_000
            } else {
                speaker.advance(frameCount: 256)
                speakerTime += 256 / (48_000 * (1 - 300e-6))
            }
        }
        #expect(output.shortageCount == 0)
        let played = try #require(speaker.playedChannels.first)
        #expect(played.suffix(180_000).allSatisfy { abs($0 - 0.25) < 1e-4 })
        #expect(abs(output.drift + 300e-6) < 150e-6)
        output.stream.close()
    }
}
