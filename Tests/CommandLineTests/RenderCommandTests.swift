import AVFEngine
import AVFGraph
import AVFMedia
import AVFRender
import AVFUnits
import Foundation
import Testing

@Suite struct RenderCommandTests {
    @Test(arguments: [1, 17, 64, 512, 4096])
    func `a render is what the engine makes, to the bit, for any block size`(blockSize: Int) throws {
        let folder = try ScratchFolder()
        let signal = TestSignal.noise(5000)
        try TestSignal.write(signal, to: folder.file("in.wav"))
        let run = try CommandRun([
            "render", folder.file("in.wav"), folder.file("out.wav"), "--block-size", "\(blockSize)",
            "--unit", "equalizer:band1Bypass=off,band1Frequency=500,band1Gain=9", "--unit", "gain:gain=-3",
        ])
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output == "")
        #expect(try TestSignal.read(folder.file("out.wav")) == engineRender(signal))
    }

    /// The same chain, without files, in the engine.
    private func engineRender(_ signal: [[Float]]) throws -> [[Float]] {
        let engine = AudioEngine()
        let player = PlayerNode()
        let equalizer = try UnitLibrary.shared.makeNode(identifier: "equalizer")
        let gain = try UnitLibrary.shared.makeNode(identifier: "gain")
        let format = BusFormat(sampleRateHz: 48_000, channelCount: 2)
        for node in [player, equalizer, gain] { try engine.attach(node) }
        try engine.connect(player, to: equalizer, format: format)
        try engine.connect(equalizer, to: gain, format: format)
        try engine.connect(gain, to: engine.outputNode, format: format)
        for (symbol, value) in [("band1Bypass", Float(0)), ("band1Frequency", 500), ("band1Gain", 9)] {
            equalizer.parameters.store(value, at: try #require(equalizer.descriptor.index(ofSymbol: symbol)))
        }
        gain.parameters.store(-3, at: 0)
        try engine.enableManualRendering(.offline, format: format, maximumFrameCount: 5000)
        let buffer = SampleBuffer(channelCount: 2, frameCapacity: 5000)
        for channel in 0..<2 {
            for frame in signal[channel].indices { buffer.channels[channel][frame] = signal[channel][frame] }
        }
        try player.schedule(PlayableSamples(buffer, frameCount: 5000))
        try engine.start()
        try player.play()
        let output = SampleBuffer(channelCount: 2, frameCapacity: 5000)
        try engine.renderOffline(5000, to: output.channels)
        return (0..<2).map { channel in (0..<5000).map { output.channels[channel][$0] } }
    }

    @Test func `without units the samples of the input come out, in its rate and channels`() throws {
        let folder = try ScratchFolder()
        let signal = TestSignal.noise(1000, channels: 3)
        try TestSignal.write(signal, to: folder.file("in.wav"), rate: 44_100)
        let run = try CommandRun(["render", folder.file("in.wav"), folder.file("out.wav")])
        #expect(run.status == 0)
        let format = try AudioFileReader(path: folder.file("out.wav")).format
        #expect(format.encoding == .float32)
        #expect(format.sampleRateHz == 44_100)
        #expect(try TestSignal.read(folder.file("out.wav")) == signal)
    }

    @Test(arguments: [("int16", AudioEncoding.int16, 32_768.0), ("int24", .int24, 8_388_608)])
    func `an integer format is rounded to the nearest`(
        name: String, encoding: AudioEncoding, scale: Double
    ) throws {
        let folder = try ScratchFolder()
        let signal = TestSignal.noise(500)
        try TestSignal.write(signal, to: folder.file("in.wav"))
        _ = try CommandRun(["render", folder.file("in.wav"), folder.file("out.aiff"), "--format", name])
        #expect(try AudioFileReader(path: folder.file("out.aiff")).format.encoding == encoding)
        let expected = signal.map { $0.map { Float((Double($0) * scale).rounded(.toNearestOrEven) / scale) } }
        #expect(try TestSignal.read(folder.file("out.aiff")) == expected)
    }

    @Test func `a tail adds its seconds and a rate is the output's`() throws {
        let folder = try ScratchFolder()
        try TestSignal.write(TestSignal.noise(4800), to: folder.file("in.wav"))
        let run = try CommandRun([
            "render", folder.file("in.wav"), folder.file("out.wav"), "--tail", "0.5", "--sample-rate",
            "24000",
        ])
        #expect(run.status == 0, "\(run.errors)")
        let reader = try AudioFileReader(path: folder.file("out.wav"))
        #expect(reader.format.sampleRateHz == 24_000)
        #expect(reader.frameCount == 2400 + 12_000)
    }

    @Test func `statistics tell length, levels and the time in each unit`() throws {
        let folder = try ScratchFolder()
        try TestSignal.write([Array(repeating: 0.5, count: 48_000)], to: folder.file("in.wav"))
        let run = try CommandRun([
            "render", folder.file("in.wav"), folder.file("out.wav"), "--unit", "gain", "--stats",
        ])
        #expect(run.output.contains("duration  1.000 s (48000 frames, 1 ch, 48000 Hz)"))
        #expect(run.output.contains("peak      -6.02 dBFS"))
        #expect(run.output.contains("RMS       -6.02 dBFS"))
        #expect(run.output.contains("LUFS"))
        #expect(run.output.contains("x real time"))
        #expect(run.output.contains("ms in Gain"))
    }

    @Test func `a plot is well-formed and shows both signals`() throws {
        let folder = try ScratchFolder()
        try TestSignal.write(TestSignal.noise(20_000), to: folder.file("in.wav"))
        let run = try CommandRun([
            "render", folder.file("in.wav"), folder.file("out.wav"), "--plot", folder.file("plot.svg"),
        ])
        #expect(run.status == 0, "\(run.errors)")
        let text = try String(contentsOfFile: folder.file("plot.svg"), encoding: .utf8)
        #expect(text.hasSuffix("</svg>\n"))
        #expect(text.components(separatedBy: "<path class=\"before\"").count == 4)
        #expect(text.components(separatedBy: "<path class=\"after\"").count == 4)
        #expect(!text.contains("nan") && !text.contains("inf"))
    }

    @Test func `the plot's path may not be lost silently`() throws {
        let folder = try ScratchFolder()
        try TestSignal.write(TestSignal.noise(100), to: folder.file("in.wav"))
        let run = try CommandRun([
            "render", folder.file("in.wav"), folder.file("out.wav"), "--plot", folder.file("none/plot.svg"),
        ])
        #expect(run.status == 73)
    }

    @Test func `a file without frames renders to a file without frames`() throws {
        let folder = try ScratchFolder()
        try TestSignal.write([[], []], to: folder.file("in.wav"))
        let run = try CommandRun([
            "render", folder.file("in.wav"), folder.file("out.wav"), "--unit", "gain", "--stats", "--plot",
            folder.file("plot.svg"),
        ])
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("peak      -inf dBFS"))
        #expect(try AudioFileReader(path: folder.file("out.wav")).frameCount == 0)
    }

    @Test func `a unit without an input cannot stand in a chain`() throws {
        let folder = try ScratchFolder()
        try TestSignal.write(TestSignal.noise(100), to: folder.file("in.wav"))
        let run = try CommandRun(["render", folder.file("in.wav"), folder.file("out.wav"), "--unit", "tone"])
        #expect(run.status == 64)
        #expect(run.errors.contains("“Tone” has no input"))
    }

    @Test(.timeLimit(.minutes(1)))
    func `an interrupted render leaves nothing and says so`() throws {
        let folder = try ScratchFolder()
        try TestSignal.write(TestSignal.noise(100, channels: 1), to: folder.file("in.wav"), rate: 8000)
        // An hour of tail, in blocks of one frame, is not over when the output has begun.
        let run = try CommandRun.interrupted(
            ["render", folder.file("in.wav"), folder.file("out.wav"), "--tail", "3600", "--block-size", "1"]
        ) { folder.names.contains { $0.hasSuffix(".part") } }
        #expect(run.status == 130)
        #expect(run.errors.contains("interrupted"))
        #expect(folder.names == ["in.wav"])
    }
}
