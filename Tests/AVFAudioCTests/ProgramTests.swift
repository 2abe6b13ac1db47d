import AVFEngine
import AVFGraph
import AVFMedia
import AVFPluginCatalog
import AVFRender
import AVFUnits
import Foundation
import Testing

@Suite struct ProgramTests {
    @Test func `every function refuses NULL, garbage, released handles and handles of other types`() throws {
        let source = try CLibrary.text(CLibrary.programFolder + "/abuse.c")
        let map = try CLibrary.text(CLibrary.headerFolder + "/avfaudio.map")
        for function in try CLibrary.words(#"^\s+(avf_\w+);$"#, in: map) {
            #expect(source.contains(function + "("), "abuse.c does not try \(function)")
        }
        let workshop = try Workshop()
        let result = try workshop.run(workshop.compile("abuse"), [workshop.path + "/abuse.wav"])
        // A sanitizer tells of memory that there was not.
        #expect(result.output == "" || CLibrary.sanitizer != nil, "\(result.output)")
        #expect(result.status == 0)
    }

    @Test(arguments: ["behaviour", "songs", "ports", "space", "capture"])
    func `the functions do what the headers say`(program: String) throws {
        let workshop = try Workshop()
        try workshop.addPlugin()
        let result = try workshop.run(workshop.compile(program), [workshop.path])
        #expect(result.output == "")
        #expect(result.status == 0)
    }

    // file ─ player ─ equalizer ─ quarter (LV2) ─ main mixer ─ file
    @Test func `a C program of 60 lines gives the samples of the engine, bit for bit`() throws {
        let workshop = try Workshop()
        try workshop.addPlugin()
        let input = workshop.path + "/input.wav"
        let output = workshop.path + "/output.wav"
        try Self.writeNoise(input, frameCount: 10_000)
        let lines = try CLibrary.text(CLibrary.programFolder + "/demo.c").split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 61)
        let result = try workshop.run(workshop.compile("demo"), [input, output, Workshop.pluginURI])
        #expect(result.output == "")
        try #require(result.status == 0)

