import AVFMedia
import Foundation
import Testing

/// The name `-` for standard input and output.
@Suite struct StandardStreamTests {
    private func input(_ folder: ScratchFolder) throws -> [[Float]] {
        let signal = TestSignal.noise(20_000)
        try TestSignal.write(signal, to: folder.file("in.wav"))
        return signal
    }

    @Test(arguments: [
        #""$0" render - - < "$1" > "$2""#, #"cat "$1" | "$0" render - - | cat > "$2""#,
        #"cat "$1" | "$0" convert - "$2""#, #""$0" convert "$1" - | cat > "$2""#,
        #"cat "$1" | "$0" render - - --block-size 100 --stats 2> /dev/null | cat > "$2""#,
    ])
    func `sound goes through pipes as it goes through files, to the bit`(line: String) throws {
        let folder = try ScratchFolder()
        let signal = try input(folder)
        let run = try CommandRun.shell(line, [folder.file("in.wav"), folder.file("out.wav")])
        #expect(run.status == 0 && run.errors == "", "\(run.errors)")
        #expect(try TestSignal.read(folder.file("out.wav")) == signal)
        #expect(folder.names == ["in.wav", "out.wav"])
    }

    @Test func `the kind of file on standard output can be chosen`() throws {
        let folder = try ScratchFolder()
        _ = try input(folder)
        let line = #""$0" convert "$1" - --container flac | "$0" info - --json"#
        let run = try CommandRun.shell(line, [folder.file("in.wav")])
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains(#""container": "flac""#) && run.output.contains(#""frameCount": 20000"#))
        #expect(run.output.contains(#""file": "-""#))
    }

    @Test func `what is told about a file on standard output goes to standard error`() throws {
        let folder = try ScratchFolder()
        _ = try input(folder)
        let line = #""$0" render "$1" - --profile --stats > "$2""#
        let run = try CommandRun.shell(line, [folder.file("in.wav"), folder.file("out.wav")])
        #expect(run.status == 0 && run.errors.contains("whole graph") && run.errors.contains("loudness"))
        #expect(try TestSignal.read(folder.file("out.wav"))[0].count == 20_000)
    }

    @Test func `nonsense and nothing on standard input are refused by that name`() throws {
        for line in [#"echo nonsense | "$0" info -"#, #""$0" info - < /dev/null"#] {
            let run = try CommandRun.shell(line, [])
            #expect(run.status != 0 && run.output == "")
            #expect(run.errors.contains("standard input") && !run.errors.contains("/proc"))
        }
    }

    @Test(arguments: ["convert \"$1\" -", "render \"$1\" -", "render - - < \"$1\""])
    func `a reader that goes away ends the command quietly`(command: String) throws {
        let folder = try ScratchFolder()
        try TestSignal.write(TestSignal.noise(500_000), to: folder.file("in.wav"))
        let line = "{ \"$0\" \(command); echo \"status $?\" >&2; } | head -c 10 > /dev/null"
        let run = try CommandRun.shell(line, [folder.file("in.wav")])
        #expect(run.errors == "status 141\n")
    }

    @Test(arguments: [
        "units", "units --json", "info \"$1\"", "devices", "convert \"$1\" -", "render \"$1\" -",
    ])
    func `a full standard output is an error`(command: String) throws {
        let folder = try ScratchFolder()
        _ = try input(folder)
        let run = try CommandRun.shell("\"$0\" \(command) > /dev/full", [folder.file("in.wav")])
        #expect(run.status == 74 && run.errors.hasPrefix("avf: "), "\(run.status) \(run.errors)")
    }

    // All of the Ogg file takes 36,000 bytes, in pages of 4,000.
    @Test(arguments: [
        ("render - -", 50_000), ("render - - --container flac", 50_000), ("convert - -", 50_000),
        ("convert - - --container ogg", 30_000), ("render - - --unit gain:gain=-6 --tail 1", 50_000),
    ])
    func `sound goes through while more is still to come`(command: String, byteCount: Int) throws {
        let folder = try ScratchFolder()
        try TestSignal.write(TestSignal.noise(100_000), to: folder.file("in.wav"))
        // The input stays open until so many bytes of output are there.
        let line = """
            mkfifo "$1/in" "$1/out"; "$0" \(command) < "$1/in" > "$1/out" &
            exec 3> "$1/in"; cat "$1/in.wav" >&3 &
            timeout 30 head -c \(byteCount) "$1/out" | wc -c; exec 3>&-; wait
            """
        let run = try CommandRun.shell(line, [folder.path])
        #expect(run.output.contains("\(byteCount)"), "\(run.output) \(run.errors)")
    }

    /// A WAV as programs begin it that cannot come back to its header: with a size that means nothing.
    private func claim(_ size: UInt32, in path: String, as other: String) throws {
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let place = try #require((12..<200).first { bytes[$0..<$0 + 4].elementsEqual("data".utf8) })
        withUnsafeBytes(of: size.littleEndian) { bytes.replaceSubrange(place + 4..<place + 8, with: $0) }
        try Data(bytes).write(to: URL(fileURLWithPath: other))
    }

    // As arecord, sox and FFmpeg write it.
    @Test(arguments: [0x7FFF_FF00, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF] as [UInt32])
    func `a recorder's sound goes through while it records`(size: UInt32) throws {
        let folder = try ScratchFolder()
        try TestSignal.write(TestSignal.noise(100_000), to: folder.file("whole.wav"))
        try claim(size, in: folder.file("whole.wav"), as: folder.file("in.wav"))
        let line = """
            mkfifo "$1/in" "$1/out"; "$0" render - - < "$1/in" > "$1/out" &
            exec 3> "$1/in"; cat "$1/in.wav" >&3 &
            timeout 30 head -c 50000 "$1/out" | wc -c; exec 3>&-; wait
            """
        let run = try CommandRun.shell(line, [folder.path])
        #expect(run.output.contains("50000"), "\(run.output) \(run.errors)")
    }

    @Test(arguments: [0xFFFF_FFFF, 0x7FFF_FFFF] as [UInt32])
    func `a recorder's WAV, which does not know its length, is as long as what comes`(size: UInt32) throws {
        let folder = try ScratchFolder()
        let signal = TestSignal.noise(30_001)
        try TestSignal.write(signal, to: folder.file("in.wav"))
        try claim(size, in: folder.file("in.wav"), as: folder.file("endless.wav"))
        let line = #"cat "$1" | "$0" render - - --tail 0.01 | "$0" convert - "$2""#
        let run = try CommandRun.shell(line, [folder.file("endless.wav"), folder.file("out.wav")])
        #expect(run.status == 0 && run.errors == "", "\(run.errors)")
        let silence = [Float](repeating: 0, count: 480)
        #expect(try TestSignal.read(folder.file("out.wav")) == signal.map { $0 + silence })
    }

    @Test func `a pipe that ends before what its header promises is incomplete`() throws {
        let folder = try ScratchFolder()
        _ = try input(folder)
        for command in ["render", "convert"] {
            let line = "head -c 100080 \"$1\" | \"$0\" \(command) - \"$2\""
            let run = try CommandRun.shell(line, [folder.file("in.wav"), folder.file("out.wav")])
            #expect(run.status == 3 && run.errors.contains("of 20,000 frames"), "\(run.errors)")
            #expect(try TestSignal.read(folder.file("out.wav"))[0].count > 12_000)
        }
    }

    @Test func `a profile is a table, and a trace a file beside the sound`() throws {
        let folder = try ScratchFolder()
        _ = try input(folder)
        let run = try CommandRun([
            "render", folder.file("in.wav"), folder.file("out.wav"), "--unit", "gain", "--profile", "--trace",
            folder.file("trace.json"),
        ])
        #expect(run.status == 0, "\(run.errors)")
        // 20,000 frames in blocks of 512.
        let rows = run.output.split(separator: "\n").map { $0.split(separator: " ") }
        for name in ["Gain", "player"] { #expect(rows.contains { $0.first ?? "" == name && $0[1] == "40" }) }
        let data = try Data(contentsOf: URL(fileURLWithPath: folder.file("trace.json")))
        let events = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
        #expect(events.count { $0["name"] as? String == "Gain" } == 40)
        #expect(events.count { $0["cat"] as? String == "block" } == 40)
        let same = try CommandRun([
            "render", folder.file("in.wav"), folder.file("out.wav"), "--trace", folder.file("in.wav"),
        ])
        #expect(same.status == 64)
    }
}
