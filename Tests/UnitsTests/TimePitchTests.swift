import AVFRender
import AVFUnits
import Glibc
import TestSupport
import Testing

@Suite struct TimePitchTests {
    private func run(
        rate: Float = 1, cents: Float = 0, overlap: Float = 8, isCoherent: Bool = true,
        keepsTransients: Bool = true, keepsFormants: Bool = false, channels: Int = 1
    ) throws -> UnitRun {
        let run = UnitRun(try #require(UnitCatalog["timePitch"]), channelCount: channels)
        let switches = [isCoherent, keepsTransients, keepsFormants].map { Float($0 ? 1 : 0) }
        for (index, value) in ([rate, cents, overlap] + switches).enumerated() {
            run.parameters.store(value, at: index)
        }
        return run
    }

    private func tone(_ hertz: Double, _ frameCount: Int) -> [Float] {
        (0..<frameCount).map { Float(0.5 * sin(2 * .pi * hertz * Double($0) / 48_000)) }
    }

    /// Bursts of a millisecond, a quarter of a second apart.
    private func clicks(_ frameCount: Int) -> [Float] {
        let burst = noise(48, seed: 3).enumerated().map { $1 * Float(exp(-Double($0) / 12)) }
        return (0..<frameCount).map { $0 % 12_000 < 48 ? burst[$0 % 12_000] : 0 }
    }

    /// Power of a tone over the power of everything else, in decibels, over the second half.
    private func purity(_ output: [Float], _ hertz: Double) -> Double {
        let samples = output.suffix(output.count / 2).map(Double.init)
        let angles = samples.indices.map { 2 * .pi * hertz * Double($0) / 48_000 }
        var (ss, sc, cc, sx, cx) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for (angle, sample) in zip(angles, samples) {
            let (sine, cosine) = (sin(angle), cos(angle))
            ss += sine * sine
            sc += sine * cosine
            cc += cosine * cosine
            sx += sine * sample
            cx += cosine * sample
        }
        // Least squares over both phases of the tone.
        let determinant = ss * cc - sc * sc
        let inPhase = (cc * sx - sc * cx) / determinant
        let quadrature = (ss * cx - sc * sx) / determinant
        var (signal, rest) = (0.0, 0.0)
        for (angle, sample) in zip(angles, samples) {
            let fitted = inPhase * sin(angle) + quadrature * cos(angle)
            signal += fitted * fitted
            rest += (sample - fitted) * (sample - fitted)
        }
        return 10 * log10(signal / rest)
    }

    /// Centre and RMS width of the energy around a frame, in frames.
    private func burst(_ output: [Float], around frame: Int) -> (centre: Double, width: Double) {
        var (energy, moment, spread) = (0.0, 0.0, 0.0)
        let places = -5000..<5000
        for place in places {
            let power = Double(output[frame + place]) * Double(output[frame + place])
            energy += power
            moment += power * Double(place)
        }
        let centre = moment / energy
        for place in places {
            let power = Double(output[frame + place]) * Double(output[frame + place])
            spread += power * (Double(place) - centre) * (Double(place) - centre)
        }
        return (centre, (spread / energy).squareRoot())
    }

    @Test(arguments: [[512], [1, 300, 7], [4096]])
    func `at rate 1 and pitch 0 every sample passes untouched`(blocks: [Int]) throws {
        let input = [noise(20_000, seed: 1), noise(20_000, seed: 2)]
        #expect(try run(channels: 2).process(input, blocks: blocks) == input)
    }

    // 300 cents are a rate that no integer is; rates are such that float holds them.
    @Test(
        arguments: [(0.796875, 0), (0.5, 0), (1.25, 0), (2, 0), (1, 300), (1, -500), (1.5, 700)]
            as [(Float, Float)])
    func `a tone stays one tone, by 65 dB`(rate: Float, cents: Float) throws {
        let output = try run(rate: rate, cents: cents).process(
            [tone(997, Int(48_000 * rate) + 20_000)], outputFrameCount: 48_000)[0]
        let rest = -purity(output, 997 * exp2(Double(cents) / 1200))
        Figure.note("time pitch, all but the tone, dB", rest, limit: "−65")
        #expect(rest < -65)
    }

    @Test(arguments: [(0.796875, 0), (1.25, 0), (1, 300)] as [(Float, Float)])
    func `a click stays one click of half a millisecond, at its place`(rate: Float, cents: Float) throws {
        let output = try run(rate: rate, cents: cents).process(
            [clicks(Int(96_000 * rate) + 20_000)], outputFrameCount: 96_000)[0]
        for click in 2...5 {
            let place = Double(click) * 12_000 / Double(rate)
            let heard = burst(output, around: Int(place))
            Figure.note("time pitch, width of a click, ms", heard.width / 48, limit: "0.5")
            #expect(heard.width < 24)
            // The burst's own middle lies six frames behind its start.
            #expect(abs(heard.centre - 6) < 10)
        }
    }

    @Test(arguments: [(true, false), (false, true)])
    func `without coherence or without its transients a stretched click smears, and a tone stays pure`(
        isCoherent: Bool, keepsTransients: Bool
    ) throws {
        func stretched(_ input: [Float]) throws -> [Float] {
            try run(rate: 0.5, isCoherent: isCoherent, keepsTransients: keepsTransients)
                .process([input], outputFrameCount: 72_000)[0]
        }
        let width = burst(try stretched(clicks(60_000)), around: 48_000).width
        #expect(width > 100)
        #expect(purity(try stretched(tone(997, 60_000)), 997) > 60)
    }

    /// Pulses through three resonances, as of a vowel, and the resonances' own gain.
    private func vowel(_ pitch: Double, _ frameCount: Int) -> (sound: [Float], decibels: (Double) -> Double) {
        let poles = [(730.0, 90.0), (1090, 110), (2440, 170)].map { hertz, width in
            let radius = exp(-.pi * width / 48_000)
            return (2 * radius * cos(2 * .pi * hertz / 48_000), -radius * radius)
        }
        var (phase, states) = (0.0, [[0.0, 0], [0.0, 0], [0.0, 0]])
        let sound = (0..<frameCount).map { _ in
            // The harmonics below 5 kHz are enough.
            phase += pitch / 48_000
            let count = (5000 / pitch).rounded(.down)
            var value = 0.001 * sin(.pi * (2 * count + 1) * phase) / sin(.pi * phase)
            for (index, (first, second)) in poles.enumerated() {
                value += first * states[index][0] + second * states[index][1]
                states[index] = [value, states[index][0]]
            }
            return Float(value)
        }
        return (
            sound,
            { hertz in
                poles.reduce(0) { sum, pole in
                    let angle = 2 * .pi * hertz / 48_000
                    let real = 1 - pole.0 * cos(angle) - pole.1 * cos(2 * angle)
                    let imaginary = pole.0 * sin(angle) + pole.1 * sin(2 * angle)
                    return sum - 10 * log10(real * real + imaginary * imaginary)
                }
            }
        )
    }

    @Test(arguments: [(140, 500), (140, -500), (220, 300), (220, -1200)] as [(Double, Float)])
    func `with its formants kept, a voice at another pitch has the vowel that it had`(
        pitch: Double, cents: Float
    ) throws {
        let (sound, decibels) = vowel(pitch, 100_000)
        /// How far the harmonics lie from the vowel's own gain, apart from a common one, in decibels.
        func error(keepsFormants: Bool) throws -> Double {
            let output = try run(cents: cents, keepsFormants: keepsFormants)
                .process([sound], outputFrameCount: 60_000)[0].suffix(24_000).map(Double.init)
            let raised = pitch * exp2(Double(cents) / 1200)
            let errors = (1..<Int(min(3500, 4500 * exp2(Double(cents) / 1200)) / raised)).map { harmonic in
                let hertz = raised * Double(harmonic)
                var (real, imaginary) = (0.0, 0.0)
                for (frame, sample) in output.enumerated() {
                    let angle = 2 * .pi * hertz * Double(frame) / 48_000
                    let window = 1 - cos(2 * .pi * Double(frame) / 24_000)
                    real += sample * window * cos(angle)
                    imaginary += sample * window * sin(angle)
                }
                return 10 * log10(real * real + imaginary * imaginary) - decibels(hertz)
            }
            let mean = errors.reduce(0, +) / Double(errors.count)
            return (errors.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(errors.count)).squareRoot()
        }
        // Formants are as narrow as the distance of harmonics: nobody can tell them apart without an error.
        #expect(try error(keepsFormants: true) < 0.4 * error(keepsFormants: false))
    }

    @Test(arguments: [300, -700] as [Float])
    func `with its formants kept, a tone stays one tone, and two equal channels stay equal`(cents: Float)
        throws
    {
        let input = tone(997, 70_000)
        let output = try run(cents: cents, keepsFormants: true, channels: 2)
            .process([input, input], outputFrameCount: 48_000)
        #expect(purity(output[0], 997 * exp2(Double(cents) / 1200)) > 65)
        #expect(output[0] == output[1])
    }

    @Test func `at pitch 0 there are no formants to keep`() throws {
        let input = noise(60_000, seed: 5)
        let outputs = try [false, true].map {
            try run(rate: 1.25, keepsFormants: $0).process([input], outputFrameCount: 30_000)
        }
        #expect(outputs[0] == outputs[1])
    }

    @Test func `nothing drifts in a minute of changes, and then the input passes untouched again`() throws {
        let run = try run(rate: 1)
        let input = clicks(400_000)
        var passed = 0.0
        var output: [Float] = []
        for (rate, cents) in [(1.5, 0), (0.75, 400), (2, -300), (1, 1200), (0.5, 0), (1, 0)]
            as [(Float, Float)]
        {
            run.parameters.store(rate, at: 0)
            run.parameters.store(cents, at: 1)
            let rest = Array(input.dropFirst(run.takenFrameCount))
            output += run.process([rest], outputFrameCount: 40_000)[0]
            passed += Double(rate) * 40_000
        }
        // Each change ramps over 3840 frames, along a straight line.
        var before = 1.0
        for rate in [1.5, 0.75, 2, 1, 0.5, 1] {
            passed += (before - rate) * 3841 / 2
            before = rate
        }
        // At the end, and half a second before it, the output is the input at that offset.
        let offset = Int((passed - 240_000).rounded())
        let tail = Array(output.suffix(4000))
        let matches = (-2...2).filter { shift in
            tail == Array(input[(236_000 + offset + shift)..<(240_000 + offset + shift)])
        }
        #expect(matches.count >= 1)
    }

    @Test(arguments: [(0.03125, 2400), (0.03125, -2400), (32, 2400), (32, -2400)] as [(Float, Float)])
    func `at its limits it takes the rate's share of input for as long as it runs, and stays finite`(
        rate: Float, cents: Float
    ) throws {
        let run = try run(rate: rate, cents: cents)
        let ahead = { (outputFrameCount: Int) in
            Double(run.takenFrameCount) - Double(rate) * Double(outputFrameCount)
        }
        let sound = noise(100_000, seed: 4)
        var heard = run.process([sound], blocks: [4096], outputFrameCount: 4096 * 4)[0]
        let first = ahead(4096 * 4)
        // An hour where somebody has the time.
        let seconds = Glibc.getenv("AVF_TEST_HOUR") == nil ? 2 : 3600
        let blockCount = seconds * 48_000 / 4096
        for _ in 0..<blockCount / 4 {
            heard = run.process([sound], blocks: [4096], outputFrameCount: 4096 * 4)[0]
        }
        // What it looks ahead is less than four frames of the vocoder at any pace.
        #expect(abs(ahead(4096 * 4 * (1 + blockCount / 4)) - first) < 4 * 8192 * Double(max(1, rate)))
        #expect(heard.allSatisfy { $0.isFinite && abs($0) < 10 })
    }

    @Test func `two equal channels stay equal`() throws {
        let input = noise(60_000, seed: 8)
        let output = try run(rate: 1.25, cents: 200, channels: 2).process(
            [input, input], outputFrameCount: 30_000)
        #expect(output[0] == output[1])
    }

    @Test(arguments: [3, 5.5, 32] as [Float])
    func `any overlap keeps the level`(overlap: Float) throws {
        let output = try run(rate: 0.796875, overlap: overlap).process(
            [tone(997, 80_000)], outputFrameCount: 48_000)[0]
        let power = output.suffix(24_000).reduce(0) { $0 + $1 * $1 } / 24_000
        #expect(abs(10 * log10(power / 0.125)) < 0.2)
    }

    @Test func `both of Apple's codes mean this unit`() {
        for subtype in ["nutp", "tmpt"] as [StaticString] {
            let component = ComponentDescription(
                type: fourCharacterCode("aufc"), subtype: fourCharacterCode(subtype),
                manufacturer: fourCharacterCode("appl"))
            #expect(UnitCatalog.entry(matching: component)?.entry.descriptor.identifier == "timePitch")
        }
    }
}
