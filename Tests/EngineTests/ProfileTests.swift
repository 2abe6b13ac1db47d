import AVFDevices
import AVFEngine
import AVFGraph
import AVFRender
import AVFUnits
import Glibc
import TestSupport
import Testing

/// Where the time goes, and who is to blame.
struct ProfileTests {
    private static let format = BusFormat(sampleRateHz: 48_000, channelCount: 1)

    /// Two sources into the main mixer; the second one needs so many nanoseconds for each block.
    private func addSources(to engine: AudioEngine, slowNanoseconds: UInt64) throws {
        for (name, nanoseconds) in [("quick", UInt64(0)), ("slow", slowNanoseconds)] {
            let source = SourceNode(name: name) { _ in Spinning(nanoseconds: nanoseconds) }
            try engine.attach(source)
            try engine.connect(source, to: engine.mainMixerNode, format: Self.format)
        }
    }

    private func offline(slowNanoseconds: UInt64) throws -> AudioEngine {
        let engine = AudioEngine()
        try engine.enableManualRendering(.offline, format: Self.format, maximumFrameCount: 64)
        try addSources(to: engine, slowNanoseconds: slowNanoseconds)
        try engine.start()
        return engine
    }

    private func render(_ engine: AudioEngine, blocks: Int) throws {
        let buffer = SampleBuffer(channelCount: 1, frameCapacity: 64)
        for _ in 0..<blocks { try engine.renderOffline(64, to: buffer.channels) }
    }

    @Test func `every node has a row with its calls, and the dearest comes first`() throws {
        let engine = try offline(slowNanoseconds: 200_000)
        try render(engine, blocks: 3)
        engine.isProfiling = true
        try render(engine, blocks: 10)
        engine.isProfiling = false
        try render(engine, blocks: 3)
        let statistics = engine.renderCosts
        #expect(statistics.blockCount == 10 && statistics.frameCount == 640)
        #expect(Set(statistics.nodes.map(\.name)).isSuperset(of: ["quick", "slow", "main mixer"]))
        #expect(statistics.nodes.allSatisfy { $0.callCount == 10 && $0.peakSeconds <= $0.seconds })
        // Which node is the dearest is up to the machine where it is busy.
        #expect(zip(statistics.nodes, statistics.nodes.dropFirst()).allSatisfy { $0.seconds >= $1.seconds })
        let slow = try #require(statistics.nodes.first { $0.name == "slow" })
        #expect(slow.seconds >= 10 * 200e-6)
        #expect(engine.node(of: slow)?.name == "slow")
        #expect(statistics.nodes.reduce(0) { $0 + $1.seconds } <= statistics.seconds)
        // 64 frames last 1.33 ms.
        #expect(abs(statistics.load - statistics.seconds / (640 / 48_000.0)) < 1e-9)
        #expect(statistics.missedBlockCount == 0)
        engine.resetRenderCosts()
        #expect(engine.renderCosts.blockCount == 0 && engine.renderCosts.nodes.isEmpty)
    }

    @Test func `a block that takes longer than it lasts names the node that took most of it`() throws {
        // Far longer than a busy machine keeps the other node waiting.
        let engine = try offline(slowNanoseconds: 20_000_000)
        engine.isProfiling = true
        try render(engine, blocks: 5)
        let statistics = engine.renderCosts
        #expect(statistics.overrunCount == 5 && statistics.overruns.count == 5)
        #expect(statistics.overruns.map(\.sampleTime) == [0, 64, 128, 192, 256])
        #expect(statistics.overruns.allSatisfy { $0.slowestNode?.name == "slow" && $0.load > 1 })
        #expect(statistics.nodes.first { $0.name == "slow" }?.overrunCount == 5)
        #expect(statistics.nodes.first { $0.name == "quick" }?.overrunCount == 0)
        #expect(statistics.peakLoad >= 1.5)
    }

