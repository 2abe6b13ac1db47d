import AVFMedia
import Foundation
import Testing

/// Inputs of which the end is missing: what is there is delivered, the rest is said with numbers, the status is 3.
@Suite struct IncompleteInputTests {
    static let kinds = ["wav", "aiff", "caf", "au", "w64", "flac", "mp3", "ogg"]
    private let frameCount = 40_000

    /// Noise in a file of that kind, of which the last third is missing, and the whole.
    private func cut(_ kind: String, _ folder: ScratchFolder) throws -> (cut: String, whole: String) {
        let (whole, cut) = (folder.file("whole.\(kind)"), folder.file("cut.\(kind)"))
        try TestSignal.write(TestSignal.noise(frameCount), to: folder.file("in.wav"))
        let line = #""$0" convert "$1" "$2" && head -c $(($(stat -c %s "$2") * 2 / 3)) "$2" > "$3""#
        #expect(try CommandRun.shell(line, [folder.file("in.wav"), whole, cut]).status == 0)
        return (cut, whole)
    }

    private func expectTold(_ run: CommandRun, _ held: Int, _ kind: String) {
        #expect(run.status == 3, "\(run.errors)")
        let told =
            kind == "ogg"
            ? "breaks off after \(held.grouped) frames" : "holds \(held.grouped) of 40,000 frames"
        #expect(run.errors.contains(told), "\(run.errors)")
    }

    @Test(arguments: kinds)
    func `what an incomplete file holds is converted, rendered and measured, and the loss is told`(
        kind: String
    ) throws {
        let folder = try ScratchFolder()
        let (input, whole) = try cut(kind, folder)
        let all = try TestSignal.read(whole)
        let converted = try CommandRun(["convert", input, folder.file("c.wav")])
        let sound = try TestSignal.read(folder.file("c.wav"))
        let held = sound[0].count
        #expect(held > 10_000 && held < frameCount)
        if kind != "ogg", kind != "mp3" { #expect(sound == all.map { Array($0.prefix(held)) }) }
        expectTold(converted, held, kind)

        let rendered = try CommandRun(["render", input, folder.file("r.wav"), "--tail", "0.01", "--stats"])
        expectTold(rendered, held, kind)
        let silence = [Float](repeating: 0, count: 480)
        #expect(try TestSignal.read(folder.file("r.wav")) == sound.map { $0 + silence })
        #expect(rendered.output.contains("\(held + 480) frames"))

        let measured = try CommandRun(["info", input, "--levels", "--json"])
        expectTold(measured, held, kind)
        #expect(measured.output.contains(#""isIncomplete": true"#))
        #expect(kind == "ogg" || measured.output.contains(#""expectedFrameCount": 40000"#))
        #expect(try CommandRun(["info", whole, "--levels"]).status == 0)
    }

    @Test func `an incomplete file at another rate is as long as what it holds`() throws {
        let folder = try ScratchFolder()
        for kind in ["wav", "flac"] {
            let (input, _) = try cut(kind, folder)
            _ = try CommandRun(["convert", input, folder.file("c.wav")])
            let held = try TestSignal.read(folder.file("c.wav"))[0].count
            let run = try CommandRun(["render", input, folder.file("r.wav"), "--sample-rate", "24000"])
            expectTold(run, held, kind)
            #expect(try TestSignal.read(folder.file("r.wav"))[0].count == (held + 1) / 2)
        }
    }

    @Test func `what an incomplete file holds is played, and the loss is told`() throws {
        let folder = try ScratchFolder()
        let (input, _) = try cut("flac", folder)
        let run = try CommandRun(["play", input, "--device", "null"])
        #expect(run.status == 3 && run.errors.contains("of 40,000 frames"), "\(run.errors)")
    }

    @Test func `an incomplete impulse response is refused`() throws {
        let folder = try ScratchFolder()
        let (room, _) = try cut("wav", folder)
        let run = try CommandRun([
            "render", folder.file("in.wav"), folder.file("out.wav"), "--unit", "convolution:file=\(room)",
        ])
        #expect(run.status == 65 && run.errors.contains("of 40,000 frames"), "\(run.errors)")
        #expect(!folder.names.contains("out.wav"))
    }
}
