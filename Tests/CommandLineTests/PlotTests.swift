import Foundation
import Testing

/// What `avf units --plot` draws of each kind of unit.
@Suite struct PlotTests {
    private func picture(_ unit: String) throws -> String {
        let folder = try ScratchFolder()
        let run = try CommandRun(["units", unit, "--plot", folder.file("unit.svg")])
        #expect(run.status == 0, "\(run.errors)")
        return try String(contentsOfFile: folder.file("unit.svg"), encoding: .utf8)
    }

    /// Where the last point of each line of a style lies.
    private func ends(_ picture: String, _ style: String) -> [(x: Double, y: Double)] {
        picture.components(separatedBy: "class=\"\(style)\" d=\"").dropFirst().compactMap { rest in
            let path = rest.prefix { $0 != "\"" }
            let numbers = path.split { "MLVH ".contains($0) }.compactMap { Double($0) }
            return numbers.count < 2 ? nil : (numbers[numbers.count - 2], numbers[numbers.count - 1])
        }
    }

    static let linear = ["impulse response", "Energy that is left", "Gain"]
    static let bending = ["level out for the level in", "out over in", "1 kHz of full scale: spectrum"]
    static let generator = ["the first 20 ms", "The first 10 s", "Mean spectrum"]

    @Test(
        arguments: [
            ("reverb:preset=small room", linear), ("lowPass", linear), ("chorus", linear),
            ("dynamics", bending), ("distortion:preset=4", bending), ("gate", bending), ("tone", generator),
        ])
    func `a unit's kind decides what is drawn`(unit: String, titles: [String]) throws {
        let picture = try picture(unit)
        #expect(picture.hasSuffix("</svg>\n"))
        for title in Self.linear + Self.bending + Self.generator {
            #expect(picture.contains(title) == titles.contains(title), "\(title)")
        }
    }

    @Test func `a preset's decay is written in its picture`() throws {
        // The small room's lows take 0.45 s, its highs 0.2 s.
        let words = try picture("reverb:preset=small room").components(separatedBy: "60 dB in ")
        let seconds = Double(try #require(words.dropFirst().first).prefix(4))
        #expect(0.2...0.45 ~= (try #require(seconds)))
    }

    @Test func `echoes that are far apart are all drawn`() throws {
        // Each is 6 dB below the one before: 80 dB are more than thirteen of them.
        let picture = try picture("delay:delayTime=1.2,wetDryMix=50,feedback=50,lowPassCutoff=96000")
        #expect(picture.contains(">14</text>"))
    }

    @Test func `a limiter's level ends at 0 dB, and a compressor's where its curve says`() throws {
        // 20 dB in is the right end; 310 points are the 120 dB from −100 to 20.
        let height = { (decibels: Double) in 40 + 310 * (20 - decibels) / 120 }
        for style in ["low", "after", "high"] {
            let limited = try #require(ends(picture("limiter"), style).first)
            #expect(abs(limited.x - 930) < 0.5 && abs(limited.y - height(0)) < 0.6, "\(limited)")
        }
        // By the threshold of −20 dB and the headroom of 5 dB it stays below −15 dB.
        let compressed = try #require(ends(picture("dynamics"), "after").first)
        #expect(compressed.y > height(-14) && compressed.y < height(-20), "\(compressed)")
    }

    @Test func `a sine's spectrum has nothing but the sine`() throws {
        // The picture ends at −140 dB; without a window −40 dB of the sine would be everywhere.
        let end = try #require(ends(picture("tone"), "after").last)
        #expect(end.y > 600)
    }

    @Test func `presets are known by name and number, and others are named`() throws {
        let folder = try ScratchFolder()
        let unknown = try CommandRun(["units", "reverb:preset=bath", "--plot", folder.file("unit.svg")])
        #expect(unknown.status == 64)
        #expect(unknown.errors.contains("no preset “bath”") && unknown.errors.contains("Cathedral"))
        let none = try CommandRun(["units", "gain:preset=1", "--plot", folder.file("unit.svg")])
        #expect(none.status == 64)
        #expect(none.errors.contains("It has none at all"))
        #expect(try picture("reverb:preset=0") == picture("reverb:preset=Small Room"))
    }
}
