import AVFDevices
import Glibc
import Testing

/// The ends of the ring with sound in it, in simulated time.
@Suite struct DriftAudioTests {
    private static let originNanoseconds: UInt64 = 1_000_000_000

    private func nanoseconds(_ seconds: Double) -> UInt64 {
        Self.originNanoseconds + UInt64(max(0, seconds) * 1e9)
    }

    /// The clocks of one run: the leader's is the true one.
    private struct Run {
        var leaderHz = 48_000.0
        var followerHz = 48_000.0
        /// Relative: how much faster the follower's clock is than it says.
        var drift = 200e-6
        var seconds = 60.0
        var leaderBlock = 128
        var followerBlock = 128

        var settings: DriftSettings {
            DriftSettings(
                leaderRateHz: leaderHz, followerRateHz: followerHz, leaderBlockFrameCount: leaderBlock,
                followerBlockFrameCount: followerBlock)
        }
        var followerPeriod: Double { Double(followerBlock) / (followerHz * (1 + drift)) }
        var leaderPeriod: Double { Double(leaderBlock) / leaderHz }
    }

    /// What the leader reads of a device that captures `signal`, by the device's own count of frames; nil
    /// stands for a device that gives nothing at that time.
    private func captured(_ run: Run, _ signal: (Int, Double) -> Float?) -> [Float] {
        let settings = run.settings
        let ring = FrameRing(
            channelCount: 1, frameCapacity: settings.ringFrameCount, originNanoseconds: Self.originNanoseconds
        )
        var writer = TimedRingWriter(
            ring, sampleRateHz: run.followerHz, blockFrameCount: run.followerBlock)
        var reader = DriftCorrectedReader(ring, settings)
        let device = ChannelRoom(channelCount: 1, frameCapacity: run.followerBlock)
        let block = ChannelRoom(channelCount: 1, frameCapacity: run.leaderBlock)
        var (written, deviceTime, leaderTime) = (0, 0.0, 0.0)
        var output: [Float] = []
        while leaderTime < run.seconds {
            if deviceTime <= leaderTime {
                let isThere = signal(written, deviceTime) != nil
                for frame in 0..<run.followerBlock {
                    device.channels[0][frame] = signal(written + frame, deviceTime) ?? 0
                }
                written += run.followerBlock
                deviceTime += run.followerPeriod
                guard isThere else { continue }
                #expect(
                    writer.write(
                        device.channels, frameCount: run.followerBlock,
                        hostTimeNanoseconds: nanoseconds(deviceTime)) == 0)
            } else {
                _ = reader.read(
                    into: block.channels, frameCount: run.leaderBlock,
                    hostTimeNanoseconds: nanoseconds(leaderTime))
                output += UnsafeBufferPointer(start: block.channels[0], count: run.leaderBlock)
                leaderTime += run.leaderPeriod
            }
        }
        return output
    }

    /// What a device plays of what the leader writes, by the leader's count of frames.
    private func played(_ run: Run, _ signal: (Int) -> Float) -> (samples: [Float], shortages: Int) {
        let settings = run.settings
        let ring = FrameRing(
            channelCount: 1, frameCapacity: settings.ringFrameCount, originNanoseconds: Self.originNanoseconds
        )
        var reader = TimedRingReader(
            ring, sampleRateHz: run.followerHz, blockFrameCount: run.followerBlock)
        var writer = DriftCorrectedWriter(ring, settings)
        let device = ChannelRoom(channelCount: 1, frameCapacity: run.followerBlock)
        let block = ChannelRoom(channelCount: 1, frameCapacity: run.leaderBlock)
        var (written, deviceTime, leaderTime) = (0, 0.0, 0.0)
        var output: [Float] = []
        while leaderTime < run.seconds {
            if deviceTime <= leaderTime {
                reader.read(
                    into: device.channels, frameCount: run.followerBlock,
                    hostTimeNanoseconds: nanoseconds(deviceTime))
                output += UnsafeBufferPointer(start: device.channels[0], count: run.followerBlock)
                deviceTime += run.followerPeriod
            } else {
                for frame in 0..<run.leaderBlock { block.channels[0][frame] = signal(written + frame) }
                written += run.leaderBlock
                _ = writer.write(
                    block.channels, frameCount: run.leaderBlock, hostTimeNanoseconds: nanoseconds(leaderTime))
                leaderTime += run.leaderPeriod
            }
        }
        return (output, reader.shortageCount)
    }

    /// What is left of the last `count` samples, in decibels below the tone, when the tone of
    /// `cyclesPerFrame` that fits best is taken away.
    private func residual(_ samples: [Float], cyclesPerFrame: Double, count: Int) -> Double {
        let part = samples.suffix(count).map(Double.init)
        let step = 2 * Double.pi * cyclesPerFrame
        // Least squares: the sine and the cosine are not quite orthogonal over a part of a cycle.
        var (xc, xs, cc, ss, cs) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for (frame, sample) in part.enumerated() {
            let (c, s) = (cos(step * Double(frame)), sin(step * Double(frame)))
            (xc, xs) = (xc + sample * c, xs + sample * s)
            (cc, ss, cs) = (cc + c * c, ss + s * s, cs + c * s)
        }
        let determinant = cc * ss - cs * cs
        let (cosine, sine) = ((xc * ss - xs * cs) / determinant, (xs * cc - xc * cs) / determinant)
        var rest = 0.0
        for (frame, sample) in part.enumerated() {
            rest += pow(sample - cosine * cos(step * Double(frame)) - sine * sin(step * Double(frame)), 2)
        }
        let power = (cosine * cosine + sine * sine) / 2
        #expect(abs(power - 0.125) < 0.001, "half of full scale, as it went in")
        return 10 * log10(rest / Double(count) / power)
    }

    private func tone(_ frame: Int, _ cyclesPerFrame: Double) -> Float {
        let cycles = cyclesPerFrame * Double(frame)
        return Float(0.5 * sin(2 * Double.pi * (cycles - cycles.rounded(.down))))
    }

    @Test(arguments: [1000.0, 10_000])
    func `a tone from a faster clock is the tone that sounded`(frequencyHz: Double) {
        let run = Run(seconds: frequencyHz == 1000 ? 60 : 50)
        let output = captured(run) { frame, _ in tone(frame, frequencyHz / 48_000) }
        let heard = frequencyHz * (1 + run.drift) / 48_000
        #expect(residual(output, cyclesPerFrame: heard, count: 48_000) < -95)
    }

    @Test func `a device with another rate is heard at its pitch`() {
        let run = Run(followerHz: 44_100, drift: -100e-6, seconds: 25)
        let output = captured(run) { frame, _ in tone(frame, 1000.0 / 44_100) }
        let heard = 1000 * (1 + run.drift) / 48_000
        #expect(residual(output, cyclesPerFrame: heard, count: 48_000) < -95)
    }

    @Test(arguments: [48_000.0, 44_100, 96_000])
    func `a tone to a device with a clock of its own has its pitch there`(followerHz: Double) {
        let run = Run(followerHz: followerHz, drift: 150e-6, seconds: 25)
        let output = played(run) { tone($0, 1000.0 / 48_000) }
        let heard = 1000 / (followerHz * (1 + run.drift))
        #expect(residual(output.samples, cyclesPerFrame: heard, count: Int(followerHz)) < -95)
        #expect(output.shortages == 0)
    }

    @Test func `a device that pauses is faded out and in again, without a click`() {
        let run = Run(seconds: 12)
        let output = captured(run) { _, seconds in seconds > 5 && seconds < 6 ? nil : 0.5 }
        let steps = zip(output, output.dropFirst()).map { abs($1 - $0) }
        // 2 ms are 96 frames: a constant of 0.5 fades by 0.0052 a frame.
        #expect(steps.max() ?? 1 < 0.0056)
        let silence = output.count { $0 == 0 }
        #expect(silence > 47_000 && silence < 49_000, "\(silence) frames of silence")
        #expect(output.suffix(48_000).allSatisfy { abs($0 - 0.5) < 1e-5 })
    }
}