    @Test(arguments: [true, false])
    func `a dropout is blamed on the node of a heavy block, or on nobody`(isHeavy: Bool) throws {
        let device = VirtualClockDevice()
        let engine = AudioEngine(backend: device)
        try engine.setDevice(DeviceStreamRequest(channelCount: 1, periodFrameCount: 64))
        try addSources(to: engine, slowNanoseconds: isHeavy ? 2_000_000 : 0)
        try engine.start()
        engine.isProfiling = true
        device.advance(frameCount: 256)
        let heard = Signal()
        engine.setEventHandler { if case .dropout = $0 { heard.signal() } }
        device.interrupt(lostFrameCount: 64)
        heard.wait()
        let statistics = engine.renderCosts
        #expect(statistics.dropoutCount == 1)
        if isHeavy {
            #expect(statistics.nodes.first { $0.name == "slow" }?.dropoutCount == 1)
            #expect(statistics.foreignDropoutCount == 0)
        } else {
            // A busy machine can make any block slow; somebody has it, once.
            let blamed = statistics.nodes.reduce(0) { $0 + $1.dropoutCount }
            #expect(blamed + statistics.foreignDropoutCount == 1)
        }
        engine.stop()
    }

    @Test func `measuring changes no sample`() throws {
        let buffers = try [false, true].map { isProfiling in
            let engine = try offline(slowNanoseconds: 0)
            engine.isProfiling = isProfiling
            let buffer = SampleBuffer(channelCount: 1, frameCapacity: 64)
            try engine.renderOffline(64, to: buffer.channels)
            return (0..<64).map { buffer.channels[0][$0] }
        }
        #expect(buffers[0] == buffers[1] && buffers[0].contains { $0 != 0 })
    }

    @Test func `a trace is an array of events in which calls lie within their block`() throws {
        let path = TestRoot.unused("trace") + ".json"
        defer { unlink(path) }
        let engine = try offline(slowNanoseconds: 0)
        let odd = SourceNode(name: "a \"quoted\"\n\\ name") { _ in Spinning(nanoseconds: 0) }
        try engine.attach(odd)
        try engine.connect(odd, to: engine.mainMixerNode, format: Self.format)
        try engine.startTrace(path: path)
        try render(engine, blocks: 7)
        try engine.stopTrace()
        try render(engine, blocks: 7)
        let lines = try #require(readLines(path))
        #expect(lines.first == "[" && lines.last == "]")
        let events = lines.filter { $0.contains(#""ph":"X""#) }
        #expect(events.count { $0.contains(#""cat":"block""#) } == 7)
        #expect(events.count { $0.contains(#""name":"slow""#) } == 7)
        #expect(events.count { $0.contains(#""name":"a \"quoted\" \\ name""#) } == 7)
        #expect(lines.count { $0.contains(#""ph":"C""#) } == 7)
        var block = 0.0...0.0
        for event in events {
            let start = try #require(number(behind: #""ts":"#, in: event))
            let end = try start + #require(number(behind: #""dur":"#, in: event))
            if event.contains(#""cat":"block""#) {
                block = start...end
            } else {
                #expect(block.lowerBound <= start && end <= block.upperBound + 0.001)
            }
        }
    }

    @Test func `a trace that cannot be made is refused, and nothing is measured`() throws {
        let engine = try offline(slowNanoseconds: 0)
        #expect(throws: EngineError.self) { try engine.startTrace(path: "/proc/none/trace.json") }
        #expect(!engine.isProfiling)
        try engine.stopTrace()
    }

    private func readLines(_ path: String) -> [String]? {
        guard let stream = fopen(path, "r") else { return nil }
        defer { fclose(stream) }
        var bytes: [UInt8] = []
        while case let byte = fgetc(stream), byte >= 0 { bytes.append(UInt8(byte)) }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private func number(behind key: String, in line: String) -> Double? {
        guard let start = line.firstRange(of: key)?.upperBound else { return nil }
        return Double(line[start...].prefix { $0.isNumber || $0 == "." })
    }
}

/// Ones, for which it takes some time.
private final class Spinning: FrameSource {
    private let nanoseconds: UInt64

    init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    func fill(_ request: FrameRequest) -> FrameAnswer {
        let start = nanosecondsNow()
        while nanoseconds > 0, nanosecondsNow() &- start < nanoseconds {}
        for channel in 0..<request.channelCount {
            for frame in 0..<request.frameCount { request.channels[channel][frame] = 1 }
        }
        return .filled
    }
}

private func nanosecondsNow() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
