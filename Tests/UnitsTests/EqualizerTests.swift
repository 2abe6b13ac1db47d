import AVFDSP
import AVFRender
import AVFUnits
import Glibc
import Testing

@Suite struct EqualizerTests {
    private func equalizer(_ settings: [(band: Int, EqualizerKernel.Parameter, Float)]) throws -> UnitRun {
        let entry = try #require(UnitCatalog["equalizer"])
        let run = UnitRun(entry, channelCount: 1)
        for (band, parameter, value) in settings {
            let address = EqualizerKernel.address(parameter, band: band)
            run.parameters.store(value, at: try #require(entry.descriptor.index(ofAddress: address)))
        }
        return run
    }

    /// Gain of a settled sine in decibels, by projection on the sine and its quadrature.
    private func gainDecibels(_ run: UnitRun, atHz frequency: Double) -> Double {
        let omega = 2 * Double.pi * frequency / 48_000
        let output = run.process([(0..<96_000).map { Float(sin(omega * Double($0))) }])[0]
        var (inPhase, quadrature) = (0.0, 0.0)
        for frame in 48_000..<96_000 {
            inPhase += Double(output[frame]) * sin(omega * Double(frame))
            quadrature += Double(output[frame]) * cos(omega * Double(frame))
        }
        return 20 * log10((inPhase * inPhase + quadrature * quadrature).squareRoot() / 24_000)
    }

    @Test func `with all bands bypassed it is transparent to the bit`() throws {
        let input = noise(5000, seed: 1)
        #expect(try equalizer([]).process([input])[0] == input)
    }

    @Test(arguments: [-12.0, -3, 6, 24])
    func `a bell has its gain at its centre and none far away`(gain: Double) throws {
        let settings: [(Int, EqualizerKernel.Parameter, Float)] = [
            (3, .bypass, 0), (3, .frequency, 1000), (3, .gain, Float(gain)), (3, .bandwidth, 1),
        ]
        let atCentre = gainDecibels(try equalizer(settings), atHz: 1000)
        let farAway = gainDecibels(try equalizer(settings), atHz: 20)
        #expect(abs(atCentre - gain) < 0.01)
        #expect(abs(farAway) < 0.05)
    }

    @Test(arguments: [FilterShape.lowPass, .highPass])
    func `a pass filter is 3 dB down at its frequency`(shape: FilterShape) throws {
        let run = try equalizer([
            (0, .bypass, 0), (0, .filterType, Float(shape.rawValue)), (0, .frequency, 2000),
        ])
        #expect(abs(gainDecibels(run, atHz: 2000) + 3.0103) < 0.01)
    }

    @Test func `bands in series add their decibels, and the global gain adds its own`() throws {
        let run = try equalizer([
            (0, .globalGain, -6),
            (0, .bypass, 0), (0, .frequency, 1000), (0, .gain, 4), (9, .bypass, 0), (9, .frequency, 1000),
            (9, .gain, 5),
        ])
        #expect(abs(gainDecibels(run, atHz: 1000) - 3) < 0.01)
    }

    @Test func `a gain that jumps while a tone plays makes no step`() throws {
        let run = try equalizer([(0, .bypass, 0), (0, .frequency, 1000), (0, .gain, 0)])
        let tone = (0..<4800).map { Float(sin(2 * Double.pi * 100 * Double($0) / 48_000)) }
        let before = run.process([tone])[0]
        run.parameters.store(24, at: 4)
        let after = run.process([tone])[0]
        let steps = zip(before.suffix(1) + after, after).map { abs($0 - $1) }
        #expect(steps.max() ?? 1 < 0.05)
    }
}
