import AVFDSP
import Glibc
import Testing

/// Everything that a rate converter makes of a signal, the rest drained.
private func convert(
    _ channels: [[Double]], from inputRateHz: Double, to outputRateHz: Double, quality: ResamplerQuality,
    phase: ResamplerPhase = .linear, cuts: [Int]? = nil, isPatient: Bool = false
) -> [[Double]] {
    let converter = RateConversion.converter(
        inputRateHz: inputRateHz, outputRateHz: outputRateHz, channelCount: channels.count,
        quality: quality, phase: phase, isPatient: isPatient)
    let frameCount = channels[0].count
    let total = RateConversion.outputFrameCount(
        forInput: frameCount, inputRateHz: inputRateHz, outputRateHz: outputRateHz)
    let input = channels.map { UnsafeMutablePointer<Double>.allocate(capacity: $0.count + 1) }
    let output = channels.map { _ in UnsafeMutablePointer<Double>.allocate(capacity: total + 1) }
    defer { for memory in input + output { memory.deallocate() } }
    for (memory, channel) in zip(input, channels) { memory.update(from: channel, count: frameCount) }
    var (taken, made, turn) = (0, 0, 0)
    while made < total {
        let cut = cuts.map { $0[turn % $0.count] } ?? total
        turn += 1
        let wanted = min(cut, total - made)
        let given = min(converter.neededFrameCount(forOutput: wanted), frameCount - taken)
        let (consumed, produced) = converter.convert(
            input.map { $0 + taken }, inputFrameCount: given, output: output.map { $0 + made },
            outputFrameCount: wanted)
        (taken, made) = (taken + consumed, made + produced)
        if produced < wanted, taken == frameCount {
            let (_, rest) = converter.convert(
                nil, inputFrameCount: .max, output: output.map { $0 + made },
                outputFrameCount: wanted - produced)
            made += rest
        }
    }
    return output.map { Array(UnsafeBufferPointer(start: $0, count: total)) }
}

private func sine(_ frequencyHz: Double, at rateHz: Double, _ frameCount: Int) -> [Double] {
    (0..<frameCount).map { 0.9 * sin(2 * .pi * frequencyHz * Double($0) / rateHz) }
}

/// The middle half of a signal as amplitude of a sine and power of what is left, by least squares.
private func fit(_ signal: [Double], _ frequencyHz: Double, at rateHz: Double) -> (
    amplitude: Double, rest: Double
) {
    let inner = signal.count / 4..<signal.count * 3 / 4
    var (ss, sc, cc, ys, yc) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for frame in inner {
        let angle = 2 * .pi * frequencyHz * Double(frame) / rateHz
        let (s, c, y) = (sin(angle), cos(angle), signal[frame])
        (ss, sc, cc, ys, yc) = (ss + s * s, sc + s * c, cc + c * c, ys + y * s, yc + y * c)
    }
    let determinant = ss * cc - sc * sc
    let (a, b) = ((ys * cc - yc * sc) / determinant, (yc * ss - ys * sc) / determinant)
    var rest = 0.0
    for frame in inner {
        let angle = 2 * .pi * frequencyHz * Double(frame) / rateHz
        rest += pow(signal[frame] - a * sin(angle) - b * cos(angle), 2)
    }
    return ((a * a + b * b).squareRoot(), rest / Double(inner.count))
}

private func decibels(_ power: Double) -> Double { 10 * log10(max(power, 1e-40)) }

/// The signal-to-noise-and-distortion ratio of a converted sine, in decibels.
private func sinad(
    _ frequencyHz: Double, _ pair: (Double, Double), _ quality: ResamplerQuality,
    _ phase: ResamplerPhase = .linear, isPatient: Bool
) -> Double {
    let input = sine(frequencyHz, at: pair.0, Int(pair.0 / 4))
    let output = convert(
        [input], from: pair.0, to: pair.1, quality: quality, phase: phase, isPatient: isPatient)[0]
    let (amplitude, rest) = fit(output, frequencyHz, at: pair.1)
    return decibels(amplitude * amplitude / 2) - decibels(rest)
}

@Suite struct RateConverterTests {
    static let pairs: [(Double, Double)] = [
        (44_100, 48_000), (48_000, 44_100), (48_000, 16_000), (96_000, 44_100), (16_000, 48_000),
        (44_100, 48_001),
    ]

    @Test(arguments: pairs, ResamplerPhase.allCases)
    func `best keeps a sine with a SINAD of 150 dB`(pair: (Double, Double), phase: ResamplerPhase) {
        let highest = 0.9 * min(pair.0, pair.1) / 2
        for frequencyHz in [997, highest] {
            for isPatient in [false, true] {
                #expect(sinad(frequencyHz, pair, .best, phase, isPatient: isPatient) > 150)
            }
        }
    }

    @Test(arguments: pairs, ResamplerPhase.allCases)
    func `high keeps a sine with a SINAD of 120 dB`(pair: (Double, Double), phase: ResamplerPhase) {
        let highest = 0.9 * min(pair.0, pair.1) / 2
        for frequencyHz in [997, highest] {
            for isPatient in [false, true] {
                #expect(sinad(frequencyHz, pair, .high, phase, isPatient: isPatient) > 120)
            }
        }
    }

    @Test(arguments: [(44_100.0, 48_000.0), (48_000, 44_100), (96_000, 44_100)], ResamplerPhase.allCases)
    func `high and best lose less than 0.001 dB at 20 kHz, or 0.002 dB with minimum phase`(
        pair: (Double, Double), phase: ResamplerPhase
    ) {
        for quality in [ResamplerQuality.high, .best] {
            let input = sine(20_000, at: pair.0, Int(pair.0 / 4))
            let output = convert([input], from: pair.0, to: pair.1, quality: quality, phase: phase)[0]
            let gain = 2 * decibels(fit(output, 20_000, at: pair.1).amplitude / 0.9)
            #expect(abs(gain) < (phase == .linear ? 0.001 : 0.002))
        }
    }

