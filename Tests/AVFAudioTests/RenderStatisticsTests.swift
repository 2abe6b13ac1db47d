import AVFAudio
import Testing

struct RenderStatisticsTests {
    @Test func `each node is told with its calls, and the engine with its load`() throws {
        let engine = AVAudioEngine()
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
        let player = AVAudioPlayerNode()
        engine.attach(player)
        engine.connect(player, to: engine.mainMixerNode, format: format)
        try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 480)
        try engine.start()
        #expect(!engine.isProfiling)
        engine.isProfiling = true
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 480))
        for _ in 0..<10 { _ = try engine.renderOffline(480, to: buffer) }
        let statistics = engine.renderStatistics
        #expect(statistics.blockCount == 10 && statistics.frameCount == 4800)
        // Ten blocks of a hundredth of a second.
        #expect(abs(statistics.load - statistics.renderTime / 0.1) < 1e-9)
        #expect(statistics.peakLoad >= statistics.load && statistics.missedBlockCount == 0)
        let row = try #require(statistics.nodes.first { $0.node === player })
        #expect(row.callCount == 10 && row.renderTime >= row.peakRenderTime && row.peakRenderTime > 0)
        #expect(statistics.overruns.count == min(64, statistics.overrunCount))
        engine.resetRenderStatistics()
        #expect(engine.renderStatistics.blockCount == 0)
    }

    @Test func `a trace is JSON with the nodes' names`() throws {
        let folder = try ScratchFolder()
        let engine = AVAudioEngine()
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
        try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 480)
        _ = engine.mainMixerNode
        try engine.start()
        try engine.startRenderTrace(to: folder.file("trace.json"))
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 480))
        for _ in 0..<3 { _ = try engine.renderOffline(480, to: buffer) }
        try engine.stopRenderTrace()
        let data = try Data(contentsOf: folder.file("trace.json"))
        let events = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
        #expect(events.count { $0["name"] as? String == "main mixer" } == 3)
        #expect(throws: (any Error).self) {
            try engine.startRenderTrace(to: URL(fileURLWithPath: "/proc/none/trace.json"))
        }
    }
}
