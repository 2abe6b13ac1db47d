import AVFMedia
import AVFSequencing
import Foundation
import TestBanks
import Testing

/// MIDI files and sound banks on the command line.
@Suite struct SongCommandTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// A bank with a sine of 1000 Hz as its only program.
    private func bank() throws -> String {
        var builder = SoundFontBuilder()
        let frames = (0..<480).map { frame in
            Int16((16_384 * sin(2 * Double.pi * Double(10 * frame) / 480)).rounded())
        }
        var sample = SoundFontBuilder.Sample(name: "Sine", frames: frames, loop: 48..<432)
        sample.rateHz = 48_000
        var instrument = SoundFontBuilder.Instrument()
        instrument.zones = [SoundFontBuilder.Zone(generators: [(54, 1), (53, 0)])]
        (builder.samples, builder.instruments) = ([sample], [instrument])
        builder.presets = [SoundFontBuilder.Preset(name: "Sine", program: 0)]
        let path = folder.file("sine.sf2")
        try Data(builder.bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    /// Two tracks of one note each: at beat 0 and, an octave higher, at beat 1.
    private func song() throws -> String {
        var song = Song()
        for (place, name) in ["Low", "High/Higher"].enumerated() {
            let track = song.appendTrack()
            try song.edit(track) { (track) throws(SongError) in
                try track.add(.meta(type: 3, data: Array(name.utf8)), at: 0)
                let note = MusicEvent.Note(
                    channel: UInt8(place), key: UInt8(60 + 12 * place), velocity: 127, duration: 1)
                try track.add(.note(note), at: Double(place))
            }
        }
        let path = folder.file("two.mid")
        try Data(try song.file().bytes()).write(to: URL(fileURLWithPath: path))
        return path
    }

    /// How often a signal goes up through 0 in a second.
    private func frequencyHz(_ samples: ArraySlice<Float>) -> Double {
        let crossings = zip(samples, samples.dropFirst()).count { $0 < 0 && $1 >= 0 }
        return Double(crossings) / Double(samples.count) * 48_000
    }

    @Test func `a sampler gets its bank by name, or one program of it for all channels`() throws {
        let (song, bank) = (try song(), try bank())
        var sounds: [[Float]] = []
        for settings in ["", ",program=0"] {
            let output = folder.file("out\(sounds.count).wav")
            let run = try CommandRun(["render", song, output, "--unit", "sampler:bank=\(bank)\(settings)"])
            #expect(run.status == 0, "\(run.errors)")
            sounds.append(try TestSignal.read(output)[0])
        }
        #expect(sounds[0] == sounds[1] && abs(frequencyHz(sounds[0][4800..<19_200]) - 1000) < 5)
        for (settings, status) in [("bank=/none.sf2", 66), ("bank=\(bank),program=128", 64)] {
            let run = try CommandRun(["render", song, folder.file("no.wav"), "--unit", "sampler:\(settings)"])
            #expect(run.status == Int32(status), "\(run.errors)")
        }
    }

    @Test func `a MIDI file becomes sound, with a tail of three seconds`() throws {
        let output = folder.file("out.wav")
        let run = try CommandRun(["render", try song(), output, "--bank", try bank()])
        #expect(run.status == 0 && run.errors == "" && run.output == "", "\(run.errors)")
        let left = try TestSignal.read(output)[0]
        #expect(left.count == 48_000 + 3 * 48_000)
        #expect(left[0..<10].contains { $0 != 0 })
        #expect(abs(frequencyHz(left[4800..<19_200]) - 1000) < 5)
        #expect(abs(frequencyHz(left[28_800..<43_200]) - 2000) < 5)
        #expect(left.suffix(4800).allSatisfy { abs($0) < 1e-3 })
    }

    @Test func `with --stems each track has a file, and together they are the song`() throws {
        let bank = try bank()
        let song = try song()
        let options = ["--bank", bank, "--tail", "0.5"]
        let picture = folder.file("all.svg")
        let whole = try CommandRun(
            ["render", song, folder.file("all.wav"), "--plot", picture] + options)
        #expect(whole.status == 0)
        let drawn = try String(contentsOfFile: picture, encoding: .utf8)
        #expect(drawn.contains(">Sound<") && !drawn.contains(">Before<"))
        let run = try CommandRun(["render", song, folder.file("stem.wav"), "--stems"] + options)
        #expect(run.status == 0, "\(run.errors)")
        let all = try TestSignal.read(folder.file("all.wav"))[0]
        let low = try TestSignal.read(folder.file("stem 1 Low.wav"))[0]
        let high = try TestSignal.read(folder.file("stem 2 HighHigher.wav"))[0]
        #expect(low.count == all.count && high.count == all.count)
        for frame in stride(from: 0, to: all.count, by: 97) {
            #expect(abs(low[frame] + high[frame] - all[frame]) < 2e-4)
        }
        #expect(high[0..<23_000].allSatisfy { $0 == 0 })
    }

    @Test func `an instrument plays a song in place of a bank`() throws {
        let output = folder.file("sampler.wav")
        let run = try CommandRun([
            "render", try song(), output, "--unit", "sampler", "--unit", "gain:gain=-6",
        ])
        #expect(run.status == 0, "\(run.errors)")
        // The sampler's own sine, at the keys' pitches.
        let left = try TestSignal.read(output)[0]
        #expect(abs(frequencyHz(left[4800..<19_200]) - 261.63) < 5)
        #expect(abs(frequencyHz(left[28_800..<43_200]) - 523.25) < 5)
    }

    @Test func `info tells tracks, tempo and length of a song, and the programs of a bank`() throws {
        let told = try CommandRun(["info", try song()])
        #expect(told.status == 0)
        #expect(told.output.contains("duration   1.000 s (2.00 beats)"))
        #expect(told.output.contains("track 2    “High/Higher”, 1 notes, 2 events, channel 2, 2.00 beats"))
        let json = try CommandRun(["info", try song(), "--json"])
        let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
        #expect(object?["durationSeconds"] as? Double == 1)
        #expect((object?["tracks"] as? [Any])?.count == 2)
        let programs = try CommandRun(["info", try bank()])
        #expect(programs.output.contains("       0        0  Sine\n"))
    }

    @Test func `a song plays on the silent device, and ends`() throws {
        let run = try CommandRun(["play", try song(), "--bank", try bank(), "--device", "null"])
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.contains("Playing"))
    }

    @Test func `what cannot be done is said, and leaves no file`() throws {
        let (song, bank, output) = (try song(), try bank(), folder.file("none.wav"))
        let cases: [(arguments: [String], status: Int32, words: String)] = [
            (["--bank", folder.file("missing.sf2")], 66, "There is no file"),
            (["--bank", song], 65, "two.mid"),
            (["--bank", bank, "--track", "3"], 64, "The song has no track 3: it has 2."),
            (["--bank", bank, "--track", "1", "--stems"], 64, "--stems writes all tracks"),
            (["--bank", bank, "--unit", "sampler"], 64, "--bank has no use then"),
        ]
        for (arguments, status, words) in cases {
            let run = try CommandRun(["render", song, output] + arguments)
            #expect(run.status == status && run.errors.contains(words), "\(arguments): \(run.errors)")
        }
        for arguments in [[song, "--levels"], [bank, "--levels"], [bank, "--plot", folder.file("no.svg")]] {
            #expect(try CommandRun(["info"] + arguments).status == 64)
        }
        let stems = ["render", song, output, "--bank", bank, "--stems", "--plot", folder.file("no.svg")]
        #expect(try CommandRun(stems).status == 64)
        try TestSignal.write(TestSignal.noise(100), to: folder.file("in.wav"))
        let noSong = try CommandRun(["render", folder.file("in.wav"), output, "--bank", bank])
        #expect(noSong.status == 64 && noSong.errors.contains("--bank is for MIDI files."))
        try Data("MThd and nothing".utf8).write(to: URL(fileURLWithPath: folder.file("bad.mid")))
        let bad = try CommandRun(["render", folder.file("bad.mid"), output, "--bank", bank])
        #expect(bad.status == 65 && bad.errors.contains("bad.mid"))
        #expect(!FileManager.default.fileExists(atPath: output))
    }
}
