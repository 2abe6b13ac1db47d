import AVFDSP
import AVFRender
import AVFUnits
import Glibc
import TestSupport
import Testing

/// How pure linear units are, and how exact their responses.
@Suite struct QualityTests {
    /// A linear unit, and settings with which a tone comes through at about its level.
    struct Linear: CustomTestStringConvertible, Sendable {
        let symbol: String
        var settings: [String: Float] = [:]

        var testDescription: String { symbol }
    }

    static let linear: [Linear] = [
        Linear(symbol: "gain", settings: ["gain": -1]),
        Linear(
            symbol: "equalizer",
            settings: ["band1Bypass": 0, "band1Gain": 3, "band5Bypass": 0, "band5Gain": -2]),
        Linear(symbol: "delay", settings: ["wetDryMix": 100, "delayTime": 0.01, "feedback": 0]),
        Linear(symbol: "sampleDelay", settings: ["delayFrames": 77]),
        Linear(symbol: "lowPass", settings: ["cutoffFrequency": 5000]),
        Linear(symbol: "highPass", settings: ["cutoffFrequency": 100]),
        Linear(symbol: "bandPass", settings: ["centerFrequency": 1000]),
        Linear(symbol: "lowShelf", settings: ["gain": 6]),
        Linear(symbol: "highShelf", settings: ["gain": 6]),
        Linear(symbol: "parametricEqualizer", settings: ["gain": 1, "centerFrequency": 1100]),
        Linear(symbol: "graphicEqualizer", settings: ["band3": 4, "band5": -2]),
        Linear(symbol: "dynamics", settings: ["threshold": 20]),
        Linear(symbol: "limiter"),
        Linear(
            symbol: "multibandCompressor",
            settings: ["threshold1": 0, "threshold2": 0, "threshold3": 0, "threshold4": 0]),
        Linear(symbol: "varispeed"), Linear(symbol: "timePitch"), Linear(symbol: "convolution"),
        Linear(symbol: "chorus", settings: ["depth": 0]),
        Linear(symbol: "flanger", settings: ["depth": 0, "delay": 1.3]),
        Linear(symbol: "phaser", settings: ["depth": 0]),
        Linear(symbol: "tremolo", settings: ["depth": 0]), Linear(symbol: "gate"),
        Linear(symbol: "deEsser"), Linear(symbol: "crossover"), Linear(symbol: "dcBlocker"),
        Linear(symbol: "stereoWidth"),
        Linear(symbol: "reverb", settings: ["decayTimeAt0Hz": 0.2, "decayTimeAtNyquist": 0.1]),
        Linear(
            symbol: "matrixReverb",
            settings: ["smallLargeMix": 0, "smallSize": 0.01, "modulationDepth": 0]),
        Linear(symbol: "matrixMixer"), Linear(symbol: "loudness"), Linear(symbol: "spectrum"),
    ]

    /// Power of what is no tone of that frequency, below the tone's, in decibels.
    ///
    /// The tone that fits best, with an offset, is taken away: least squares over sine, cosine and a
    /// constant.
    private func distortionDecibels(_ samples: ArraySlice<Float>, radians: Double) -> Double {
        let count = Double(samples.count)
        var (inPhase, quadrature) = (0.0, 0.0)
        for (frame, sample) in samples.enumerated() {
            inPhase += Double(sample) * sin(radians * Double(frame))
            quadrature += Double(sample) * cos(radians * Double(frame))
        }
        (inPhase, quadrature) = (2 * inPhase / count, 2 * quadrature / count)
        var rest = 0.0
        for (frame, sample) in samples.enumerated() {
            let angle = radians * Double(frame)
            let error = Double(sample) - inPhase * sin(angle) - quadrature * cos(angle)
            rest += error * error
        }
        return 10 * log10(rest / (count * (inPhase * inPhase + quadrature * quadrature) / 2))
    }

    @Test(arguments: linear)
    func `a linear unit adds less than −120 dB of distortion and noise to a tone`(unit: Linear) throws {
        // Whole periods in the stretch that is looked at make sine and cosine orthogonal: 1000 Hz in 9600
        // frames.
        let tone = Measure.sine(1000, 48_000 + 9600, amplitude: 0.5)
        let output = try UnitRun.of(unit.symbol, unit.settings).processMono(tone, blocks: [512])
        let distortion = distortionDecibels(output.suffix(9600), radians: 2 * .pi / 48)
        Figure.note(table: "linear", row: unit.symbol, [distortion])
        #expect(distortion < -120, "\(distortion) dB")
    }

    @Test func `an equaliser has the magnitude of its designs to within 0.01 dB up to 20 kHz`() throws {
        let bands: [(shape: Int, frequency: Double, gain: Double, octaves: Double)] = [
            (0, 60, 4, 1), (0, 250, -6, 0.5), (0, 1000, 9, 2), (7, 100, 5, 1), (8, 9000, -4, 1),
            (0, 15_000, 6, 1),
        ]
        var settings: [String: Float] = [:]
        for (index, band) in bands.enumerated() {
            settings["band\(index + 1)Bypass"] = 0
            settings["band\(index + 1)FilterType"] = Float(band.shape)
            settings["band\(index + 1)Frequency"] = Float(band.frequency)
            settings["band\(index + 1)Gain"] = Float(band.gain)
            settings["band\(index + 1)Bandwidth"] = Float(band.octaves)
        }
        let response = try UnitRun.of("equalizer", settings).processMono(
            Measure.impulse(32_768), blocks: [4096])
        let designs = bands.compactMap { band in
            FilterShape(rawValue: band.shape).map {
                BiquadCoefficients.design(
                    $0, frequencyHz: band.frequency, bandwidthOctaves: band.octaves, gainDecibels: band.gain,
                    sampleRateHz: 48_000)
            }
        }
        try #require(designs.count == bands.count)
        for frequency in [20.0, 40, 60, 100, 250, 700, 1000, 3000, 9000, 15_000, 18_000, 20_000] {
            let expected = designs.reduce(0) {
                $0 + $1.magnitudeDecibels(atHz: frequency, sampleRateHz: 48_000)
            }
            let gain = Measure.gainDecibels(ofResponse: response, atHz: frequency)
            Figure.note("equaliser, off its designs up to 20 kHz, dB", abs(gain - expected), limit: "0.01")
            #expect(abs(gain - expected) < 0.01, "\(frequency) Hz: \(gain) instead of \(expected)")
        }
    }
}
