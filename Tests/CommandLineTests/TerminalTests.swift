import Foundation
import Testing

/// `avf play` on a terminal.
@Suite struct TerminalTests {
    /// A file of so many seconds.
    private func sound(_ folder: ScratchFolder, _ name: String = "in.wav", seconds: Int = 60) throws -> String
    {
        let frames = (0..<8_000 * seconds).map { Float(0.5 * sin(2 * .pi * 200 * Double($0) / 8_000)) }
        try TestSignal.write([frames], to: folder.file(name), rate: 8_000)
        return folder.file(name)
    }

    @Test func `keys pause, seek and change the volume, and the terminal is as before after the end`() throws
    {
        let folder = try ScratchFolder()
        let run = try TerminalRun(["play", try sound(folder), "--device", "null"])
        #expect(run.shows { $0.hasPrefix("▶ 0:00 / 1:00") && $0.contains("-6.0 dB 100 %") })
        #expect(run.isRaw)
        run.press("\u{1b}[C\u{1b}[6~")
        #expect(run.shows { $0.hasPrefix("▶ 0:59 / 1:00") || $0.hasPrefix("▶ 1:00") })
        run.press("\u{1b}[H")
        #expect(run.shows { $0.hasPrefix("▶ 0:00") })
        run.press("\u{1b}[B\u{1b}[B")
        #expect(run.shows { $0.contains(" 90 %") })
        run.press("m")
        #expect(run.shows { $0.contains("mute") })
        run.press(" ")
        #expect(run.shows { $0.hasPrefix("⏸ ") && $0.contains("-inf dB") })
        run.press(" ")
        #expect(run.shows { $0.hasPrefix("▶ ") })
        run.press("q")
        #expect(run.end() == 0)
        #expect(run.isUsual)
        #expect(run.screen.hasSuffix("\u{1b}[?25h"))
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    func `a signal that ends it puts the terminal back`(signal: Int32) throws {
        let folder = try ScratchFolder()
        let run = try TerminalRun(["play", try sound(folder), "--device", "null"])
        #expect(run.shows { $0.hasPrefix("▶ 0:0") })
        #expect(run.isRaw)
        run.send(signal)
        _ = run.end()
        #expect(run.isUsual)
    }

    @Test func `a program that is stopped gives the terminal back, and takes it again`() throws {
        let folder = try ScratchFolder()
        let run = try TerminalRun(["play", try sound(folder), "--device", "null"])
        #expect(run.shows { $0.hasPrefix("▶ 0:0") })
        run.press("\u{1a}")
        run.waitUntilStopped()
        #expect(run.isUsual)
        run.send(SIGCONT)
        #expect(run.becomesRaw())
        run.press("q")
        #expect(run.end() == 0)
    }

    @Test func `a narrow terminal without Unicode has the time in ASCII`() throws {
        let folder = try ScratchFolder()
        let run = try TerminalRun(
            ["play", try sound(folder), "--device", "null"], columnCount: 30,
            environment: ["LC_ALL": "C", "NO_COLOR": "1"])
        #expect(run.shows { $0.hasPrefix("> 0:00 / 1:00") })
        run.press("q")
        #expect(run.end() == 0)
        let line = run.screen.split(separator: "\r").first { $0.hasPrefix("> ") } ?? ""
        #expect(line.allSatisfy(\.isASCII) && line.hasSuffix("/ 1:00\u{1b}[K"))
    }

    @Test func `a playlist's files follow each other, and keys choose among them`() throws {
        let folder = try ScratchFolder()
        for name in ["a.wav", "b.wav", "c.wav"] { _ = try sound(folder, name) }
        try "\u{feff}#EXTM3U\n#EXTINF:60,A\na.wav\r\n\nb.wav\n\(folder.file("c.wav"))\n"
            .write(toFile: folder.file("list.m3u"), atomically: true, encoding: .utf8)
        let run = try TerminalRun(["play", folder.file("list.m3u"), "--device", "null"])
        #expect(run.shows { $0.contains("a.wav") })
        #expect(run.shows { $0.hasPrefix("▶ ") })
        run.press(">")
        #expect(run.shows { $0.contains("b.wav") })
        #expect(run.shows { $0.hasPrefix("▶ ") })
        run.press(">")
        #expect(run.shows { $0.contains("c.wav") })
        #expect(run.shows { $0.hasPrefix("▶ ") })
        run.press("<")
        #expect(run.shows { $0.contains("b.wav") })
        run.press("q")
        #expect(run.end() == 0)
    }

    @Test func `several files are played without a terminal too, and one that is missing is told`() throws {
        let folder = try ScratchFolder()
        let short = try sound(folder, seconds: 1)
        let run = try CommandRun(["play", short, folder.file("none.wav"), short, "--device", "null"])
        #expect(run.status == 66)
        #expect(run.errors.contains("There is no file") && run.errors.contains("Not all of the 3 files"))
        #expect(run.errors.split(separator: "\n").count { $0.hasPrefix("Playing") } == 2)
        #expect(!run.errors.contains("\u{1b}"))
        try "http://example.org/a.mp3\n".write(
            toFile: folder.file("net.m3u"), atomically: true, encoding: .utf8)
        let network = try CommandRun(["play", folder.file("net.m3u")])
        #expect(network.status == 65 && network.errors.contains("nothing is fetched"))
        #expect(try CommandRun(["play", folder.file("none.m3u")]).status == 66)
    }
}
