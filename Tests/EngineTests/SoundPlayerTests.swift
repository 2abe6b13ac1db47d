import AVFDevices
import AVFGraph
import AVFMedia
import AVFRender
import Glibc
import Synchronization
import Testing

@testable import AVFEngine

/// Virtual time of these tests.
private let soundTime = Atomic<UInt64>(0)

/// A machine without a device that plays: a timer keeps the time.
private struct NoSpeaker: DeviceBackend {
    private struct Nothing: DeviceBackend {
        func devices() -> [DeviceInfo] { [] }

        func openPlayback(
            _ request: DeviceStreamRequest, rendering: DeviceRendering
        ) throws(DeviceError) -> any DeviceStream {
            throw .cannotOpen(device: request.shownName, code: ENODEV, cause: "No such device")
        }

        func openCapture(
            _ request: DeviceStreamRequest, capturing: DeviceCapturing
        ) throws(DeviceError) -> any DeviceStream {
            throw .cannotOpen(device: request.shownName, code: ENODEV, cause: "No such device")
        }
    }

    private let outliving = FailoverBackend(Nothing(), watch: { nil })

    func devices() -> [DeviceInfo] { [] }

    func openPlayback(
        _ request: DeviceStreamRequest, rendering: DeviceRendering
    ) throws(DeviceError) -> any DeviceStream {
        try outliving.openPlayback(request, rendering: rendering)
    }

    func openCapture(
        _ request: DeviceStreamRequest, capturing: DeviceCapturing
    ) throws(DeviceError) -> any DeviceStream {
        try outliving.openCapture(request, capturing: capturing)
    }
}

@Suite(.serialized) struct SoundPlayerTests {
    /// A shared engine on a device whose clock the test turns, and what its players tell.
    private final class Rig {
        let device = VirtualClockDevice()
        let shared: SharedSoundEngine
        var frameCount = 0

        init(channelCount: Int = 1) throws {
            soundTime.store(0, ordering: .relaxed)
            let engine = AudioEngine(backend: device, clock: { soundTime.load(ordering: .relaxed) })
            try engine.setDevice(DeviceStreamRequest(channelCount: channelCount, periodFrameCount: 128))
            shared = SharedSoundEngine(engine, clock: { soundTime.load(ordering: .relaxed) })
        }

        deinit { shared.engine.shutDown() }

        /// Renders so many frames, and feeds the players before each block.
        func run(_ count: Int, _ players: SoundPlayer...) {
            var left = count
            while left > 0 {
                players.forEach { $0.feed() }
                let step = min(left, 128)
                device.advance(frameCount: step)
                left -= step
                frameCount += step
                soundTime.store(UInt64(Double(frameCount) * 1e9 / 48_000), ordering: .relaxed)
            }
            players.forEach { $0.feed() }
        }

        var played: [Float] { device.playedChannels.first ?? [] }
    }

    private final class Teller: Sendable {
        private let told = Mutex<[String]>([])

        init(_ player: SoundPlayer) {
            player.setEventHandler { [self] event in
                let text =
                    switch event {
                    case .finished(let isComplete): isComplete ? "finished" : "broken off"
                    case .failed: "failed"
                    case .deviceMissing: "silent"
                    case .deviceChanged: "audible"
                    }
                told.withLock { $0.append(text) }
            }
        }

        var all: [String] { told.withLock { $0 } }
    }

    private func player(_ wave: TemporaryWave, _ rig: Rig) throws -> SoundPlayer {
        try SoundPlayer(MediaSource(path: wave.path), shared: rig.shared)
    }

    @Test func `a sound is played once, frame by frame, and then stands at its beginning`() throws {
        let rig = try Rig()
        let wave = try TemporaryWave(frameCount: 20_000, ramp)
        let player = try player(wave, rig)
        let teller = Teller(player)
        #expect(player.durationSeconds == 20_000.0 / 48_000 && player.positionSeconds == 0)
        try player.play()
        #expect(player.isPlaying)
        rig.run(9_600, player)
        #expect(abs(player.positionSeconds - 0.2) < 1e-9)
        rig.run(14_400, player)
        #expect(rig.played == (0..<24_000).map { $0 < 20_000 ? ramp($0, 0) : 0 })
        #expect(teller.all == ["finished"])
        #expect(!player.isPlaying && player.positionSeconds == 0)
        // Again, from the beginning.
        try player.play()
        rig.run(1_280, player)
        #expect(Array(rig.played.suffix(1_280)) == (0..<1_280).map { ramp($0, 0) })
    }

