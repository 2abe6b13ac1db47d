import AVFRender
import AVFUnits
import Foundation
import Testing

/// What the convolution reverb does with its impulse response, and with another one.
@Suite struct ConvolutionTests {
    private func response(
        _ channels: [[Float]], rate: Double = 48_000, path: String = "room.wav"
    ) -> UnitSound {
        UnitSound(path: path, sampleRateHz: rate, channels: channels)
    }

    private func run(
        _ settings: [String: Float] = [:], channelCount: Int = 1, rate: Double = 48_000,
        with sound: UnitSound? = nil
    ) throws -> UnitRun {
        let run = try UnitRun.of("convolution", settings, sampleRateHz: rate, channelCount: channelCount)
        try run.unit.use(sound)
        return run
    }

    /// Noise that falls by 60 dB.
    private func room(_ frameCount: Int, seed: UInt64) -> [Float] {
        noise(frameCount, seed: seed).enumerated().map {
            $1 * Float(pow(10, -3 * Double($0) / Double(frameCount)))
        }
    }

    @Test func `without an impulse response the sound passes to the bit`() throws {
        let input = noise(4096, seed: 1)
        #expect(try run().processMono(input) == input)
        let emptied = try run(with: response([room(500, seed: 2)]))
        try emptied.unit.use(nil)
        #expect(emptied.processMono(input) == input)
    }

    @Test func `an impulse comes out as the response, and the tail is as long as that`() throws {
        let taps = room(6000, seed: 3)
        let run = try run(with: response([taps]))
        let output = run.processMono([1] + [Float](repeating: 0, count: 9999))
        #expect(zip(output, taps).allSatisfy { abs($0 - $1) < 1e-6 })
        #expect(output.dropFirst(6000).allSatisfy { abs($0) < 1e-6 })
        #expect(abs(run.unit.tailSeconds - 6000 / 48_000) < 0.01)
    }

    @Test func `dry and wet are mixed with constant power, and the gain is the wet one's`() throws {
        let settings: [String: Float] = ["dryWetMix": 50, "gain": -6]
        let output = try run(settings, with: response([[0, 1]])).processMono([1, 0, 0, 0])
        #expect(abs(output[0] - Float(0.5.squareRoot())) < 1e-6)
        #expect(abs(Double(output[1]) - 0.5.squareRoot() * pow(10, -0.3)) < 1e-6)
    }

    @Test func `four channels are the ways from left and right to left and right`() throws {
        let sound = response([[0.1], [0.2], [0.3], [0.4]])
        let output = try run(channelCount: 2, with: sound).process([[1, 0], [0, 1]])
        #expect(output == [[0.1, 0.3], [0.2, 0.4]])
    }

    @Test func `one channel serves all, and two serve left and right`() throws {
        let one = try run(channelCount: 2, with: response([[0.5]])).process([[1, 0], [0, 1]])
        #expect(one == [[0.5, 0], [0, 0.5]])
        let two = try run(channelCount: 2, with: response([[0.5], [0.25]])).process([[1, 0], [0, 1]])
        #expect(two == [[0.5, 0], [0, 0.25]])
    }

    @Test func `what does not fit is refused, and the room stays`() throws {
        let run = try run(channelCount: 2, with: response([[0.5]]))
        let unit = run.unit
        let nine = response([[Float]](repeating: [1], count: 9), path: "nine.wav")
        #expect(throws: UnitSoundError.channels(path: "nine.wav", channelCount: 9, unitChannelCount: 2)) {
            try unit.use(nine)
        }
        #expect(throws: UnitSoundError.empty(path: "room.wav")) { try unit.use(response([[], []])) }
        #expect(throws: UnitSoundError.notFinite(path: "room.wav")) { try unit.use(response([[1, .nan]])) }
        let minutes = response([[Float](repeating: 0, count: 310)], rate: 10)
        #expect(throws: UnitSoundError.tooLong(path: "room.wav", seconds: 31, mostSeconds: 30)) {
            try unit.use(minutes)
        }
        #expect(run.process([[1], [1]]) == [[0.5], [0.5]])
    }

    @Test(arguments: [44_100.0, 96_000, 192_000, 8000])
    func `a response of another rate filters as at its own`(rate: Double) throws {
        // A low-pass whose gain is 1 at 0 Hz: e^(−t/τ) / τ.
        let taps = (0..<4800).map { Float(exp(-Double($0) / 240) / 240.5) }
        let run = try run(rate: rate, with: response([taps]))
        let count = Int(rate / 8)
        let frequencies: [Double] = [0, 100]
        let output = run.processMono([1] + [Float](repeating: 0, count: count - 1))
        for frequency in frequencies {
            let angle = 2 * Double.pi * frequency
            let (cosine, sine) = output.enumerated().reduce((0.0, 0.0)) { sum, sample in
                let phase = angle * Double(sample.offset) / rate
                return (
                    sum.0 + Double(sample.element) * cos(phase), sum.1 + Double(sample.element) * sin(phase)
                )
            }
            let gain = (cosine * cosine + sine * sine).squareRoot()
            let expected = 1 / (1 + pow(angle * 0.005, 2)).squareRoot()
            #expect(abs(gain - expected) < 0.02 * expected, "\(frequency) Hz")
        }
    }

    @Test(arguments: [[512], [64], [100]])
    func `another response takes over while the room that is left still sounds`(blocks: [Int]) throws {
        let (old, new) = (room(12_000, seed: 4), room(9000, seed: 5))
        let run = try run(with: response([old]))
        let unit = run.unit
        let input = noise(40_000, seed: 6)
        let before = run.processMono(Array(input[..<12_800]), blocks: blocks)
        try unit.use(response([new]))
        let after = run.processMono(Array(input[12_800...]), blocks: blocks)
        // The input goes over from one room to the other in 20 ms, along 3t² − 2t³.
        let shares = (0..<40_000).map { frame -> Float in
            let t = min(max(0, Float(frame - 12_800) / 960), 1)
            return t * t * (3 - 2 * t)
        }
        let inOld = try self.run(with: response([old])).processMono(zip(input, shares).map { $0 * (1 - $1) })
        let inNew = try self.run(with: response([new])).processMono(zip(input, shares).map { $0 * $1 })
        let worst = zip(before + after, zip(inOld, inNew)).map { abs($0 - $1.0 - $1.1) }.max() ?? 1
        #expect(worst < 1e-5)
    }

    @Test func `responses that come faster than rooms fade make no click, and the last one stays`() throws {
        let run = try run(with: response([room(20_000, seed: 7)]))
        let unit = run.unit
        let tone = Measure.sine(500, 65_536 + 4800 * 10, amplitude: 0.1)
        var output: [Float] = []
        for change in 0..<10 {
            output += run.processMono(Array(tone[4800 * change..<4800 * (change + 1)]))
            try unit.use(response([room(20_000, seed: 8 + UInt64(change))]))
        }
        output += run.processMono(Array(tone[48_000...]))
        // From 3 kHz on there is nothing but what changes add to the tone.
        #expect(Measure.peak(Array(output[8192..<8192 + 32_768]), fromHz: 3000, toHz: 20_000) < -80)
        let last = try self.run(with: response([room(20_000, seed: 17)])).processMono(tone)
        #expect(zip(output.suffix(4096), last.suffix(4096)).allSatisfy { abs($0 - $1) < 1e-5 })
    }
}
