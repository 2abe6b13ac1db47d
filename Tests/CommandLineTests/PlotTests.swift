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

    /// The points of each line of a style.
    private func lines(_ picture: String, _ style: String) -> [[(x: Double, y: Double)]] {
        picture.components(separatedBy: "class=\"\(style)\" d=\"").dropFirst().map { rest in
            rest.prefix { $0 != "\"" }.split { "ML".contains($0) }.compactMap { pair in
                let numbers = pair.split(separator: " ").compactMap { Double($0) }
                return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
            }
        }
    }

    @Test(arguments: [
        "reverb:preset=cathedral,dryWetMix=20", "reverb:preset=small room",
        "delay:delayTime=0.1,wetDryMix=20",
    ])
    func `the time that is written is where the curve passes 60 dB`(unit: String) throws {
        let picture = try picture(unit)
        let words = picture.components(separatedBy: "60 dB in ")
        let written = try #require(words.dropFirst().first)
        let seconds = try #require(Double(written.prefix { $0 != " " }))
        // Ticks of the time below the curve: their label and their place.
        let ticks = picture.components(separatedBy: "<text x=\"").dropFirst().compactMap {
            (text) -> (x: Double, label: Double)? in
            let label = text.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" }
            guard text.contains("y=\"366.0\""), let label = Double(label),
                let x = Double(text.prefix { $0 != "\"" })
            else { return nil }
            return (x, label)
        }
        let last = try #require(ticks.last)
        let secondsPerPoint = last.label / (last.x - 70)
        // From 0 at 230 to −80 dB at 350.
        let curve = try #require(
            lines(picture, "after").first { ($0.last?.y ?? 0) > 320 && ($0.first?.y ?? 999) < 300 })
        let passed = try #require(curve.first { $0.y > 320 })
        #expect(abs((passed.x - 70) * secondsPerPoint - seconds) < 0.02 + 3 * secondsPerPoint)
    }

    @Test func `silence behind the sound does not lower its spectrum`() throws {
        let folder = try ScratchFolder()
        try TestSignal.write(TestSignal.noise(100_000), to: folder.file("in.wav"))
        let run = try CommandRun([
            "render", folder.file("in.wav"), folder.file("out.wav"), "--unit", "gain:gain=0", "--tail", "10",
            "--plot", folder.file("plot.svg"),
        ])
        #expect(run.status == 0, "\(run.errors)")
        let picture = try String(contentsOfFile: folder.file("plot.svg"), encoding: .utf8)
        let (before, after) = (lines(picture, "before"), lines(picture, "after"))
        let (one, two) = (
            try #require(before.last { $0.count > 50 }), try #require(after.last { $0.count > 50 })
        )
        #expect(one.count == two.count)
        // 220 points are 120 dB.
        let distance = zip(one, two).reduce(0) { $0 + $1.0.y - $1.1.y } / Double(one.count) * 120 / 220
        #expect(abs(distance) < 0.3, "\(distance) dB")
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
