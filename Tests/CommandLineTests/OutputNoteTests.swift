import AVFMedia
import Foundation
import Testing

/// What an output does not hold of its input is kept, or said.
@Suite struct OutputNoteTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private static let tags: [AudioTag: String] = [
        .title: "A Title", .artist: "An Ärtist", .album: "Ålbum", .date: "1999", .comment: "words",
        .genre: "Noise", .copyright: "nobody",
    ]

    /// Integers of 16 bits in a file, with words about them.
    private func writeTagged(_ name: String, channels: Int = 2, tags: [AudioTag: String] = Self.tags) throws {
        let path = folder.file(name)
        let format = try AudioFileFormat(
            path: path, encoding: .int16, sampleRateHz: 48_000, channelCount: channels)
        let writer = try AudioFileWriter(path: path, format: format, tags: tags, frameCount: 4_800)
        let samples = (0..<4_800 * channels).map { Int16(truncatingIfNeeded: $0 &* 7_919) }
        try writer.writeInterleaved(samples, frameCount: 4_800)
        try writer.close()
    }

    @Test(
        arguments: ["wav", "aiff", "flac", "ogg", "mp3", "caf", "rf64", "w64", "au"], ["convert", "render"])
    func `each word about the sound is in the output, or said not to be`(kind: String, command: String) throws
    {
        try writeTagged("in.flac")
        #expect(try AudioFileReader(path: folder.file("in.flac")).tags == Self.tags)
        let run = try CommandRun([command, folder.file("in.flac"), folder.file("out." + kind)])
        #expect(run.status == 0, "\(run.errors)")
        let found = try AudioFileReader(path: folder.file("out." + kind)).tags
        for (tag, text) in Self.tags {
            let isTold = run.errors.contains("cannot hold") && run.errors.contains(tag.rawValue)
            #expect((found[tag] == text) != isTold, "\(tag) \(found) \(run.errors)")
        }
        if ["wav", "flac", "ogg"].contains(kind) { #expect(found[.title] == "A Title") }
    }

    @Test(arguments: ["int16", "int24"])
    func `samples that integers cannot hold are counted`(format: String) throws {
        let signal = TestSignal.noise(20_000)
        try TestSignal.write(signal, to: folder.file("in.wav"))
        let louder = ["--unit", "gain:gain=12", "--format", format]
        let run = try CommandRun(["render", folder.file("in.wav"), folder.file("out.wav")] + louder)
        let gain = Float(pow(10, 12.0 / 20))
        let count = signal.joined().count { abs($0 * gain) > 1 }
        #expect(run.status == 0)
        let told = run.errors.replacing(",", with: "").split(separator: " ").compactMap { Int($0) }.first
        #expect(abs((told ?? 0) - count) <= 2, "\(run.errors) \(count)")
        let float = try CommandRun([
            "render", folder.file("in.wav"), folder.file("out.wav"), "--unit", "gain:gain=12",
        ])
        #expect(float.errors == "")
        // Dithered, the input's own samples are what can be counted.
        try TestSignal.write(signal.map { $0.map { $0 * 4 } }, to: folder.file("loud.wav"))
        let dithered = try CommandRun([
            "convert", folder.file("loud.wav"), folder.file("out.wav"), "--format", format, "--dither",
        ])
        #expect(dithered.errors.contains("louder than full scale"), "\(dithered.errors)")
    }

    @Test func `integers stay integers where nothing is done to them, and else it is said`() throws {
        try writeTagged("in.wav", tags: [:])
        for name in ["a.aiff", "a.wav", "a.flac", "a.caf"] {
            let run = try CommandRun(["convert", folder.file("in.wav"), folder.file(name)])
            #expect(run.status == 0 && run.errors == "", "\(run.errors)")
            #expect(try AudioFileReader(path: folder.file(name)).format.encoding == .int16)
            #expect(try TestSignal.read(folder.file(name)) == TestSignal.read(folder.file("in.wav")))
        }
        let resampled = ["convert", folder.file("in.wav"), folder.file("b.wav"), "--rate", "44100"]
        let rendered = ["render", folder.file("in.wav"), folder.file("b.wav")]
        for arguments in [resampled, rendered] {
            let run = try CommandRun(arguments)
            #expect(run.status == 0 && run.errors.contains("float32"), "\(run.errors)")
            #expect(try CommandRun(arguments + ["--format", "int16"]).errors == "")
        }
    }

    @Test func `channels that are mixed to fewer are said`() throws {
        try TestSignal.write(TestSignal.noise(1_000, channels: 6), to: folder.file("in.wav"))
        let run = try CommandRun([
            "render", folder.file("in.wav"), folder.file("out.wav"), "--unit",
            "http://drobilla.net/plugins/mda/Ambience",
        ])
        guard run.status == 0 else { return }  // Only where the plugin is installed.
        #expect(run.errors.contains("the 6 that reach it are mixed"), "\(run.errors)")
    }

    @Test func `a value for a band of an equaliser switches the band on`() throws {
        let signal = TestSignal.noise(5_000)
        try TestSignal.write(signal, to: folder.file("in.wav"))
        func render(_ unit: String) throws -> [[Float]] {
            let run = try CommandRun([
                "render", folder.file("in.wav"), folder.file("out.wav"), "--unit", unit,
            ])
            #expect(run.status == 0 && run.errors == "", "\(run.errors)")
            return try TestSignal.read(folder.file("out.wav"))
        }
        let plain = try render("equalizer")
        let wanted = try render("equalizer:band1Bypass=0,band1Gain=9")
        #expect(plain != wanted)
        #expect(try render("equalizer:band1Gain=9") == wanted)
        #expect(try render("equalizer:band1Gain=9,band1Bypass=1") == plain)
        #expect(try render("equalizer:globalGain=-3") != wanted)
        // Band 10 is not band 1.
        let tenth = try render("equalizer:band10Gain=9,band10Frequency=3000")
        #expect(tenth == (try render("equalizer:band10Bypass=0,band10Gain=9,band10Frequency=3000")))
    }

    @Test func `any number of channels has levels`() throws {
        try TestSignal.write(TestSignal.noise(500, channels: 256), to: folder.file("in.wav"))
        let run = try CommandRun(["info", folder.file("in.wav"), "--levels"])
        #expect(run.status == 0 && run.output.contains("not defined for 256 channels"), "\(run.errors)")
        #expect(run.output.contains("peak       -6.0"))
        let json = try CommandRun(["info", folder.file("in.wav"), "--levels", "--json"])
        #expect(json.output.contains(#""integratedLUFS": null"#))
    }

    @Test func `a long file takes no more memory than a short one`() throws {
        // Eight minutes of silence, which take no room on the disk.
        let path = folder.file("in.wav")
        try TestSignal.write(TestSignal.noise(1), to: path)
        let frameCount = 8 * 60 * 48_000
        var header = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let place = try #require((12..<200).first { header[$0..<$0 + 4].elementsEqual("data".utf8) })
        withUnsafeBytes(of: UInt32(frameCount * 8).littleEndian) {
            header.replaceSubrange(place + 4..<place + 8, with: $0)
        }
        try Data(header).write(to: URL(fileURLWithPath: path))
        truncate(path, off_t(place + 8 + frameCount * 8))
        let line =
            "ulimit -d 65536; exec \"$0\" render \"$1\" /dev/null --container wav --unit equalizer --stats"
        let run = try CommandRun.shell(line, [path])
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("\(frameCount) frames"))
    }
}
