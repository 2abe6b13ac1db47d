import AVFDevices
import Testing

@Suite struct NullBackendTests {
    let renderer = RecordingRenderer()

    private func open(sampleRateHz: Double = 48_000, periodFrameCount: Int = 48) throws -> any DeviceStream {
        let request = DeviceStreamRequest(
            sampleRateHz: sampleRateHz, periodFrameCount: periodFrameCount, priority: 0)
        return try NullBackend().openPlayback(request, rendering: renderer.rendering)
    }

    @Test func `periods follow each other at least their length apart`() throws {
        let stream = try open()
        try stream.start()
        #expect(renderer.called.wait(5))
        stream.close()
        let times = renderer.calls.map(\.hostTimeNanoseconds)
        for (earlier, later) in zip(times, times.dropFirst()) { #expect(later - earlier >= 1_000_000) }
        #expect(renderer.calls.allSatisfy { $0.frameCount == 48 })
    }

    @Test func `nothing is rendered after stop, and start goes on`() throws {
        let stream = try open()
        try stream.start()
        #expect(renderer.called.wait())
        stream.stop()
        let count = renderer.calls.count
        #expect(stream.state == .stopped)
        try stream.start()
        try stream.start()
        #expect(stream.state == .running)
        // The posts of the first run may not all have been taken yet.
        #expect(renderer.called.wait(count))
        stream.close()
        #expect(renderer.calls.count > count)
        #expect(stream.state == .closed)
        #expect(throws: DeviceError.closed(device: "null")) { try stream.start() }
    }

    @Test func `stop does not wait for the end of a period of a minute`() throws {
        let stream = try open(sampleRateHz: 1_000, periodFrameCount: 60_000)
        try stream.start()
        #expect(renderer.called.wait())
        let elapsed = ContinuousClock().measure { stream.close() }
        #expect(elapsed < .seconds(10))
    }

    @Test func `the null device is listed and only plays`() {
        #expect(NullBackend().devices().map(\.name) == ["null"])
        #expect(NullBackend().devices().allSatisfy { $0.canPlay && !$0.canCapture })
    }
}
