import AVFDSP
import Glibc
import Testing

/// The digital designs against the analog prototypes, evaluated where the bilinear transform puts them.
@Suite struct BiquadDesignTests {
    static let rates = [8_000.0, 44_100, 48_000, 192_000]

    /// The decibels of `H(s)` of the cookbook's prototype at `s = j tan(ω/2) / tan(ω0/2)`.
    private func prototypeDecibels(
        _ shape: FilterShape, q: Double, gainDecibels: Double, ratio w: Double
    ) -> Double {
        let a = pow(10, gainDecibels / 40)
        // Each polynomial as (constant − s² coefficient · w², s coefficient · w).
        func decibels(_ n0: Double, _ n1: Double, _ n2: Double, _ d0: Double, _ d1: Double, _ d2: Double)
            -> Double
        {
            let top = pow(n0 - n2 * w * w, 2) + pow(n1 * w, 2)
            let bottom = pow(d0 - d2 * w * w, 2) + pow(d1 * w, 2)
            return 10 * log10(top / bottom)
        }
        let root = a.squareRoot() / q
        switch shape {
        case .parametric: return decibels(1, a / q, 1, 1, 1 / (a * q), 1)
        case .lowPass, .resonantLowPass: return decibels(1, 0, 0, 1, 1 / q, 1)
        case .highPass, .resonantHighPass: return decibels(0, 0, 1, 1, 1 / q, 1)
        case .bandPass: return decibels(0, 1 / q, 0, 1, 1 / q, 1)
        case .bandStop: return decibels(1, 0, 1, 1, 1 / q, 1)
        case .lowShelf, .resonantLowShelf: return 20 * log10(a) + decibels(a, root, 1, 1, root, a)
        case .highShelf, .resonantHighShelf: return 20 * log10(a) + decibels(1, root, a, a, root, 1)
        }
    }

    /// Q as the shape defines it from the bandwidth.
    private func q(_ shape: FilterShape, bandwidthOctaves: Double, radians: Double) -> Double {
        switch shape {
        case .lowPass, .highPass, .lowShelf, .highShelf: return 0.5.squareRoot()
        case .parametric, .bandPass, .bandStop:
            return 1 / (2 * sinh(log(2) / 2 * bandwidthOctaves * radians / sin(radians)))
        default: return 1 / (2 * sinh(log(2) / 2 * bandwidthOctaves))
        }
    }

    @Test(arguments: FilterShape.allCases, rates)
    func `a design has the magnitude of its analog prototype`(shape: FilterShape, sampleRateHz: Double) {
        for (frequencyHz, bandwidth, gain) in [
            (30.0, 0.5, 12.0), (1000, 1, -9), (3500, 2.5, 6), (100, 0.1, -24),
        ] {
            let design = BiquadCoefficients.design(
                shape, frequencyHz: frequencyHz, bandwidthOctaves: bandwidth, gainDecibels: gain,
                sampleRateHz: sampleRateHz)
            let corner = 2 * Double.pi * frequencyHz / sampleRateHz
            let q = q(shape, bandwidthOctaves: bandwidth, radians: corner)
            for share in stride(from: 0.013, to: 0.49, by: 0.0371) {
                let ratio = tan(.pi * share) / tan(corner / 2)
                let expected = prototypeDecibels(shape, q: q, gainDecibels: gain, ratio: ratio)
                let actual = design.magnitudeDecibels(atHz: share * sampleRateHz, sampleRateHz: sampleRateHz)
                #expect(abs(actual - expected) < 1e-5 || expected < -200)
            }
        }
    }

    @Test(arguments: FilterShape.allCases)
    func `every extreme of every parameter gives a stable, finite section`(shape: FilterShape) {
        for sampleRateHz in Self.rates {
            for frequencyHz in [-1.0, 0, 20, 3999, 24_000, 96_000, 1e9] {
                for (bandwidth, gain) in [(0.05, -96.0), (5, -96), (0.05, 24), (5, 24), (5, 0)] {
                    let design = BiquadCoefficients.design(
                        shape, frequencyHz: frequencyHz, bandwidthOctaves: bandwidth, gainDecibels: gain,
                        sampleRateHz: sampleRateHz)
                    #expect(design.b0.isFinite && design.b1.isFinite && design.b2.isFinite)
                    // The stability triangle of 1 + a1 z⁻¹ + a2 z⁻².
                    #expect(abs(design.a2) < 1 && abs(design.a1) < 1 + design.a2)
                }
            }
        }
    }

    @Test func `the -3 dB points of a band lie one bandwidth apart`() {
        let design = BiquadCoefficients.design(
            .bandPass, frequencyHz: 1000, bandwidthOctaves: 1, gainDecibels: 0, sampleRateHz: 96_000)
        let low = design.magnitudeDecibels(atHz: 1000 / 2.0.squareRoot(), sampleRateHz: 96_000)
        let high = design.magnitudeDecibels(atHz: 1000 * 2.0.squareRoot(), sampleRateHz: 96_000)
        #expect(abs(low + 3.01) < 0.01)
        #expect(abs(high + 3.01) < 0.01)
    }
}
