import Foundation
import Testing

/// Wrong calls: each has its exit status, says why on standard error, and leaves no output behind.
@Suite struct RefusalTests {
    struct Case: CustomTestStringConvertible {
        let arguments: [String]
        let status: Int32
        let message: String

        init(_ arguments: [String], _ status: Int32, _ message: String) {
            self.arguments = arguments
            self.status = status
            self.message = message
        }

        var testDescription: String { arguments.joined(separator: " ") }
    }

    static let cases = [
        Case(["render", "DIR/none.wav", "DIR/out.wav"], 66, "There is no file"),
        Case(["render", "DIR", "DIR/out.wav"], 66, "is a directory"),
        Case(["render", "DIR/text.wav", "DIR/out.wav"], 65, "not an audio file"),
        Case(["render", "DIR/empty.wav", "DIR/out.wav"], 65, "not an audio file"),
        Case(["render", "DIR/in.wav", "DIR/in.wav"], 64, "same file"),
        Case(["render", "DIR/in.wav", "DIR/link.wav"], 64, "same file"),
        Case(["render", "DIR/in.wav", "DIR/out.doc"], 64, "extension"),
        Case(["render", "DIR/in.wav", "DIR/none/out.wav"], 73, "folder does not exist"),
        Case(["render", "DIR/in.wav", "DIR"], 64, "extension"),
        Case(["render", "DIR/in.wav", "DIR/folder.wav"], 73, "is a folder"),
        Case(
            ["render", "DIR/in.wav", "DIR/out.wav", "--unit", "nothing"], 69,
            "neither a native unit nor an LV2 plugin “nothing”. "),
        Case(
            ["render", "DIR/in.wav", "DIR/out.wav", "--unit", "http://a.org/b:c=1"], 69, "http://a.org/b on"),
        Case(
            ["render", "DIR/in.wav", "DIR/out.wav", "--unit", "urn:a:b:c=1"], 69, "no LV2 plugin urn:a:b on"),
        Case(["render", "DIR/in.wav", "DIR/out.wav", "--unit", ""], 64, "symbol of a native unit"),
        Case(["render", "DIR/in.wav", "DIR/out.wav", "--unit", "gain:level=1"], 64, "It has: gain, pan."),
        Case(["render", "DIR/in.wav", "DIR/out.wav", "--unit", "gain:gain=25"], 64, "-96 to 24"),
        Case(["render", "DIR/in.wav", "DIR/out.wav", "--unit", "gain:gain=nan"], 64, "-96 to 24"),
        Case(["render", "DIR/in.wav", "DIR/out.wav", "--unit", "gain:gain"], 64, "parameter=value"),
        Case(["render", "DIR/in.wav", "DIR/out.wav", "--unit", "gain:gain=1,"], 64, "parameter=value"),
        Case(
            ["render", "DIR/in.wav", "DIR/out.wav", "--unit", "equalizer:band1FilterType=Bell"], 64,
            "High Shelf"),
        Case(["render", "DIR/in.wav", "DIR/out.wav", "--block-size", "0"], 64, "between 1 and 65536"),
        Case(["render", "DIR/in.wav", "DIR/out.wav", "--sample-rate", "5"], 64, "between 100 and 768000"),
        Case(["render", "DIR/in.wav", "DIR/out.wav", "--tail", "-1"], 64, "tail"),
        Case(["render", "DIR/in.wav", "DIR/out.wav", "--format", "int12"], 64, "int12"),
        Case(["render", "DIR/in.wav", "DIR/out.flac", "--format", "float32"], 64, "cannot be written as"),
        Case(["render", "DIR/in.wav"], 64, "output"),
        Case(["info", "DIR/none.wav"], 66, "There is no file"),
        Case(["info", "DIR/text.wav", "--json"], 65, "not an audio file"),
        Case(["play", "DIR/none.wav"], 66, "There is no file"),
        Case(["play", "DIR/in.wav", "--device", "hw:CARD=absent"], 69, "hw:CARD=absent"),
        Case(["render", "DIR/in.wav", "DIR/out.wav", "--unit", "revreb"], 69, "is it “reverb”?"),
        Case(
            ["render", "DIR/in.wav", "DIR/out.wav", "--unit", "loudness:integrated=3"], 64,
            "“integrated” of “Loudness Meter” is measured"),
        Case(["units", "nothing"], 69, "neither a native unit nor an LV2 plugin “nothing”. "),
        Case(["bench", "--unit", "nothing"], 69, "neither a native unit nor an LV2 plugin “nothing”. "),
        Case(["bench", "--unit", "gain", "--seconds", "0"], 64, "seconds"),
        Case(["bench", "--unit", "gain", "--blocks", "64,0"], 64, "“0” in --blocks"),
        Case(["bench", "--unit", "gain", "--timeout", "0"], 64, "timeout"),
        Case(["render", "DIR/in.wav", "DIR/out.wav", "--plot", "DIR/in.wav"], 64, "written over"),
        Case(["render", "DIR/in.wav", "DIR/out.wav", "--plot", "DIR/link.wav"], 64, "written over"),
        Case(["render", "DIR/in.wav", "DIR/out.wav", "--plot", "DIR/./out.wav"], 64, "written over"),
        Case(["render", "DIR/in.wav", "DIR/out.wav", "--plot", ""], 64, "--plot needs"),
        Case(["render", "", "DIR/out.wav"], 66, "not a usable file name"),
        Case(["render", "DIR/in.wav", ""], 64, "extension"),
        Case(["render", "/dev/zero", "DIR/out.wav"], 66, "is a device"),
        Case(["render", "DIR/in.wav", "DIR/out.wav", "--block-size", "many"], 64, "many"),
        Case(["render", "DIR/in.wav", "DIR/out.wav", "--block-size", "99999999999999999999"], 64, "99999"),
        Case(["render", "DIR/in.wav", "DIR/out.wav", "--sample-rate", "nan"], 64, "between 100 and 768000"),
        Case(["render", "DIR/in.wav", "DIR/out.wav", "--tail", "1e300"], 64, "tail"),
        Case(["render", "DIR/in.wav", "DIR/out.wav", "DIR/third.wav"], 64, "third.wav"),
        Case(["render", "DIR/in.wav", "DIR/out.wav", "--bogus"], 64, "--bogus"),
        Case(["info", "DIR/in.wav", "--json=yes"], 64, "--json"),
        Case(["devices", "extra"], 64, "extra"),
        Case(["play", "DIR/in.wav", "--device", "file:"], 69, "file:"),
        Case(["record", "DIR/take.exe"], 64, "extension"),
        Case(["record", "DIR/take.wav", "--device", "hw:CARD=absent"], 69, "hw:CARD=absent"),
        Case(["record", "DIR/take.wav", "--duration", "0"], 64, "--duration 0"),
        Case(["record", "DIR/take.wav", "--encoding", "int12"], 64, "no encoding “int12”"),
        Case(["record", "DIR/in.wav"], 73, "--overwrite replaces it"),
        Case(["record", "DIR/take.caf", "--encoding", "alac16"], 64, ".m4a files keep it"),
        Case(["monitor", "hw:CARD=absent"], 69, "hw:CARD=absent"),
        Case(["monitor", "null", "--unit", "revreb"], 69, "is it “reverb”?"),
        Case(["monitor", "null", "--latency", "0"], 64, "--latency 0"),
        Case(["monitor", "null", "--channels", "0"], 64, "not in 1…256"),
        Case(["dance"], 64, "dance"),
    ]

