import AVFDevices
import Glibc
import Synchronization
import Testing

/// Virtual time, which devices of one test share.
private let virtualTime = Atomic<UInt64>(0)

@Suite(.serialized) struct OutputFollowerTests {
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

    @Test func `a device more than two octaves away is refused by its name, and not kept open`() throws {
        let speaker = VirtualClockDevice()
        #expect {
            _ = try OutputFollower(
                backend: speaker, request: DeviceStreamRequest(deviceName: "low", sampleRateHz: 8_000),
                leader: LeaderClock(sampleRateHz: 48_000, blockFrameCount: 128))
        } throws: { error in
            "\(error)".contains("'low'") && "\(error)".contains("8000 Hz")
        }
    }
}
