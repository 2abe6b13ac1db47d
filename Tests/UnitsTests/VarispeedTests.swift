import AVFDSP
import AVFRender
import AVFUnits
import Glibc
import TestSupport
import Testing

@Suite struct VarispeedTests {
    private func run(_ rate: Float, cents: Float = 0, channels: Int = 1) throws -> UnitRun {
        let run = UnitRun(try #require(UnitCatalog["varispeed"]), channelCount: channels)
        run.parameters.store(rate, at: 0)
        run.parameters.store(cents, at: 1)
        return run
    }

    private func tone(_ cyclesPerFrame: Double, _ frameCount: Int) -> [Float] {
        (0..<frameCount).map { Float(sin(2 * .pi * cyclesPerFrame * Double($0))) }
    }

    /// Power of the difference from a tone whose phase is known, in decibels of that tone, without the ends.
    private func error(
        _ output: [Float], _ cyclesPerFrame: Double, position: (Int) -> Double
    ) -> Double {
        let frames = 2000..<output.count - 2000
        let power = frames.reduce(0) { sum, frame in
            let expected = sin(2 * .pi * cyclesPerFrame * position(frame))
            return sum + (Double(output[frame]) - expected) * (Double(output[frame]) - expected)
        }
        return 10 * log10(power / Double(frames.count) * 2)
    }

    // Rates that float holds exactly, so that the formula knows each place to the last bit.
    @Test(arguments: [0.25, 0.5, 0.796875, 1, 1.25, 1.4990234375, 2, 2.734375, 4], [0.02, 0.43])
    func `output frame n is the input at n times the rate, to -120 dB`(rate: Double, band: Double) throws {
        let cycles = band / max(1, rate)
        let count = Int(12_000 * rate) + 4000
        let output = try run(Float(rate)).process([tone(cycles, count)], outputFrameCount: 12_000)[0]
        let error = error(output, cycles) { Double($0) * rate }
        Figure.note("varispeed, off the tone that it should be, dB", error, limit: "−120")
        #expect(error < -120)
    }

    @Test(arguments: [1.125, 1.5, 2, 3.0625, 4], [0.505, 0.6, 0.9])
    func `what would alias is gone, by 120 dB`(rate: Double, frequency: Double) throws {
        let cycles = min(0.5, frequency / rate)
        let count = Int(12_000 * rate) + 4000
        let output = try run(Float(rate)).process([tone(cycles, count)], outputFrameCount: 12_000)[0]
        let power = output[2000..<10_000].reduce(0) { $0 + Double($1) * Double($1) } / 8000 * 2
        // At half of the input's rate there are no samples of a sine but zeroes.
        let alias = 10 * log10(max(power, 1e-30))
        Figure.note("varispeed, what would alias, dB", alias, limit: "−120")
        #expect(alias < -120)
    }

    @Test func `at rate 1 every sample passes untouched`() throws {
        let input = [noise(5000, seed: 1), noise(5000, seed: 2)]
        #expect(try run(1, channels: 2).process(input, blocks: [64, 1, 300]) == input)
    }

    @Test func `cents are a rate too`() throws {
        let input = [noise(6000, seed: 1)]
        let octave = try run(1, cents: 1200).process(input, outputFrameCount: 2000)
        #expect(try octave == run(2).process(input, outputFrameCount: 2000))
        let both = try run(4, cents: 2400).process(input, outputFrameCount: 1000)
        #expect(try both == run(4).process(input, outputFrameCount: 1000))
    }

    /// The place of each output frame when the rate goes from one to another at frame 6000, over 960 frames.
    private func places(from first: Double, to second: Double, _ count: Int) -> [Double] {
        var place = 0.0
        return (0..<count).map { frame in
            defer {
                let share = min(max(Double(frame - 6000) / 960, 0), 1)
                place += first + (second - first) * share
            }
            return place
        }
    }

    @Test(arguments: [(1.0, 2.0), (2, 0.5), (0.25, 4), (4, 1)])
    func `a change is a straight ramp of 20 ms, and the place stays the sum of the rates`(
        first: Double, second: Double
    ) throws {
        let run = try run(Float(first))
        let input = tone(0.02, 80_000)
        let before = run.process([input], outputFrameCount: 6000)[0]
        run.parameters.store(Float(second), at: 0)
        // UnitRun begins each call's input anew: give what comes after what has been asked for.
        let after = run.process([Array(input.dropFirst(run.takenFrameCount))], outputFrameCount: 10_000)[0]
        let places = places(from: first, to: second, 16_000)
        #expect(error(before + after, 0.02) { places[$0] } < -90)
    }

    @Test func `after an hour of changes the place is the sum of the rates to the last bit`() {
        var whole = PaceRamp()
        var cut = PaceRamp()
        var places: (UInt64, UInt64) = (0, 0)
        for minute in 0..<60 {
            let rate = 0.5 + Double(minute) / 32
            whole.follow(rate, over: 960)
            cut.follow(rate, over: 960)
            places.0 += whole.distance(over: 2_880_000)
            whole.advance(2_880_000)
            for count in [1, 300, 700, 63, 2_878_936] {
                places.1 += cut.distance(over: count)
                cut.advance(count)
            }
        }
        #expect(places.0 == places.1)
        // A ramp's first frame still has the old rate, so it ends one step below the line.
        var expected = 0.0
        var before = 1.0
        for minute in 0..<60 {
            let after = 0.5 + Double(minute) / 32
            expected += 960 * before + (after - before) * 959 / 2
            expected += after * (2_880_000 - 960)
            before = after
        }
        #expect(abs(Double(places.0) * 0x1p-32 - expected) < 0.01)
    }

    @Test func `a bypassed varispeed comes to rest on whole frames and passes them untouched`() throws {
        let run = try run(1.3)
        let bridge = try #require(run.unit as? DomainBridge)
        let input = noise(30_000, seed: 4)
        _ = run.process([input], outputFrameCount: 5001)
        bridge.isBypassed = true
        let rest = Array(input.dropFirst(run.takenFrameCount))
        let output = run.process([rest], outputFrameCount: 5000)[0]
        let tail = Array(output.suffix(3000))
        let place = (0..<rest.count - 3000).first { Array(rest[$0..<$0 + 3000]) == tail }
        #expect(place != nil)
    }
}
