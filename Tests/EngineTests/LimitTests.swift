import AVFEngine
import AVFGraph
import AVFMedia
import AVFRender
import Testing

@testable import AVFDevices

/// What is just allowed, and what is just too much.
@Suite struct LimitTests {
    @Test(arguments: [(0, false), (1, true), (256, true), (257, false), (-1, false)])
    func `a bus has 1 to 256 channels`(channelCount: Int, isValid: Bool) throws {
        let format = BusFormat(sampleRateHz: 48_000, channelCount: channelCount)
        #expect(format.isValid == isValid)
        let engine = AudioEngine()
        #expect(
            isAccepted { try engine.enableManualRendering(.offline, format: format, maximumFrameCount: 16) }
                == isValid)
        let request = DeviceStreamRequest(sampleRateHz: 48_000, channelCount: channelCount)
        #expect(isAccepted { try request.validate() } == isValid)
    }

    @Test(
        arguments: [
            (0.999, false), (1, true), (1_536_000, true), (1_536_000.5, false), (.nan, false),
            (.infinity, false),
            (-48_000, false),
        ] as [(Double, Bool)])
    func `a rate is 1 to 1,536,000 Hz`(sampleRateHz: Double, isValid: Bool) {
        #expect(BusFormat(sampleRateHz: sampleRateHz, channelCount: 1).isValid == isValid)
    }

    @Test(arguments: [(0, false), (1, true), (1_048_576, true), (1_048_577, false)])
    func `a block and a tap's piece have 1 to 1,048,576 frames`(frameCount: Int, isValid: Bool) throws {
        let engine = AudioEngine()
        let format = BusFormat(sampleRateHz: 48_000, channelCount: 1)
        #expect(
            isAccepted {
                try engine.enableManualRendering(.offline, format: format, maximumFrameCount: frameCount)
            } == isValid)
        let node = engine.mainMixerNode
        #expect(
            isAccepted { try engine.installTap(on: node, bus: 0, frameCount: frameCount) { _ in } } == isValid
        )
    }

    @Test(arguments: [(0, false), (1, true), (1024, true), (1025, false)])
    func `a file has 1 to 1024 channels`(channelCount: Int, isValid: Bool) {
        let path = "/nowhere/limit.wav"
        var told: MediaError?
        do {
            let format = AudioFileFormat(
                container: .wav, encoding: .float32, sampleRateHz: 48_000, channelCount: channelCount)
            _ = try AudioFileWriter(path: path, format: format)
        } catch { told = error }
        #expect((told == .invalidChannelCount(path, channelCount: channelCount)) == !isValid)
    }

    @Test(arguments: [(-5, 1), (0, 1), (1, 1), (64, 64), (65, 64)])
    func `1 to 64 threads share a block`(asked: Int, given: Int) {
        let engine = AudioEngine()
        engine.renderThreadCount = asked
        #expect(engine.renderThreadCount == given)
    }

    private func isAccepted(_ body: () throws -> Void) -> Bool {
        do {
            try body()
            return true
        } catch { return false }
    }
}
