import AVFDevices
import AVFEngine
import AVFRender
import AVFUnits
import Glibc
import Synchronization
import Testing

/// Virtual time of these tests.
private let outputTime = Atomic<UInt64>(0)

/// Speakers by their names, of which each has a clock that the test turns.
private final class Speakers: DeviceBackend {
    let named: [String: VirtualClockDevice]

    init(_ names: String...) {
        named = Dictionary(uniqueKeysWithValues: names.map { ($0, VirtualClockDevice()) })
        outputTime.store(0, ordering: .relaxed)
    }

    func devices() -> [DeviceInfo] { [] }

    func openPlayback(
        _ request: DeviceStreamRequest, rendering: DeviceRendering
    ) throws(DeviceError) -> any DeviceStream {
        guard let device = named[request.shownName] else {
            throw .cannotOpen(device: request.shownName, code: ENODEV, cause: "No such device")
        }
        return try device.openPlayback(request, rendering: rendering)
    }

    func openCapture(
        _ request: DeviceStreamRequest, capturing: DeviceCapturing
    ) throws(DeviceError) -> any DeviceStream {
        throw .cannotOpen(device: request.shownName, code: ENODEV, cause: "No such device")
    }

    /// Lets the devices run, the second with a clock that is fast by `drift`.
    func run(seconds: Double, drift: Double) {
        var (first, second) = (0.0, 0.0)
        while first < seconds {
            outputTime.store(UInt64(min(first, second) * 1e9), ordering: .relaxed)
            if first <= second {
                named["default"]?.advance(frameCount: 128)
                first += 128 / 48_000.0
            } else {
                named["second"]?.advance(frameCount: 128)
                second += 128 / (48_000 * (1 + drift))
            }
        }
    }
}

@Suite(.serialized) struct FurtherOutputTests {
    private func makeEngine(_ speakers: Speakers) throws -> AudioEngine {
        let engine = AudioEngine(backend: speakers, clock: { outputTime.load(ordering: .relaxed) })
        try engine.setDevice(DeviceStreamRequest(channelCount: 2, periodFrameCount: 128))
        return engine
    }

    @Test func `another device plays the same, at its own pace`() throws {
        let speakers = Speakers("default", "second")
        let engine = try makeEngine(speakers)
        let player = PlayerNode()
        try engine.attach(player)
        try engine.connect(player, to: engine.mainMixerNode, format: format(2))
        try engine.setFurtherOutputs(["second"])
        #expect(engine.furtherOutputNames == ["second"])
        let tone = SampleBuffer(channelCount: 2, frameCapacity: 480)
        for frame in 0..<480 {
            tone.channels[0][frame] = Float(0.5 * sin(2 * .pi * Double(frame) / 48))
            tone.channels[1][frame] = 0.25
        }
        try player.schedule(
            PlayableSamples(
                channels: tone.channels, channelCount: 2, frameCount: 480, owner: tone), loops: true)
        try engine.start()
        try player.play()
        speakers.run(seconds: 10, drift: -200e-6)
        let first = try #require(speakers.named["default"]).playedChannels
        let second = try #require(speakers.named["second"]).playedChannels
        #expect(abs(second[0].count - first[0].count) < 480)
        #expect(second[1].suffix(240_000).allSatisfy { abs($0 - 0.25) < 1e-4 })
        // The frequency that its clock makes of the tone: no frame is lost or comes twice.
        let heard = second[0].suffix(48_000).map(Double.init)
        let step = 2 * .pi / (48 * (1 - 200e-6))
        var (re, im) = (0.0, 0.0)
        for (frame, value) in heard.enumerated() {
            re += value * cos(step * Double(frame)) / 24_000
            im += value * sin(step * Double(frame)) / 24_000
        }
        let worst =
            heard.enumerated().map { frame, value in
                abs(value - re * cos(step * Double(frame)) - im * sin(step * Double(frame)))
            }.max() ?? 1
        #expect(worst < 5e-3, "\(worst)")
        #expect(throws: EngineError.self) { try engine.setFurtherOutputs([]) }
        engine.stop()
        try engine.setFurtherOutputs([])
    }

    @Test func `a device that is not there is refused by its name, and no engine runs`() throws {
        let speakers = Speakers("default", "second")
        let engine = try makeEngine(speakers)
        _ = engine.mainMixerNode
        try engine.setFurtherOutputs(["second", "third"])
        #expect {
            try engine.start()
        } throws: { "\($0)" == "cannot open audio device 'third': No such device" }
        #expect(engine.runState == .stopped)
        #expect(throws: EngineError.self) { try engine.setFurtherOutputs(["second", "second"]) }
        #expect(throws: EngineError.self) {
            try engine.setFurtherOutputs((0..<17).map { "device \($0)" })
        }
        #expect(engine.furtherOutputNames == ["second", "third"])
    }
}
