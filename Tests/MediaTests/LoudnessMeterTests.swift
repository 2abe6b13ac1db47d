import AVFMedia
import Glibc
import Testing

@Suite struct LoudnessMeterTests {
    private func measure(_ channels: [[Float]], blockSize: Int = .max, truePeak: Bool = false) throws
        -> LoudnessMeter
    {
        let frameCount = channels[0].count
        let meter = try LoudnessMeter(
            sampleRateHz: 48_000, channelCount: channels.count, measuresTruePeak: truePeak)
        let copies = channels.map { samples in
            let copy = UnsafeMutablePointer<Float>.allocate(capacity: frameCount)
            copy.initialize(from: samples, count: frameCount)
            return UnsafePointer(copy)
        }
        defer { for copy in copies { copy.deallocate() } }
        var start = 0
        while start < frameCount {
            let count = min(blockSize, frameCount - start)
            try meter.add(copies, offset: start, frameCount: count)
            start += count
        }
        return meter
    }

    /// EBU Tech 3341, case 1: a stereo sine of 1 kHz at −23 dBFS has −23 LUFS.
    @Test(arguments: [-23.0, -33])
    func `a stereo sine of 1 kHz is as loud as its level`(level: Double) throws {
        let sine = Signal.sine(
            channelCount: 1, frameCount: 480_000, frequencyHz: 1_000, gainLinear: pow(10, level / 20))[0]
        let meter = try measure([sine, sine], blockSize: 10_007)
        #expect(abs(meter.integratedLUFS - level) < 0.1)
        #expect(abs(meter.shortTermLUFS - level) < 0.1)
        #expect(abs(meter.peakLinear - pow(10, level / 20)) < 1e-4)
    }

    /// A sine at a quarter of the rate, 45° off: its samples all lie at 0.707 of its peak.
    @Test func `a peak between samples is found when asked for`() throws {
        let sine = [(0..<48_000).map { Float(sin(.pi / 2 * Double($0) + .pi / 4)) }]
        #expect(abs(try measure(sine).peakLinear - 0.7071) < 1e-3)
        #expect(abs(try measure(sine, truePeak: true).peakLinear - 1) < 0.05)
    }

    @Test func `silence has no loudness`() throws {
        let meter = try measure([[Float](repeating: 0, count: 48_000)])
        #expect(meter.integratedLUFS == -.infinity)
        #expect(meter.shortTermLUFS == -.infinity)
        #expect(meter.peakLinear == 0)
    }

    @Test func `rates and channels that cannot be are refused`() {
        #expect(throws: MediaError.invalidChannelCount("loudness meter", channelCount: 0)) {
            _ = try LoudnessMeter(sampleRateHz: 48_000, channelCount: 0)
        }
        #expect(throws: MediaError.invalidSampleRate("loudness meter", sampleRateHz: 0)) {
            _ = try LoudnessMeter(sampleRateHz: 0, channelCount: 1)
        }
    }
}
