import AVFDevices
import Glibc
import Testing

/// Room for a block of one channel, which a test's struct can hold.
private final class Room {
    private let room = ChannelRoom(channelCount: 1, frameCapacity: 128)
    var channels: UnsafePointer<UnsafeMutablePointer<Float>> { room.channels }
}

/// What the ends of the ring do when one side stands still, in simulated time.
@Suite struct DriftRecoveryTests {
    private static let block = 128
    private static let period = Double(block) / 48_000

    private let settings = DriftSettings(
        leaderRateHz: 48_000, followerRateHz: 48_000, leaderBlockFrameCount: block,
        followerBlockFrameCount: block)
    private let room = Room()

    private func makeRing() -> FrameRing {
        FrameRing(channelCount: 1, frameCapacity: settings.ringFrameCount, originNanoseconds: 0)
    }

    private func nanoseconds(_ seconds: Double) -> UInt64 { UInt64(seconds * 1e9) }

    /// A reader's samples while each side only runs when the test says so.
    private func read(
        seconds: Double, writes: (Double) -> Bool = { _ in true }, reads: (Double) -> Bool = { _ in true },
        _ signal: (Int) -> Float
    ) -> (samples: [Float], shortages: Int, floods: Int, latencies: [Int]) {
        let ring = makeRing()
        var writer = TimedRingWriter(ring, sampleRateHz: 48_000, blockFrameCount: Self.block)
        var reader = DriftCorrectedReader(ring, settings)
        var output: [Float] = []
        var latencies: [Int] = []
        for index in 0..<Int(seconds / Self.period) {
            let time = Double(index) * Self.period
            for frame in 0..<Self.block { room.channels[0][frame] = signal(index * Self.block + frame) }
            if writes(time) {
                _ = writer.write(
                    room.channels, frameCount: Self.block, hostTimeNanoseconds: nanoseconds(time + 0.001))
            }
            guard reads(time) else { continue }
            _ = reader.read(
                into: room.channels, frameCount: Self.block, hostTimeNanoseconds: nanoseconds(time + 0.002))
            output += UnsafeBufferPointer(start: room.channels[0], count: Self.block)
            latencies.append(reader.latencyFrameCount)
        }
        return (output, reader.shortageCount, reader.floodCount, latencies)
    }

    private func largestStep(_ samples: [Float]) -> Float {
        zip(samples, samples.dropFirst()).map { abs($1 - $0) }.max() ?? 0
    }

    @Test func `a reader that stood still drops what is too old, without a click`() {
        // A tone of 100 Hz: no step is larger than 0.0066.
        let result = read(seconds: 6, reads: { !(4..<4.5).contains($0) }) {
            Float(0.5 * sin(2 * Double.pi * 100 * Double($0) / 48_000))
        }
        #expect(result.floods == 1)
        #expect(result.shortages == 0)
        // The old and the new place differ by 1 at most, over 64 frames or more.
        #expect(largestStep(result.samples) < 0.0066 + 1.0 / 64)
        #expect(result.samples.suffix(24_000).max() ?? 0 > 0.499)
    }

    @Test func `a second shortage within ten seconds makes the latency longer, one later does not`() {
        let once = read(seconds: 20, writes: { !(4..<4.1).contains($0) && !(16..<16.1).contains($0) }) { _ in
            1
        }
        #expect(once.shortages == 2)
        #expect(abs((once.latencies.last ?? 0) - (once.latencies.first ?? 0)) < Self.block / 4)
        let twice = read(seconds: 20, writes: { !(4..<4.1).contains($0) && !(9..<9.1).contains($0) }) { _ in 1
        }
        #expect(twice.shortages == 2)
        let growth = (twice.latencies.last ?? 0) - (twice.latencies.first ?? 0)
        #expect(growth > Self.block / 4 && growth < Self.block)
    }