        let fromC = try Self.read(output)
        let fromSwift = try Self.render(input, pluginFolder: workshop.path, frameCount: fromC[0].count)
        #expect(fromC == fromSwift)
        #expect(fromC[0].count >= 10_000 && fromC[0].contains { $0 != 0 } && fromC[0] != fromC[1])
    }

    @Test func `a C program is told the cause in words`() throws {
        let workshop = try Workshop()
        try Self.writeNoise(workshop.path + "/input.wav", frameCount: 10)
        let demo = try workshop.compile("demo")
        let output = workshop.path + "/o.wav"
        let noPlugin = try workshop.run(demo, [workshop.path + "/input.wav", output, "urn:none"])
        #expect(noPlugin.status == 1)
        #expect(
            noPlugin.output == "demo: There is no LV2 plugin urn:none on the search path \(workshop.path).\n")
        let noFile = try workshop.run(demo, ["/none.wav", output, "urn:none"])
        #expect(noFile.output == "demo: There is no file “/none.wav”.\n")
    }

    // `file:` is ALSA's device that writes down what it is given; it needs no sound card.
    @Test func `a C program plays, pauses and starts again, and every frame reaches the device`() throws {
        let workshop = try Workshop()
        let played = workshop.path + "/played.raw"
        let result = try workshop.run(workshop.compile("playback"), ["file:\(played),raw", played])
        #expect(result.output == "")
        #expect(result.status == 0)
    }

    @Test func `a C program is told which device there is not`() throws {
        let workshop = try Workshop()
        let result = try workshop.run(workshop.compile("playback"), ["hw:CARD=absent"])
        #expect(result.output.hasPrefix("cannot open audio device 'hw:CARD=absent': "))
        #expect(result.status == 1)
    }

    // Sanitizers take more address space than there is.
    @Test(.enabled(if: CLibrary.sanitizer == nil))
    func `a program for which the system has no thread is told so, and starts once there is one`() throws {
        let workshop = try Workshop()
        let result = try workshop.run(workshop.compile("threadless"), [])
        #expect(result.output == "")
        #expect(result.status == 0)
    }

    // The sanitizers do not mix.
    @Test(
        .enabled(if: CLibrary.sanitizer == nil),
        arguments: ["abuse", "behaviour", "songs", "ports", "space", "demo", "playback", "capture"])
    func `a C program that releases what it owns leaks nothing`(program: String) throws {
        let workshop = try Workshop()
        try workshop.addPlugin()
        try Self.writeNoise(workshop.path + "/input.wav", frameCount: 1000)
        let arguments = [
            "abuse": [workshop.path + "/abuse.wav"], "behaviour": [workshop.path],
            "songs": [workshop.path], "ports": [workshop.path], "space": [],
            "demo": [workshop.path + "/input.wav", workshop.path + "/o.wav", Workshop.pluginURI],
            "playback": ["null"], "capture": [workshop.path],
        ]
        let executable = try workshop.compile(program, ["-fsanitize=leak"])
        let result = try workshop.run(executable, arguments[program, default: []])
        #expect(!result.output.contains("ERROR: LeakSanitizer"), "\(result.output)")
        #expect(result.status == 0, "\(result.output)")
    }

    private static func writeNoise(_ path: String, frameCount: Int) throws {
        let format = try AudioFileFormat(
            path: path, encoding: .float32, sampleRateHz: 48_000, channelCount: 2)
        let writer = try AudioFileWriter(path: path, format: format)
        var state: UInt32 = 1
        let samples = (0..<2 * frameCount).map { _ -> Float in
            state = state &* 1_664_525 &+ 1_013_904_223
            return Float(state >> 8) / 16_777_216 - 0.5
        }
        try writer.writeInterleaved(samples, frameCount: frameCount)
        try writer.close()
    }

    private static func read(_ path: String) throws -> [[Float]] {
        let reader = try AudioFileReader(path: path)
        let buffer = SampleBuffer(channelCount: reader.format.channelCount, frameCapacity: reader.frameCount)
        let count = try reader.read(into: buffer.channels, frameCount: reader.frameCount)
        return (0..<buffer.channelCount).map {
            Array(UnsafeBufferPointer(start: buffer.channels[$0], count: count))
        }
    }

    /// The same graph, built on the engine itself and rendered in blocks of another size.
    private static func render(_ input: String, pluginFolder: String, frameCount: Int) throws -> [[Float]] {
        let library = UnitLibrary(
            plugins: PluginCatalog(searchPath: SearchPath(pluginFolder), cachePath: nil))
        let format = BusFormat(sampleRateHz: 48_000, channelCount: 2)
        let engine = AudioEngine()
        try engine.enableManualRendering(.offline, format: format, maximumFrameCount: frameCount)
        let player = PlayerNode()
        let equalizer = UnitNode(native: try #require(UnitCatalog["equalizer"]), sectionCount: 1)
        let plugin = try library.makeNode(identifier: Workshop.pluginURI)
        for node in [player, equalizer, plugin] { try engine.attach(node) }
        try engine.connect(player, to: equalizer, format: format)
        try engine.connect(equalizer, to: plugin, format: format)
        try engine.connect(plugin, to: engine.mainMixerNode, format: format)
        for (symbol, value) in [("band1Bypass", Float(0)), ("band1Gain", 6)] {
            let place = try #require(equalizer.descriptor.index(ofSymbol: symbol))
            equalizer.parameters.store(value, at: place)
        }
        let length = try AudioFileReader(path: input).frameCount
        try player.schedule(file: MediaSource(path: input), startFrame: 0, frameCount: Int64(length))
        try engine.start()
        try player.play()
        let buffer = SampleBuffer(channelCount: 2, frameCapacity: frameCount)
        try engine.renderOffline(frameCount, to: buffer.channels)
        return (0..<2).map { Array(UnsafeBufferPointer(start: buffer.channels[$0], count: frameCount)) }
    }
}
