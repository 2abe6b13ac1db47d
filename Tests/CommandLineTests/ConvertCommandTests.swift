import AVFMedia
import Foundation
import Testing

@Suite struct ConvertCommandTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    @Test func `without wishes the samples stay what they are`() throws {
        let samples = TestSignal.noise(5000)
        try TestSignal.write(samples, to: folder.file("in.wav"))
        let run = try CommandRun(["convert", folder.file("in.wav"), folder.file("out.caf")])
        #expect(run.status == 0, "\(run.errors)")
        #expect(try TestSignal.read(folder.file("out.caf")) == samples)
        #expect(folder.names == ["in.wav", "out.caf"])
    }

    @Test func `rate, channels and encoding are those that are asked for`() throws {
        try TestSignal.write(TestSignal.noise(4801), to: folder.file("in.wav"))
        let run = try CommandRun([
            "convert", folder.file("in.wav"), folder.file("out.wav"), "--rate", "16000", "--channels", "1",
            "--format", "int16", "--dither", "--quality", "high",
        ])
        #expect(run.status == 0, "\(run.errors)")
        let reader = try AudioFileReader(path: folder.file("out.wav"))
        #expect(reader.frameCount == 1601)
        #expect(reader.format.sampleRateHz == 16_000)
        #expect(reader.format.channelCount == 1)
        #expect(reader.format.encoding == .int16)
    }

    @Test func `a killed conversion leaves a file that is readable up to there`() throws {
        let samples = TestSignal.noise(2_000_000, channels: 1)
        try TestSignal.write(samples, to: folder.file("in.wav"))
        let part = { folder.names.first { $0.hasPrefix(".out.wav") }.map(folder.file) }
        let run = try CommandRun.killed(["convert", folder.file("in.wav"), folder.file("out.wav")]) {
            let size = part().flatMap { try? FileManager.default.attributesOfItem(atPath: $0)[.size] as? Int }
            return size ?? 0 > 100_000
        }
        guard run.status == 128 + SIGKILL else { return }  // The tool was faster than the signal.
        let left = try TestSignal.read(#require(part()))[0]
        #expect(left.count > 20_000)
        #expect(left == Array(samples[0].prefix(left.count)))
    }

    @Test(
        arguments: [
            (["--rate", "7"], 64), (["--rate", "nan"], 64), (["--channels", "0"], 64),
            (["--format", "int13"], 64),
            (["--quality", "superb"], 64), (["--bit-rate", "0"], 64), (["--format", "vorbis"], 64),
        ] as [([String], Int32)])
    func `what cannot be done is refused, and nothing is written`(arguments: [String], status: Int32) throws {
        try TestSignal.write(TestSignal.noise(10), to: folder.file("in.wav"))
        let run = try CommandRun(["convert", folder.file("in.wav"), folder.file("out.wav")] + arguments)
        #expect(run.status == status)
        #expect(!run.errors.isEmpty)
        #expect(folder.names == ["in.wav"])
    }

    @Test func `a file is not converted onto itself`() throws {
        try TestSignal.write(TestSignal.noise(10), to: folder.file("in.wav"))
        #expect(try CommandRun(["convert", folder.file("in.wav"), folder.file("in.wav")]).status == 73)
        #expect(try TestSignal.read(folder.file("in.wav"))[0].count == 10)
    }
}
