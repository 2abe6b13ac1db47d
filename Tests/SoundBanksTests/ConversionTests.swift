import Foundation
import TestBanks
import Testing

@testable import AVFSoundBanks

/// SoundFont's units, and what follows from a zone's numbers.
@Suite struct ConversionTests {
    /// SoundFont 2.04, section 8.1.3: seconds are 2^(timecents/1,200).
    @Test(arguments: [-12_000, -7_973, -1_200, 0, 1_200, 8_000])
    func `seconds become the timecents that they are of`(timecents: Int) {
        #expect(Convert.timecents(seconds: pow(2, Double(timecents) / 1_200)) == Int32(timecents))
    }

    @Test(arguments: [0, 1_500, 6_900, 8_400, 13_500])
    func `Hz become the cents above 8.1758 Hz that they are of`(cents: Int) {
        #expect(Convert.absoluteCents(hertz: 440 * pow(2, Double(cents - 6_900) / 1_200)) == Int32(cents))
    }

    @Test(arguments: [10, 60, 100, 960, 1_000, 1_440])
    func `shares become the centibels below that they are of`(centibels: Int) {
        #expect(Convert.centibels(share: pow(10, -Double(centibels) / 200)) == Int32(centibels))
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 0, -1, 1e300, -1e300])
    func `numbers that are none of a unit's are cut to its range`(value: Double) {
        #expect((-12_000...8_000).contains(Convert.timecents(seconds: value)))
        #expect((-16_000...20_000).contains(Convert.absoluteCents(hertz: value)))
        #expect((0...1_440).contains(Convert.centibels(share: value)))
        #expect((-32_768...32_767).contains(Convert.amount(value)))
        #expect(abs(Convert.integer(value)) <= 1 << 53)
    }

    /// Generators, sample's rate and correction, key, output rate, and the increment in 2^−32 of a frame.
    @Test(
        arguments: [
            ([], 44_100, 0, 60, 60, 3_946_001_203.0), ([], 44_100, 0, 60, 69, 6_636_356_533),
            ([], 22_050, 0, 69, 72, 2_346_306_353), ([(56, 50)], 48_000, 0, 60, 61, 4_420_819_444),
            ([(51, 2), (52, -17)], 48_000, 30, 60, 60, 4_857_274_924),
        ] as [([(Int, Int)], Int, Int, Int, Int, Double)])
    func `the pitch of a note follows from its zone`(
        generators: [(Int, Int)], rateHz: Int, correction: Int, root: Int, key: Int, expected: Double
    ) throws {
        var sample = SoundFontBuilder.Sample(rateHz: rateHz)
        (sample.rootKey, sample.correctionCents) = (root, correction)
        let zone = try SoundFontBuilder.simple(generators, sample: sample).zone()
        let values = zone.generators
        let scaled = Double(key - Int(zone.rootKey)) * Double(values[.scaleTuning])
        let tuning = 100 * Double(values[.coarseTune]) + Double(values[.fineTune]) + zone.tuningCents
        let ratio: Double = zone.frames.rateHz / 48_000 * exp2((scaled + tuning) / 1_200)
        let increment = ratio * 4_294_967_296
        #expect(abs(increment - expected) <= 1)
    }

    @Test func `a list of notes is bounded, and says how many are not in it`() {
        var list = NoteList()
        for index in 0..<1_000 { list.add("place \(index)", "text") }
        #expect(list.notes.count == NoteList.limit + 1)
        #expect(list.notes.last?.text.hasPrefix("\(1_000 - NoteList.limit) ") == true)
    }
}
