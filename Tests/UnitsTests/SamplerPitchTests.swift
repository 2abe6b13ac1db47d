import AVFRender
import AVFUnits
import CAVFDSP
import Glibc
import Testing

/// The sampler's pitches against equal temperament, and its interpolation against sines.
@Suite struct SamplerPitchTests {
    private func heard(
        _ zone: SamplerZone, key: UInt8 = 69, frameCount: Int = 24_000,
        _ settings: [String: Float] = [:], before: (SamplerRun) -> Void = { _ in }
    ) throws -> [Float] {
        let run = try SamplerRun([zone], settings)
        before(run)
        run.noteOn(key)
        return Array(run.left(frameCount).dropFirst(2400))
    }

    private func cents(
        _ zone: SamplerZone, key: UInt8 = 69, expected: Double = 0, _ settings: [String: Float] = [:],
        before: (SamplerRun) -> Void = { _ in }
    ) throws -> Double {
        let hertz = 440 * exp2(expected / 1200)
        let samples = try heard(zone, key: key, settings, before: before)
        return SamplerMeasure.cents(SamplerMeasure.frequencyHz(samples, near: hertz), over: 440)
    }

    @Test(arguments: [21, 60, 69, 72, 96])
    func `keys are a semitone apart`(key: Int) throws {
        let expected = Double(key - 69) * 100
        let found = try cents(
            SamplerFixture.sine(440, frameCount: 48_000), key: UInt8(key), expected: expected)
        #expect(abs(found - expected) < 0.01, "\(found) cents")
    }

    @Test func `tuning, root key and scale are in cents`() throws {
        var zone = SamplerFixture.sine()
        zone[.scaleTuning] = 50
        #expect(abs(try cents(zone, key: 81, expected: 600) - 600) < 0.01)
        zone = SamplerFixture.sine()
        zone[.rootKey] = 57
        #expect(abs(try cents(zone, expected: 1200) - 1200) < 0.01)
        zone = SamplerFixture.sine()
        zone[.key] = 57
        #expect(abs(try cents(zone, expected: -1200) + 1200) < 0.01)
        zone = SamplerFixture.sine()
        zone[.coarseTune] = 2
        zone[.fineTune] = -12
        zone.tuningCents = 30
        #expect(abs(try cents(zone, expected: 218) - 218) < 0.01)
        let settings: [String: Float] = ["coarseTuning": -3, "fineTuning": 25]
        #expect(abs(try cents(SamplerFixture.sine(), expected: -275, settings) + 275) < 0.01)
    }

    @Test(arguments: [(0, -200.0), (4096, -100), (8192, 0), (12_288, 100), (16_383, 199.9756)])
    func `the wheel bends by its range`(wheel: Int, expected: Double) throws {
        var zone = SamplerFixture.sine()
        zone.modulators = SamplerModulator.defaults
        let bend = { (run: SamplerRun) in run.send([0xE0, UInt8(wheel & 127), UInt8(wheel >> 7)]) }
        #expect(abs(try cents(zone, expected: expected, before: bend) - expected) < 0.005)
        let wide = try cents(zone, expected: 6 * expected) { run in
            for (number, value) in [(101, 0), (100, 0), (6, 12), (38, 0)] as [(UInt8, UInt8)] {
                run.control(number, value)
            }
            bend(run)
        }
        #expect(abs(wide - 6 * expected) < 0.02)
    }

    @Test func `registered parameters tune a channel`() throws {
        let zone = SamplerFixture.sine()
        let fine = try cents(zone, expected: 50) { run in
            for (number, value) in [(101, 0), (100, 1), (6, 96), (38, 0)] as [(UInt8, UInt8)] {
                run.control(number, value)
            }
        }
        #expect(abs(fine - 50) < 0.01)
        let coarse = try cents(zone, expected: 300) { run in
            for (number, value) in [(101, 0), (100, 2), (6, 67)] as [(UInt8, UInt8)] {
                run.control(number, value)
            }
        }
        #expect(abs(coarse - 300) < 0.01)
    }

    @Test func `a parameter number of SoundFonts moves a generator`() throws {
        // Generator 52, fine tuning, by 40 steps of one cent; 51 by 2 semitones.
        let found = try cents(SamplerFixture.sine(), expected: 240) { run in
            for (number, value) in [
                (99, 120), (98, 52), (38, 40), (6, 64), (99, 120), (98, 51), (38, 2), (6, 64),
            ] as [(UInt8, UInt8)] { run.control(number, value) }
        }
        #expect(abs(found - 240) < 0.01)
    }

    @Test(
        arguments: [
            (0.0, 44_100.0, 3_946_001_203), (900, 44_100, 6_636_356_533), (300, 22_050, 2_346_306_353),
            (50, 48_000, 4_420_819_444), (213, 48_000, 4_857_274_924),
        ] as [(Double, Double, UInt64)])
    func `increments are exact to 2^-32 of a frame`(cents: Double, rateHz: Double, expected: UInt64) {
        let pace = SamplerPitch.pace(cents: cents, sampleRateHz: rateHz, outputRateHz: 48_000)
        #expect(UInt64(pace + 0.5) == expected)
    }

    @Test func `a sample is read at the pace of its pitch`() throws {
        // A ramp says where it is read.
        var zone = SamplerZone(SamplerMemory((0..<200_000).map { Float($0) }), sampleRateHz: 22_050)
        zone[.volumeEnvelopeAttack] = -32_768
        zone.modulators = []
        let run = try SamplerRun([zone])
        run.noteOn(72)
        let heard = run.left(96_001)
        let place = Double(heard[96_000]) / SamplerFixture.centre
        #expect(abs(place - 96_000 * 2 * 22_050 / 48_000) < 0.05)
    }

