import AVFRender
import AVFUnits
import Testing

/// The matrix mixer against the product of its matrix.
@Suite struct MatrixMixerTests {
    @Test func `without settings each channel goes to itself, to the bit`() throws {
        let input = (0..<4).map { noise(600, seed: UInt64($0) + 1) }
        #expect(try UnitRun.of("matrixMixer", channelCount: 4).process(input) == input)
    }

    @Test(arguments: [1, 2, 3, 8])
    func `each output is the sum of the inputs by their volumes`(channels: Int) throws {
        let input = (0..<channels).map { noise(500, seed: UInt64($0) + 1) }
        var settings: [String: Float] = ["master": 0.5]
        let volume = { (a: Int, b: Int) in Float((7 * a + 3 * b) % 10) / 10 }
        for channel in 0..<channels {
            settings["input\(channel + 1)"] = volume(channel, 1)
            settings["output\(channel + 1)"] = volume(channel, 2)
            for output in 0..<channels {
                settings["in\(channel + 1)out\(output + 1)"] = volume(channel, output + 4)
            }
        }
        let mixed = try UnitRun.of("matrixMixer", settings, channelCount: channels).process(input)
        for output in 0..<channels {
            for frame in stride(from: 0, to: 500, by: 11) {
                let sum = (0..<channels).reduce(Float(0)) {
                    $0 + volume($1, 1) * volume($1, output + 4) * input[$1][frame]
                }
                #expect(abs(mixed[output][frame] - 0.5 * volume(output, 2) * sum) < 1e-5)
            }
        }
    }

    @Test func `a channel that is switched off is silent, and the others are as without it`() throws {
        let input = (0..<3).map { noise(500, seed: UInt64($0) + 1) }
        var settings: [String: Float] = [:]
        for source in 1...3 { for target in 1...3 { settings["in\(source)out\(target)"] = 0.3 } }
        let all = { (switches: [String: Float]) in
            try UnitRun.of("matrixMixer", settings.merging(switches) { $1 }, channelCount: 3).process(input)
        }
        let without = try all(["input2": 0])
        let off = try all(["enableInput2": 0, "enableOutput3": 0])
        #expect(off[0] == without[0] && off[1] == without[1])
        #expect(off[2].allSatisfy { $0 == 0 } && without[2].contains { $0 != 0 })
    }

    @Test func `volumes are addressed by scope and element, as Apple's are`() throws {
        let facts = try #require(UnitCatalog["matrixMixer"]).descriptor
        for (address, symbol) in [
            (0xffff_ffff, "master"), (1 << 32 | 2, "input3"), (2 << 32 | 7, "output8"),
            (1 << 16 | 4, "in2out5"), (1 << 40 | 1 << 32 | 3, "enableInput4"),
            (1 << 40 | 2 << 32, "enableOutput1"),
        ] as [(UInt64, String)] {
            #expect(facts.index(ofAddress: address).map { facts.parameters[$0].symbol } == symbol)
        }
        #expect(facts.component.type == fourCharacterCode("aumx"))
        #expect(facts.component.subtype == fourCharacterCode("mxmx"))
    }
}
