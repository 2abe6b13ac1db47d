import AVFDevices
import Glibc
import Synchronization
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

    @Test func `after a renderer that was late, time goes on from now instead of catching up`() throws {
        let lateness = Lateness()
        let request = DeviceStreamRequest(sampleRateHz: 48_000, periodFrameCount: 48, priority: 0)
        let stream = try NullBackend().openPlayback(request, rendering: lateness.rendering)
        try stream.start()
        #expect(lateness.called.wait(2))
        stream.close()
        // Heard a period from now, and not 200 ms ago; half of that is allowed to a busy machine.
        #expect(lateness.secondAheadNanoseconds > -Lateness.delayNanoseconds / 2)
        #expect(stream.xrunCount >= 1)
    }

    @Test func `stop does not wait for the end of a period of a minute`() throws {
        let stream = try open(sampleRateHz: 1_000, periodFrameCount: 60_000)
        try stream.start()
        #expect(renderer.called.wait())
        let elapsed = ContinuousClock().measure { stream.close() }
        #expect(elapsed < .seconds(10))
    }

    @Test func `the null device is listed, plays and captures`() {
        #expect(NullBackend().devices().map(\.name) == ["null"])
        #expect(NullBackend().devices().allSatisfy { $0.canPlay && $0.canCapture })
    }
}

/// A renderer whose first call lasts 200 periods.
private final class Lateness: Sendable {
    static let delayNanoseconds: Int64 = 200_000_000

    private let state = Mutex((count: 0, ahead: Int64(0)))
    let called = Signal()

    /// How long after the second call its frames were to be heard.
    var secondAheadNanoseconds: Int64 { state.withLock { $0.ahead } }

    var rendering: DeviceRendering {
        DeviceRendering(context: Unmanaged.passUnretained(self).toOpaque()) { context, _, _, _, hostTime in
            guard let context else { return }
            Unmanaged<Lateness>.fromOpaque(context).takeUnretainedValue().render(hostTime)
        }
    }

    private func render(_ hostTime: UInt64) {
        let begin = Self.now
        let count = state.withLock { state in
            state.count += 1
            if state.count == 2 { state.ahead = Int64(hostTime) - begin }
            return state.count
        }
        while count == 1, Self.now - begin < Self.delayNanoseconds {}
        called.post()
    }

    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
