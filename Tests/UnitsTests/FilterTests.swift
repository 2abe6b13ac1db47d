import AVFRender
import AVFUnits
import Glibc
import Testing

/// The filters that are found by component subtype, against the analogue of each textbook response.
@Suite struct FilterTests {
    private func response(_ symbol: String, _ settings: [String: Float]) throws -> [Float] {
        try UnitRun.of(symbol, settings).processMono(Measure.impulse(32_768))
    }

    private func gain(_ symbol: String, _ settings: [String: Float], atHz frequency: Double) throws -> Double
    {
        Measure.gainDecibels(ofResponse: try response(symbol, settings), atHz: frequency)
    }

    @Test(arguments: ["lowPass", "highPass"], [-12.0, -3.0103, 0, 20])
    func `a pass filter's gain at its corner is its resonance`(symbol: String, decibels: Double) throws {
        let settings: [String: Float] = ["cutoffFrequency": 1500, "resonance": Float(decibels)]
        #expect(abs(try gain(symbol, settings, atHz: 1500) - decibels) < 0.01)
        let passed = symbol == "lowPass" ? 15.0 : 20_000
        #expect(abs(try gain(symbol, settings, atHz: passed)) < 0.05)
        let stopped = symbol == "lowPass" ? 15_000.0 : 150
        #expect(try gain(symbol, settings, atHz: stopped) < -38)
    }

    @Test func `a low-pass at half of the sample rate is open to the bit`() throws {
        let input = noise(3000, seed: 1)
        #expect(try UnitRun.of("lowPass", ["cutoffFrequency": 24_000]).processMono(input) == input)
    }

    @Test(arguments: [300.0, 1200, 2400])
    func `a band-pass has unity at its centre and 3 dB less at its edges`(cents: Double) throws {
        let settings: [String: Float] = ["centerFrequency": 1000, "bandwidth": Float(cents)]
        #expect(abs(try gain("bandPass", settings, atHz: 1000)) < 0.01)
        // Where the bilinear transform puts the upper edge differs by little at 1 kHz.
        let edge = 1000 * pow(2, cents / 2400)
        #expect(abs(try gain("bandPass", settings, atHz: edge) + 3.01) < 0.1)
    }

    @Test(arguments: [-40.0, -6, 12, 40])
    func `a shelf has its gain on its side, half of it at its corner and none beyond`(gain: Double) throws {
        let low: [String: Float] = ["cutoffFrequency": 200, "gain": Float(gain)]
        #expect(abs(try self.gain("lowShelf", low, atHz: 2) - gain) < 0.05)
        #expect(abs(try self.gain("lowShelf", low, atHz: 200) - gain / 2) < 0.05)
        #expect(abs(try self.gain("lowShelf", low, atHz: 20_000)) < 0.05)
        let high: [String: Float] = ["cutoffFrequency": 10_000, "gain": Float(gain)]
        #expect(abs(try self.gain("highShelf", high, atHz: 23_990) - gain) < 0.05)
        #expect(abs(try self.gain("highShelf", high, atHz: 10_000) - gain / 2) < 0.05)
        #expect(abs(try self.gain("highShelf", high, atHz: 20)) < 0.05)
    }

    @Test(arguments: [-20.0, 6, 20])
    func `a bell has its gain at its centre, and half of it a bandwidth of f by Q apart`(gain: Double) throws
    {
        let settings: [String: Float] = ["centerFrequency": 1000, "quality": 2, "gain": Float(gain)]
        #expect(abs(try self.gain("parametricEqualizer", settings, atHz: 1000) - gain) < 0.01)
        let edges = [1.0, -1].map { 1000 * (sqrt(1 + 1.0 / 16) + $0 / 4) }
        for edge in edges {
            #expect(abs(try self.gain("parametricEqualizer", settings, atHz: edge) - gain / 2) < 0.05)
        }
    }

    /// Sliders of a graphic equaliser in a smile, a hill and steps.
    static let sliders: [[Float]] = [
        (0..<31).map { 12 * Float(cos(2 * .pi * Double($0) / 31)) },
        (0..<31).map { abs(Float($0) - 15) < 5 ? -10 : 0 },
        [Float](repeating: 20, count: 31),
    ]

    @Test(arguments: sliders, [0, 1])
    func `a graphic equaliser's response goes through its sliders`(sliders: [Float], layout: Int) throws {
        var settings = Dictionary(uniqueKeysWithValues: sliders.enumerated().map { ("band\($0 + 1)", $1) })
        settings["bandLayout"] = Float(layout)
        let response = try response("graphicEqualizer", settings)
        let frequencies = (0..<(layout == 0 ? 10 : 31)).map {
            1000 * pow(2, layout == 0 ? Double($0 - 5) : Double($0 - 17) / 3)
        }
        for (frequency, slider) in zip(frequencies, sliders) where frequency > 60 {
            let gain = Measure.gainDecibels(ofResponse: response, atHz: frequency)
            #expect(abs(gain - Double(slider)) < 0.1, "at \(frequency) Hz")
        }
    }

    @Test func `a graphic equaliser with all sliders at 0 is transparent to the bit`() throws {
        let input = noise(3000, seed: 1)
        #expect(try UnitRun.of("graphicEqualizer").processMono(input) == input)
    }
}