    @Test func `a loop has no gap, and one that is ended finishes its pass`() throws {
        let rig = try Rig()
        let wave = try TemporaryWave(frameCount: 5_000, ramp)
        let player = try player(wave, rig)
        let teller = Teller(player)
        player.loopCount = 2
        try player.play()
        rig.run(16_000, player)
        #expect(rig.played == (0..<16_000).map { $0 < 15_000 ? ramp($0 % 5_000, 0) : 0 })
        #expect(teller.all == ["finished"])
        player.loopCount = -1
        try player.play()
        rig.run(12_000, player)
        #expect(player.isPlaying && abs(player.positionSeconds - 2_000.0 / 48_000) < 1e-9)
        player.loopCount = 0
        rig.run(6_000, player)
        #expect(
            Array(rig.played.dropFirst(16_000)) == (0..<18_000).map { $0 < 15_000 ? ramp($0 % 5_000, 0) : 0 })
        #expect(teller.all == ["finished", "finished"])
    }

    @Test func `players that are told one time begin with one sample, also if it has passed`() throws {
        let rig = try Rig(channelCount: 2)
        let wave = try TemporaryWave(frameCount: 4_800) { _, _ in 0.25 }
        let players = try (0..<3).map { _ in try player(wave, rig) }
        for player in players { try player.prepare() }
        rig.run(1_280, players[0])
        let time = players[0].deviceSeconds + 0.05
        for player in players {
            try player.play(atSeconds: time)
            rig.run(128, players[0], players[1], players[2])
        }
        rig.run(4_800, players[0], players[1], players[2])
        let first = try #require(rig.played.firstIndex { $0 != 0 })
        #expect(abs(rig.played[first] - 0.75) < 1e-6)
        #expect(abs(Double(first) - time * 48_000) < 2)
        rig.run(4_800, players[0], players[1], players[2])
        for player in players { player.positionSeconds = 0 }
        let late = players[0].deviceSeconds - 1
        for player in players { try player.play(atSeconds: late) }
        let before = rig.played.count
        rig.run(1_280, players[0], players[1], players[2])
        let heard = rig.played[before...]
        #expect(abs((heard.first { $0 != 0 } ?? 0) - 0.75) < 1e-6)
    }

    @Test func `a hundred players that are told one time begin with one sample`() throws {
        let rig = try Rig()
        let wave = try TemporaryWave(frameCount: 4_800) { frame, _ in frame == 0 ? 0.005 : 0 }
        let players = try (0..<100).map { _ in try player(wave, rig) }
        for player in players { try player.prepare() }
        rig.run(1_280)
        let time = players[0].deviceSeconds + 0.05
        for (number, player) in players.enumerated() {
            try player.play(atSeconds: time)
            if number % 10 == 0 { rig.run(128) }
        }
        rig.run(4_800)
        #expect(rig.played.count { $0 != 0 } == 1)
        #expect(abs((rig.played.max() ?? 0) - 0.5) < 1e-4)
        #expect(abs(Double(rig.played.firstIndex { $0 != 0 } ?? 0) - time * 48_000) < 2)
    }

    @Test func `a player that is prepared is heard in the next block but one`() throws {
        let rig = try Rig()
        let wave = try TemporaryWave(frameCount: 4_800) { _, _ in 0.25 }
        let player = try player(wave, rig)
        try player.prepare()
        rig.run(1_280, player)
        let before = rig.played.count
        try player.play()
        rig.run(1_280, player)
        let first = try #require(rig.played[before...].firstIndex { $0 != 0 })
        #expect(first - before <= 2 * 128)
    }

    @Test func `each channel of a sound goes to the channel of the device that it is told`() throws {
        let rig = try Rig(channelCount: 4)
        let wave = try TemporaryWave(frameCount: 48_000) { _, _ in 0.25 }
        let player = try player(wave, rig)
        player.isMetering = true
        #expect(throws: EngineError.self) { try player.setOutputChannels([0, 1]) }
        #expect(throws: EngineError.self) { try player.setOutputChannels([-1]) }
        #expect(player.outputChannels == nil)
        try player.setOutputChannels([2])
        try player.play()
        rig.run(1_280, player)
        // While it plays it moves there, from where it stands.
        try player.setOutputChannels([3])
        #expect(player.isPlaying && player.positionSeconds > 0.02)
        #expect(throws: EngineError.self) { try player.setOutputChannels([4]) }
        #expect(player.outputChannels == [3] && player.isPlaying)
        rig.run(1_280, player)
        let played = rig.device.playedChannels
        #expect(played[0].allSatisfy { $0 == 0 } && played[1].allSatisfy { $0 == 0 })
        #expect(abs(played[2][1_000] - 0.25) < 1e-6 && played[3][..<1_280].allSatisfy { $0 == 0 })
        #expect(abs((played[3].last ?? 0) - 0.25) < 1e-6 && played[2].last == 0)
        player.updateLevels()
        #expect(abs(player.level(ofChannel: 0).peakDecibels + 12.04) < 0.01)
    }

    @Test func `a sound moves to another device where it stands, and stays where that does not open`() throws
    {
        let (rig, other) = (try Rig(), try Rig())
        let wave = try TemporaryWave(frameCount: 48_000, ramp)
        let player = try player(wave, rig)
        let absent = AudioEngine(backend: FailoverBackend(ALSABackend(), watch: { nil }))
        try absent.setDevice(DeviceStreamRequest(deviceName: "hw:77"))
        try player.play()
        rig.run(12_800, player)
        #expect(throws: EngineError.self) { try player.move(to: SharedSoundEngine(absent)) }
        #expect(player.isPlaying && player.deviceName == nil)
        try player.move(to: other.shared)
        #expect(player.isPlaying)
        other.run(1_280, player)
        let seam = try #require(other.played.first { $0 != 0 })
        #expect(abs(seam - ramp(12_800, 0)) < ramp(600, 0))
        let before = rig.played.count
        rig.run(1_280)
        #expect(rig.played[before...].suffix(640).allSatisfy { $0 == 0 })
    }

    @Test func `without a device a sound says that it is not heard, and when it is`() throws {
        soundTime.store(0, ordering: .relaxed)
        let devices = NoSpeaker()
        let shared = SharedSoundEngine(AudioEngine(backend: devices))
        let wave = try TemporaryWave(frameCount: 4_800) { _, _ in 0.25 }
        let player = try SoundPlayer(MediaSource(path: wave.path), shared: shared)
        let teller = Teller(player)
        #expect(player.isHeard)
        try player.play()
        #expect(!player.isHeard && shared.trouble != nil)
        #expect(teller.all == ["silent"])
        // It takes its time all the same, and ends.
        while player.isPlaying { sched_yield() }
        shared.engine.shutDown()
    }

    @Test func `a tone's loudness is that of EBU Tech 3341, and begins anew when it is switched on`() throws {
        let rig = try Rig()
        let wave = try TemporaryWave(frameCount: 48_000 * 8) { frame, _ in
            Float(0.1 * sin(2 * .pi * 997 * Double(frame) / 48_000))
        }
        let player = try player(wave, rig)
        player.updateLevels()
        #expect(player.loudness == .silence)
        player.isMeasuringLoudness = true
        try player.play()
        for _ in 0..<40 { rig.run(4_800, player) }
        #expect(player.loudness == .silence)
        player.updateLevels()
        // −20 dBFS of a mono sine of 997 Hz are −23 LUFS.
        #expect(abs(player.loudness.momentaryLUFS + 23) < 0.1)
        #expect(abs(player.loudness.shortTermLUFS + 23) < 0.1)
        #expect(abs(player.loudness.integratedLUFS + 23) < 0.1)
        #expect(abs(player.loudness.truePeakDecibels + 20) < 0.1)
        player.isMeasuringLoudness = false
        player.isMeasuringLoudness = true
        rig.run(128, player)
        player.updateLevels()
        #expect(player.loudness.integratedLUFS == -120)
    }

    @Test func `a pause and a stop keep the place, and a seek goes to its frame`() throws {
        let rig = try Rig()
        let wave = try TemporaryWave(frameCount: 40_000, ramp)
        let player = try player(wave, rig)
        let teller = Teller(player)
        try player.play()
        rig.run(1_280, player)
        player.pause()
        rig.run(640, player)
        #expect(!player.isPlaying && rig.played.suffix(640).allSatisfy { $0 == 0 })
        try player.play()
        rig.run(1_280, player)
        #expect(Array(rig.played.suffix(1_280)) == (1_280..<2_560).map { ramp($0, 0) })
        player.stop()
        #expect(abs(player.positionSeconds - 2_560.0 / 48_000) < 1e-9)
        try player.play()
        rig.run(1_280, player)
        #expect(Array(rig.played.suffix(1_280)) == (2_560..<3_840).map { ramp($0, 0) })
        player.positionSeconds = 0.5
        rig.run(1_280, player)
        // 4 ms of the old place and the new one together, then the new one alone.
        #expect(Array(rig.played.suffix(1_024)) == (24_256..<25_280).map { ramp($0, 0) })
        player.positionSeconds = .nan
        player.positionSeconds = 1e9
        rig.run(256, player)
        #expect(teller.all == ["finished"])
        player.positionSeconds = -1
        #expect(player.positionSeconds == 0)
    }

    @Test func `a fade is a straight line from where the volume is`() throws {
        let rig = try Rig()
        let wave = try TemporaryWave(frameCount: 48_000) { _, _ in 0.5 }
        let player = try player(wave, rig)
        player.isMetering = true
        try player.play()
        rig.run(1_280, player)
        player.setVolume(0, fadeSeconds: 0.1)
        rig.run(6_400, player)
        for frame in 0..<4_800 {
            let expected = 0.5 * (1 - Float(frame + 1) / 4_800)
            guard abs(rig.played[1_280 + frame] - expected) > 1e-4 else { continue }
            Issue.record("frame \(frame) is \(rig.played[1_280 + frame]) and not \(expected)")
            return
        }
        #expect(rig.played.suffix(1_600).allSatisfy { $0 == 0 })
        player.setVolume(.nan)
        player.setVolume(0.5)
        #expect(player.volume == 0.5)
        rig.run(9_600, player)
        #expect(rig.played.suffix(4_800).allSatisfy { $0 == 0.25 })
        player.updateLevels()
        // The peak of before the fade stays for half a second.
        #expect(abs(player.level(ofChannel: 0).peakDecibels + 6.02) < 0.01)
    }

    @Test func `a rate moves through the sound faster`() throws {
        let rig = try Rig()
        let wave = try TemporaryWave(frameCount: 96_000) { frame, _ in
            Float(0.5 * sin(2 * .pi * 1_000 * Double(frame) / 48_000))
        }
        let player = try player(wave, rig)
        player.changesRate = true
        player.rate = 2
        try player.play()
        rig.run(24_000, player)
        #expect(abs(player.positionSeconds - 1) < 0.2)
        player.rate = 9
        #expect(player.rate == 2)
    }

    @Test func `what cannot be read is refused, and a sound without frames ends at once`() throws {
        let rig = try Rig()
        #expect(throws: EngineError.self) {
            try SoundPlayer(MediaSource(path: "/none.wav"), shared: rig.shared)
        }
        let wave = try TemporaryWave(frameCount: 0, ramp)
        let player = try player(wave, rig)
        let teller = Teller(player)
        player.loopCount = -1
        try player.play()
        rig.run(256, player)
        #expect(teller.all == ["finished"])
    }
}