    @Test(arguments: cases)
    func `a wrong call says why and changes nothing`(wrong: Case) throws {
        let folder = try ScratchFolder()
        try TestSignal.write(TestSignal.noise(100), to: folder.file("in.wav"))
        try "This is no sound.".write(toFile: folder.file("text.wav"), atomically: true, encoding: .utf8)
        try "".write(toFile: folder.file("empty.wav"), atomically: true, encoding: .utf8)
        try FileManager.default.createDirectory(
            atPath: folder.file("folder.wav"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("link.wav"), withDestinationPath: folder.file("in.wav"))
        let before = folder.names
        let run = try CommandRun(
            wrong.arguments.map { $0.replacingOccurrences(of: "DIR", with: folder.path) })
        #expect(run.status == wrong.status, "\(run.errors)")
        #expect(run.errors.contains(wrong.message), "\(run.errors)")
        #expect(run.output == "")
        #expect(folder.names == before)
    }

    @Test func `a full disk is told, and what was written stays readable under another name`() throws {
        let folder = try ScratchFolder()
        try TestSignal.write(TestSignal.noise(100_000), to: folder.file("in.wav"))
        // A limit on the size of files is the full disk that needs no disk.
        let run = try CommandRun.shell(
            "ulimit -f 200; exec \"$0\" render \"$1\" \"$2\"",
            [folder.file("in.wav"), folder.file("out.wav")])
        #expect(run.status == 74, "\(run.errors)")
        #expect(run.errors.contains("out.wav.partial"))
        #expect(folder.names == ["in.wav", "out.wav.partial"])
        #expect(try TestSignal.read(folder.file("out.wav.partial"))[0].count > 10_000)
    }

    @Test func `a full disk leaves an older output alone and keeps the new frames beside it`() throws {
        let folder = try ScratchFolder()
        try TestSignal.write(TestSignal.noise(100_000), to: folder.file("in.wav"))
        try TestSignal.write(TestSignal.noise(100), to: folder.file("out.wav"))
        let run = try CommandRun.shell(
            "ulimit -f 200; exec \"$0\" render \"$1\" \"$2\"",
            [folder.file("in.wav"), folder.file("out.wav")])
        #expect(run.status == 74, "\(run.errors)")
        #expect(run.errors.contains("out.wav.partial"))
        #expect(try TestSignal.read(folder.file("out.wav")) == TestSignal.noise(100))
        #expect(try TestSignal.read(folder.file("out.wav.partial"))[0].count > 10_000)
    }

    @Test func `a picture for which there is no room is not there`() throws {
        let folder = try ScratchFolder()
        let run = try CommandRun.shell(
            "ulimit -f 1; exec \"$0\" units reverb --plot \"$1\"", [folder.file("r.svg")])
        #expect(run.status != 0)
        #expect(folder.names == [])
    }

    @Test func `a file that its kind cannot hold is refused before it is begun`() throws {
        let folder = try ScratchFolder()
        try TestSignal.write(TestSignal.noise(100), to: folder.file("in.wav"))
        // A day of tail in stereo: 33 GB.
        let run = try CommandRun([
            "render", folder.file("in.wav"), folder.file("out.aiff"), "--tail", "86400", "--format", "int16",
        ])
        #expect(run.status == 64 && run.errors.contains("4,294,967,295"), "\(run.errors)")
        #expect(folder.names == ["in.wav"])
    }

    @Test func `an older output survives a failed render`() throws {
        let folder = try ScratchFolder()
        try TestSignal.write(TestSignal.noise(100), to: folder.file("out.wav"))
        let run = try CommandRun(["render", folder.file("none.wav"), folder.file("out.wav")])
        #expect(run.status == 66)
        #expect(try TestSignal.read(folder.file("out.wav")) == TestSignal.noise(100))
    }
}