    @Test(arguments: [(32, 12.5), (64, 25), (127, 50)])
    func `the modulation wheel is a vibrato of 50 cents at its end`(value: Int, depth: Double) throws {
        var zone = SamplerFixture.sine()
        zone.modulators = SamplerModulator.defaults
        let samples = try heard(zone, frameCount: 48_000) { $0.control(1, UInt8(value)) }
        let windows = stride(from: 0, to: 40_000, by: 96).map { start in
            SamplerMeasure.cents(
                SamplerMeasure.frequencyHz(Array(samples[start..<start + 480]), near: 440), over: 440)
        }
        // A window of 10 ms rounds the triangle's tips off a little.
        #expect(abs((windows.max() ?? 0) - depth) < 0.06 * depth)
        #expect(abs((windows.min() ?? 0) + depth) < 0.06 * depth)
    }

    // MARK: - Interpolation

    /// Signal to everything else, in decibels, as the sine of that frequency that is nearest leaves it.
    private func signalToNoise(_ samples: [Float], _ hertz: Double) -> Double {
        let angle = 2 * .pi * hertz / 48_000
        var (ss, cc, sc, xs, xc) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for (frame, sample) in samples.enumerated() {
            let (s, c) = (sin(angle * Double(frame)), cos(angle * Double(frame)))
            (ss, cc, sc) = (ss + s * s, cc + c * c, sc + s * c)
            (xs, xc) = (xs + s * Double(sample), xc + c * Double(sample))
        }
        let determinant = ss * cc - sc * sc
        let (a, b) = ((xs * cc - xc * sc) / determinant, (xc * ss - xs * sc) / determinant)
        var (noise, signal) = (0.0, 0.0)
        for (frame, sample) in samples.enumerated() {
            let sine = a * sin(angle * Double(frame)) + b * cos(angle * Double(frame))
            noise += (Double(sample) - sine) * (Double(sample) - sine)
            signal += sine * sine
        }
        return 10 * log10(signal / noise)
    }

    @Test(arguments: [
        (0, [64.0, 40, 27, 18]), (1, [92, 55, 36, 24]), (2, [72, 68, 64, 73]), (3, [90, 88, 94, 84]),
    ])
    func `each interpolation has the noise of its kind`(quality: Int, expected: [Double]) throws {
        for (index, hertz) in [1000.0, 4000, 8000, 12_000].enumerated() {
            var zone = SamplerFixture.sine(hertz, frameCount: 96_000)
            zone.rootKey = 60
            zone[.key] = 55
            let ratio = exp2(-5.0 / 12)
            let samples = try heard(
                zone, frameCount: 12_400, ["interpolation": Float(quality)])
            let found = signalToNoise(samples, hertz * ratio)
            #expect(abs(found - expected[index]) < 3 || found > expected[index], "\(found) dB at \(hertz) Hz")
        }
    }

    @Test(arguments: [0, 1, 2, 3])
    func `a loop of whole periods stays a sine`(quality: Int) throws {
        // 48 periods of 100 frames, of which the last 40 repeat.
        var zone = SamplerFixture.sine(480, frameCount: 4800)
        zone.loop = 800..<4800
        let samples = try heard(zone, frameCount: 22_400, ["interpolation": Float(quality)])
        #expect(signalToNoise(samples, 480) > 120)
        let shifted = try heard(zone, key: 64, frameCount: 22_400, ["interpolation": Float(quality)])
        #expect(signalToNoise(shifted, 480 * exp2(-5.0 / 12)) > [50, 75, 60, 85][quality])
    }

    @Test(arguments: [0, 1, 2, 3])
    func `a loop of one period is as good as a long one`(quality: Int) throws {
        var zone = SamplerFixture.sine(6000, frameCount: 4800)
        var long = zone
        (zone.loop, long.loop) = (800..<808, 800..<4000)
        let settings: [String: Float] = ["interpolation": Float(quality)]
        #expect(try heard(zone, key: 60, settings) == heard(long, key: 60, settings))
    }

    @Test func `16 and 24 bits sound as the same numbers in single precision`() throws {
        let numbers = noise(48_000, seed: 4).map { Int32($0 * 16_777_215) }
        let high = numbers.map { Int16(truncatingIfNeeded: $0 >> 8) }
        let low = numbers.map { UInt8(truncatingIfNeeded: $0) }
        let sound = { (memory: SamplerMemory) in
            var zone = SamplerZone(memory, sampleRateHz: 44_100)
            zone.modulators = []
            return try heard(zone, key: 62)
        }
        let bytes = UnsafeMutableRawPointer.allocate(byteCount: 2 * high.count + 1, alignment: 8)
        memcpy(bytes + 1, high, 2 * high.count)
        defer { bytes.deallocate() }
        let odd = UnsafeRawPointer(bytes + 1)
        #expect(
            try sound(SamplerMemory(int16: odd, frameCount: high.count) {})
                == sound(SamplerMemory(high.map { Float($0) / 32_768 })))
        let lowBytes = UnsafeMutablePointer<UInt8>.allocate(capacity: low.count)
        lowBytes.initialize(from: low, count: low.count)
        defer { lowBytes.deallocate() }
        let deep = SamplerMemory(int16: odd, lowBytes: lowBytes, frameCount: high.count) {}
        #expect(try sound(deep) == sound(SamplerMemory(numbers.map { Float($0) / 8_388_608 })))
    }
}
