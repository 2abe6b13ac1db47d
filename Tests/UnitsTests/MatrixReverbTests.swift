import AVFRender
import AVFUnits
import Glibc
import TestSupport
import Testing

/// The two rooms of the matrix reverb.
@Suite struct MatrixReverbTests {
    private func response(_ settings: [String: Float], seconds: Double) throws -> [Float] {
        let run = try UnitRun.of("matrixReverb", settings)
        return run.processMono(Measure.impulse(Int(48_000 * seconds)), blocks: [4096])
    }

    /// Seconds for 60 dB, from −5 to −35 dB of Schroeder's backward integral.
    private func decaySeconds(_ response: [Float]) throws -> Double {
        var left = response.reduce(0) { $0 + Double($1) * Double($1) }
        let all = left
        var (first, last): (Int?, Int?)
        for (frame, sample) in response.enumerated() {
            left -= Double(sample) * Double(sample)
            if first == nil, left < all * pow(10, -0.5) { first = frame }
            if last == nil, left < all * pow(10, -3.5) { last = frame }
        }
        return 2 * Double(try #require(last) - (try #require(first))) / 48_000
    }

    @Test(arguments: [(0, 0.4), (100, 1.5)])
    func `each room decays in the time that its size says`(mix: Int, seconds: Double) throws {
        let settings: [String: Float] = [
            "smallLargeMix": Float(mix), "smallSize": 0.02, "largeSize": 1.5, "smallBrightness": 1,
            "largeBrightness": 1, "modulationDepth": 0,
        ]
        let measured = try decaySeconds(response(settings, seconds: 0.2 + 1.1 * seconds))
        Figure.note("matrix reverb, decay off its time, %", 100 * abs(measured / seconds - 1), limit: "5")
        #expect(abs(measured / seconds - 1) < 0.05, "\(measured) s")
    }

    @Test func `nothing is heard before the pre-delay`() throws {
        let heard = try response(["preDelay": 0.02, "modulationDepth": 0], seconds: 0.1)
        #expect(heard.prefix(950).allSatisfy { $0 == 0 })
        #expect(heard[960..<4800].contains { abs($0) > 0.001 })
    }

    @Test func `at 0 percent the sound is untouched to the bit`() throws {
        let input = noise(3000, seed: 1)
        #expect(try UnitRun.of("matrixReverb", ["dryWetMix": 0]).processMono(input) == input)
    }

    @Test func `the filter filters the rooms and not the sound itself`() throws {
        let settings: [String: Float] = ["filterType": 1, "filterFrequency": 500, "dryWetMix": 50]
        let open = try response(settings.merging(["filterEnable": 0]) { $1 }, seconds: 0.4)
        let filtered = try response(settings, seconds: 0.4)
        #expect(filtered[0] == open[0])
        let power = { (samples: [Float]) in samples.dropFirst(100).reduce(0) { $0 + Double($1 * $1) } }
        #expect(power(filtered) < 0.2 * power(open))
    }
}
