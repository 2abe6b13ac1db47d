import AVFDSP
import AVFRender
import AVFUnits
import Glibc
import Testing

@Suite struct GeneratorTests {
    private func output(
        _ symbol: String, _ settings: [String: Float], _ frameCount: Int, sampleRateHz: Double = 48_000,
        channelCount: Int = 1
    ) throws -> [[Float]] {
        let run = try UnitRun.of(
            symbol, settings, sampleRateHz: sampleRateHz, channelCount: channelCount)
        let nothing = [Float](repeating: 0, count: frameCount)
        return run.process([[Float]](repeating: nothing, count: channelCount), blocks: [4096])
    }

    private func power(_ samples: [Float]) -> Double {
        samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count)
    }

    // MARK: - Noise

    /// Power in an octave around a frequency, averaged over the signal's blocks, in decibels.
    private func octave(_ samples: [Float], atHz frequencyHz: Double, sampleRateHz: Double) -> Double {
        var buffer = samples
        let spectrum = buffer.withUnsafeMutableBufferPointer { samples -> AveragedSpectrum in
            var channel = samples.baseAddress.unsafelyUnwrapped
            return AveragedSpectrum(
                channels: &channel, channelCount: 1, frameCount: samples.count, sampleRateHz: sampleRateHz)
        }
        let bins = spectrum.decibels.enumerated().filter { bin, _ in
            let frequency = Double(bin) * spectrum.binWidthHz
            return frequency >= frequencyHz / sqrt(2) && frequency < frequencyHz * sqrt(2)
        }
        return 10 * log10(bins.reduce(0) { $0 + pow(10, Double($1.element) / 10) })
    }

    @Test(arguments: [(0, 3.0103), (1, 0.0), (2, -3.0103)], [44_100.0, 96_000])
    func `an octave has 3, 0 or −3 dB more than the one below`(color: (Int, Double), rate: Double) throws {
        let noise = try output("noise", ["color": Float(color.0)], 480_000, sampleRateHz: rate)[0]
        let octaves = [250.0, 500, 1000, 2000, 4000, 8000].map {
            octave(noise, atHz: $0, sampleRateHz: rate)
        }
        for (place, level) in octaves.enumerated() {
            let expected = octaves[2] + Double(place - 2) * color.1
            #expect(abs(level - expected) < 0.6, "octave \(place)")
        }
    }

    @Test(arguments: [0, 1, 2], [48_000.0, 192_000])
    func `noise has the effective level that is asked for`(color: Int, rate: Double) throws {
        let noise = try output(
            "noise", ["color": Float(color), "level": -20], 960_000, sampleRateHz: rate)[0]
        #expect(abs(10 * log10(power(noise)) + 20) < 0.6)
    }

    @Test func `equal seeds give equal noise, other seeds and other channels have nothing in common`() throws
    {
        let frames = 20_000
        let one = try output("noise", ["seed": 1], frames, channelCount: 2)
        #expect(try output("noise", ["seed": 1], frames, channelCount: 2) == one)
        let other = try output("noise", ["seed": 2], frames)[0]
        for (a, b) in [(one[0], one[1]), (one[0], other), (one[1], other)] {
            let common = zip(a, b).reduce(0) { $0 + Double($1.0 * $1.1) } / Double(frames)
            #expect(abs(common) / sqrt(power(a) * power(b)) < 0.03)
        }
        let shifted = zip(one[0], one[0].dropFirst()).reduce(0) { $0 + Double($1.0 * $1.1) }
        #expect(abs(shifted / Double(frames)) / power(one[0]) < 0.03)
    }

    // MARK: - Sweep

    /// Frequency around a frame, from the zero crossings of the next half second.
    private func frequency(_ samples: [Float], at frame: Int, _ length: Int) -> Double {
        let part = samples[frame..<frame + length]
        let crossings = zip(part, part.dropFirst()).count { $0 < 0 && $1 >= 0 }
        return Double(crossings) * 48_000 / Double(length)
    }

    @Test func `a logarithmic sweep passes its octaves in equal times`() throws {
        let settings: [String: Float] = ["startFrequency": 100, "endFrequency": 6400, "duration": 6]
        let sweep = try output("sweep", settings, 288_000)[0]
        for octave in 0..<6 {
            // Half a second around the middle of an octave's second.
            let frame = 48_000 * octave + 12_000
            let mean = (pow(2, 0.75) - pow(2, 0.25)) / log(2) / 0.5 * 100 * pow(2, Double(octave))
            #expect(abs(frequency(sweep, at: frame, 24_000) / mean - 1) < 0.02)
        }
    }

    @Test func `a linear sweep passes equal hertz in equal times, ends, and is silent unless it repeats`()
        throws
    {
        let settings: [String: Float] = [
            "startFrequency": 1000, "endFrequency": 5000, "duration": 2, "law": 1, "repeats": 0,
        ]
        let sweep = try output("sweep", settings, 120_000)[0]
        #expect(abs(frequency(sweep, at: 43_200, 9600) - 3000) < 20)
        #expect(sweep[96_000...].allSatisfy { $0 == 0 })
        var again = settings
        again["repeats"] = 1
        let repeated = try output("sweep", again, 120_000)[0]
        #expect(Array(repeated[96_000...]) == Array(repeated[..<24_000]))
    }

    // MARK: - Impulses, pulses

    @Test(arguments: [1.0, 3, 7.3])
    func `impulses come on the frames that their times fall into`(frequency: Double) throws {
        let train = try output("impulseTrain", ["frequency": Float(frequency), "level": 0], 96_000)[0]
        let frames = train.indices.filter { train[$0] != 0 }
        let expected = (0..<Int(2 * frequency)).map { (Double($0) * 48_000 / frequency).rounded(.up) }
        #expect(frames.count >= expected.count)
        for (frame, time) in zip(frames, expected) { #expect(abs(Double(frame) - time) <= 1) }
        #expect(frames.allSatisfy { train[$0] == 1 })
    }

    @Test(arguments: [10.0, 25, 50, 80])
    func `a pulse is high for its width and has no mean`(percent: Double) throws {
        let tone = try output(
            "tone",
            ["frequency": 100, "waveform": 4, "pulseWidth": Float(percent), "level": 0], 48_000)[0]
        let mean = tone.reduce(0) { $0 + Double($1) } / 48_000
        #expect(abs(mean) < 1e-3)
        let high = Double(tone.count { $0 > Float(1 - percent / 50) }) / 480
        #expect(abs(high - percent) < 1)
    }
}
