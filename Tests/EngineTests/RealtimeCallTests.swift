import AVFEngine
import AVFGraph
import AVFRender
import Testing

@Suite struct RealtimeCallTests {
    private let output = SampleBuffer(channelCount: 1, frameCapacity: 64)

    private func render(_ engine: AudioEngine) -> Bool {
        engine.renderRealtime(64, to: output.channels, channelCount: 1)
    }

    private func engine(_ mode: RenderingMode) throws -> AudioEngine {
        let engine = AudioEngine()
        try engine.enableManualRendering(mode, format: format(1), maximumFrameCount: 64)
        return engine
    }

    @Test func `real-time calls are answered only while a real-time engine runs`() throws {
        let engine = try engine(.realtime)
        #expect(!render(engine))
        try engine.start()
        #expect(render(engine))
        engine.pause()
        #expect(!render(engine))
        try engine.start()
        #expect(render(engine))
        engine.stop()
        #expect(!render(engine))
    }

    @Test func `an offline engine and a negative length refuse real-time calls`() throws {
        let offline = try engine(.offline)
        try offline.start()
        #expect(!render(offline))
        let engine = try engine(.realtime)
        try engine.start()
        #expect(!engine.renderRealtime(-1, to: output.channels, channelCount: 1))
    }

    @Test func `a real-time engine refuses offline calls, a stopped one all`() throws {
        let realtime = try engine(.realtime)
        try realtime.start()
        #expect(message(realtime, 1) == "renderOffline is not possible in real-time manual rendering mode.")
        let offline = try engine(.offline)
        #expect(message(offline, 1) == "renderOffline needs a running engine: call start() first.")
        try offline.start()
        #expect(message(offline, 65) == "65 frames were asked for, but the maximum is 64.")
        #expect(message(offline, -1) == "-1 frames were asked for, but the maximum is 64.")
        #expect(message(offline, 64) == nil)
    }

    private func message(_ engine: AudioEngine, _ frameCount: Int) -> String? {
        do {
            try engine.renderOffline(frameCount, to: output.channels)
            return nil
        } catch { return error.description }
    }

    @Test func `a reset begins the timeline anew`() throws {
        let engine = try engine(.offline)
        try engine.start()
        try engine.renderOffline(10, to: output.channels)
        #expect(engine.renderedFrameCount == 10)
        engine.reset()
        #expect(engine.renderedFrameCount == 0)
        try engine.renderOffline(3, to: output.channels)
        #expect(engine.renderedFrameCount == 3)
    }
}