    @Test func `a writer whose device stood still goes on with the latency that it had`() {
        let ring = makeRing()
        var writer = DriftCorrectedWriter(ring, settings)
        var reader = TimedRingReader(ring, sampleRateHz: 48_000, blockFrameCount: Self.block)
        var output: [Float] = []
        var fills: [Int] = []
        for index in 0..<Int(10 / Self.period) {
            let time = Double(index) * Self.period
            if !(4..<5).contains(time) {
                reader.read(
                    into: room.channels, frameCount: Self.block,
                    hostTimeNanoseconds: nanoseconds(time + 0.001))
                output += UnsafeBufferPointer(start: room.channels[0], count: Self.block)
                fills.append(ring.reader.count)
            }
            for frame in 0..<Self.block { room.channels[0][frame] = 0.5 }
            _ = writer.write(
                room.channels, frameCount: Self.block, hostTimeNanoseconds: nanoseconds(time + 0.002))
        }
        #expect(largestStep(output) < 0.0056)
        #expect(output.suffix(48_000).allSatisfy { abs($0 - 0.5) < 1e-5 })
        // Within a block before and after.
        let before = fills[Int(3.9 / Self.period)]
        #expect(abs((fills.last ?? 0) - before) <= Self.block + Int(0.02 * 48_000))
        #expect(reader.shortageCount == 0)
    }

    @Test func `a writer that stood still fills the ring again`() {
        let ring = makeRing()
        var writer = DriftCorrectedWriter(ring, settings)
        var reader = TimedRingReader(ring, sampleRateHz: 48_000, blockFrameCount: Self.block)
        var output: [Float] = []
        for index in 0..<Int(10 / Self.period) {
            let time = Double(index) * Self.period
            reader.read(
                into: room.channels, frameCount: Self.block, hostTimeNanoseconds: nanoseconds(time + 0.001))
            output += UnsafeBufferPointer(start: room.channels[0], count: Self.block)
            guard !(4..<4.3).contains(time) else { continue }
            for frame in 0..<Self.block { room.channels[0][frame] = 0.5 }
            _ = writer.write(
                room.channels, frameCount: Self.block, hostTimeNanoseconds: nanoseconds(time + 0.002))
        }
        #expect(reader.shortageCount == 1)
        #expect(writer.shortageCount == 1)
        #expect(largestStep(output) < 0.0056)
        #expect(output.suffix(5 * 48_000).allSatisfy { abs($0 - 0.5) < 1e-5 })
    }

    @Test func `nothing is heard of a device that never came`() {
        let ring = makeRing()
        var reader = DriftCorrectedReader(ring, settings)
        var writer = DriftCorrectedWriter(ring, settings)
        for index in 0..<100 {
            room.channels[0][0] = 1
            let now = nanoseconds(Double(index) * Self.period)
            let isHeard = reader.read(
                into: room.channels, frameCount: Self.block, hostTimeNanoseconds: now)
            #expect(!isHeard)
            #expect((0..<Self.block).allSatisfy { room.channels[0][$0] == 0 })
            let isTaken = writer.write(
                room.channels, frameCount: Self.block, hostTimeNanoseconds: now)
            #expect(!isTaken)
        }
        #expect(ring.reader.count == 0)
    }

    @Test func `times that make no sense do no harm`() {
        let ring = makeRing()
        var writer = TimedRingWriter(ring, sampleRateHz: 48_000, blockFrameCount: Self.block)
        var reader = DriftCorrectedReader(ring, settings)
        var seed: UInt64 = 7
        for _ in 0..<2_000 {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1
            _ = writer.write(room.channels, frameCount: Int(seed >> 57), hostTimeNanoseconds: seed)
            seed = seed &* 6_364_136_223_846_793_005 &+ 1
            for frame in 0..<Self.block { room.channels[0][frame] = .infinity }
            _ = reader.read(into: room.channels, frameCount: Self.block, hostTimeNanoseconds: ~seed)
        }
        #expect((0.5...2).contains(1 + reader.drift))
    }
}