    @Test(arguments: [
        (44_100.0, 48_000.0, 21_900.0), (48_000, 44_100, 22_100), (48_000, 44_100, 23_500),
        (48_000, 16_000, 8_100),
        (48_000, 16_000, 15_000), (96_000, 44_100, 22_100), (96_000, 44_100, 40_000),
    ])
    func `best leaves nothing above −140 dB of what the lower rate cannot hold`(
        inputRateHz: Double, outputRateHz: Double, frequencyHz: Double
    ) {
        let input = sine(frequencyHz, at: inputRateHz, Int(inputRateHz / 4))
        let output = convert([input], from: inputRateHz, to: outputRateHz, quality: .best)[0]
        // Between the rates the tone itself may pass in part; what else there is are images.
        let isHeld = frequencyHz < min(inputRateHz, outputRateHz) / 2
        let power =
            isHeld
            ? fit(output, frequencyHz, at: outputRateHz).rest
            : output[output.count / 4..<output.count * 3 / 4].reduce(0) { $0 + $1 * $1 }
                / Double(output.count / 2)
        #expect(decibels(power / 0.405) < -140)
    }

    @Test(arguments: [(ResamplerQuality.draft, 0.66, 80.0), (.medium, 0.84, 95), (.high, 0.907, 125)])
    func `each quality has the pass band and the rejection that it promises`(
        quality: ResamplerQuality, passband: Double, rejection: Double
    ) {
        let pair = (48_000.0, 32_000.0)
        let kept = sine(passband * 16_000, at: pair.0, 12_000)
        let output = convert([kept], from: pair.0, to: pair.1, quality: quality)[0]
        let (amplitude, _) = fit(output, passband * 16_000, at: pair.1)
        #expect(abs(2 * decibels(amplitude / 0.9)) < 0.002)
        let lost = convert([sine(16_100, at: pair.0, 12_000)], from: pair.0, to: pair.1, quality: quality)[0]
        let power = lost[2000..<6000].reduce(0) { $0 + $1 * $1 } / 4000
        #expect(decibels(power / 0.405) < -rejection)
    }

    @Test(arguments: pairs, ResamplerQuality.allCases)
    func `how the stream is cut changes no bit of double precision`(
        pair: (Double, Double), quality: ResamplerQuality
    ) {
        let channels = (0..<2).map { noise(5000, seed: UInt64($0)).map { Double($0) } }
        for isPatient in [false, true] {
            let whole = convert(
                channels, from: pair.0, to: pair.1, quality: quality, isPatient: isPatient)
            for cuts in [[1, 2, 30], [700, 1, 64]] {
                let pieces = convert(
                    channels, from: pair.0, to: pair.1, quality: quality, cuts: cuts, isPatient: isPatient)
                #expect(pieces.map { $0.map(\.bitPattern) } == whole.map { $0.map(\.bitPattern) })
            }
        }
    }

    @Test(arguments: [ResamplerQuality.high, .best])
    func `a channel does not depend on the others, and silence stays silence`(quality: ResamplerQuality) {
        let loud = noise(9000, seed: 7).map { Double($0) }
        let silence = [Double](repeating: 0, count: 9000)
        let both = convert([loud, silence], from: 44_100, to: 48_000, quality: quality)
        #expect(both[0] == convert([loud], from: 44_100, to: 48_000, quality: quality)[0])
        #expect(both[1].allSatisfy { $0.bitPattern == 0 })
    }

    @Test(
        arguments: [ResamplerQuality.medium, .high, .best],
        [(44_100.0, 48_000.0), (48_000, 44_100), (44_100, 48_001)])
    func `minimum phase has nothing before an impulse and keeps the response`(
        quality: ResamplerQuality, pair: (Double, Double)
    ) {
        var impulse = [Double](repeating: 0, count: 12_000)
        impulse[4000] = 1
        let output = convert([impulse], from: pair.0, to: pair.1, quality: quality, phase: .minimum)[0]
        let place = Int(4000 * pair.1 / pair.0)
        let energy = output.reduce(0) { $0 + $1 * $1 }
        let early = output[0..<place - 16].reduce(0) { $0 + $1 * $1 }
        #expect(decibels(early / energy) < -120)
        let near = output[place - 16..<place + 24].reduce(0) { $0 + $1 * $1 }
        #expect(near / energy > 0.9)
    }

    @Test func `the transform of a block agrees with its definition for every factor`() {
        for size in [32, 36, 70, 84, 126, 294, 300, 2352, 2560] {
            var fft = DoubleFFT(size: size)
            let block = noise(size, seed: UInt64(size)).map { Double($0) }
            let spectrum = fft.spectrum(of: block)
            for bin in stride(from: 0, through: size / 2, by: max(1, size / 14)) {
                var (real, imaginary) = (0.0, 0.0)
                for (index, sample) in block.enumerated() {
                    let angle = 2 * Double.pi * Double(index * bin % size) / Double(size)
                    (real, imaginary) = (real + sample * cos(angle), imaginary - sample * sin(angle))
                }
                #expect(abs(spectrum.real[bin] - real) < 1e-12 * Double(size))
                #expect(abs(spectrum.imaginary[bin] - imaginary) < 1e-12 * Double(size))
            }
            let back = fft.samples(of: spectrum)
            #expect(zip(back, block).allSatisfy { abs($0 / Double(size) - $1) < 1e-14 })
        }
        #expect(!DoubleFFT.hasFactors(of: 22))
        #expect(!DoubleFFT.hasFactors(of: 35))
    }
}
