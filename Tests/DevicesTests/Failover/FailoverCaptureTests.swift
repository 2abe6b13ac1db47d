import AVFDevices
import Glibc
import Synchronization
import Testing

/// A place for one microphone, which a test puts in and pulls out.
private final class MicrophoneSocket: DeviceBackend {
    private struct State {
        var device: VirtualClockDevice?
        var sampleRateHz: Double?
        var channelCount: Int?
        var openCount = 0
    }

    private let state = Mutex(State())

    var device: VirtualClockDevice? { state.withLock { $0.device } }
    var openCount: Int { state.withLock { $0.openCount } }

    /// Puts a microphone in that hears the same sample all the time, and may have a rate of its own.
    func plug(_ sample: Float, sampleRateHz: Double? = nil) {
        plug(sampleRateHz: sampleRateHz, channelCount: nil) { _, _ in sample }
    }

    /// Puts a microphone in that hears a signal, with a rate and channels of its own.
    func plug(
        sampleRateHz: Double?, channelCount: Int?, _ signal: @escaping @Sendable (Int, Int) -> Float
    ) {
        state.withLock { state in
            state.device = VirtualClockDevice(capturing: signal)
            (state.sampleRateHz, state.channelCount) = (sampleRateHz, channelCount)
        }
    }

    func unplug() { state.withLock { $0.device.take() }?.unplug() }

    func devices() -> [DeviceInfo] { device?.devices() ?? [] }

    func openPlayback(
        _ request: DeviceStreamRequest, rendering: DeviceRendering
    ) throws(DeviceError) -> any DeviceStream {
        throw .cannotOpen(device: request.shownName, code: ENODEV, cause: "No such device")
    }

    func openCapture(
        _ request: DeviceStreamRequest, capturing: DeviceCapturing
    ) throws(DeviceError) -> any DeviceStream {
        let (device, sampleRateHz, channelCount) = state.withLock { state in
            state.openCount += 1
            return (state.device, state.sampleRateHz, state.channelCount)
        }
        guard let device else {
            throw .cannotOpen(device: request.shownName, code: ENODEV, cause: "No such device")
        }
        var granted = request
        if let sampleRateHz { granted.sampleRateHz = sampleRateHz }
        if let channelCount { granted.channelCount = channelCount }
        return try device.openCapture(granted, capturing: capturing)
    }
}

/// Virtual time of these tests.
private let captureTime = Atomic<UInt64>(0)

@Suite(.serialized) struct FailoverCaptureTests {
    private let socket = MicrophoneSocket()
    private let capturer = RecordingCapturer()

    private func open(_ name: String? = nil) throws -> FailoverCapture {
        captureTime.store(1_000_000_000, ordering: .relaxed)
        return try FailoverCapture(
            backend: socket,
            request: DeviceStreamRequest(deviceName: name, channelCount: 1, periodFrameCount: 64),
            capturing: capturer.capturing, clock: { captureTime.load(ordering: .relaxed) },
            runsThreads: false)
    }

    private func wait(_ stream: FailoverCapture, milliseconds: UInt64) {
        for _ in 0..<milliseconds / 10 {
            captureTime.add(10_000_000, ordering: .relaxed)
            stream.supervise()
        }
    }

    @Test func `a microphone that comes back is heard again`() throws {
        socket.plug(0.25)
        let stream = try open()
        try stream.start()
        socket.device?.advanceCapture(frameCount: 640)
        socket.unplug()
        wait(stream, milliseconds: 3_000)
        #expect(stream.state == .running)
        #expect(stream.deviceFormat == nil)
        // At once, after 50, 200, 800 and 1600 ms.
        #expect(socket.openCount == 1 + 4)
        socket.plug(0.75)
        stream.devicesHaveChanged()
        wait(stream, milliseconds: 20)
        socket.device?.advanceCapture(frameCount: 640)
        #expect(capturer.samples == Array(repeating: 0.25, count: 640) + Array(repeating: 0.75, count: 640))
        guard case .lost = stream.nextChange(), case .found = stream.nextChange() else {
            Issue.record("loss and find are not told in this order")
            return
        }
        #expect(stream.nextChange() == nil)
        #expect(stream.nextEvent() == nil)
        stream.close()
        #expect(stream.state == .closed)
    }

    @Test(arguments: [(44_100.0, 1), (96_000, 2), (48_000, 2), (32_000, 1)])
    func `a microphone of another format is converted to what was promised`(
        microphoneHz: Double, channelCount: Int
    ) throws {
        socket.plug(0.25)
        let stream = try open()
        try stream.start()
        socket.unplug()
        wait(stream, milliseconds: 10)
        // A cosine of 500 Hz, whose peak the first frame is; one channel of several has it all.
        socket.plug(sampleRateHz: microphoneHz, channelCount: channelCount) { frame, _ in
            Float(0.5 * cos(2 * .pi * 500 * Double(frame) / microphoneHz))
        }
        stream.devicesHaveChanged()
        wait(stream, milliseconds: 20)
        #expect(stream.deviceFormat?.sampleRateHz == microphoneHz)
        #expect(stream.format.sampleRateHz == 48_000 && stream.format.channelCount == 1)
        let before = capturer.samples.count
        socket.device?.advanceCapture(frameCount: Int(microphoneHz / 2))
        let samples = capturer.samples[before...]
        #expect(abs(samples.count - 24_000) < 300)
        #expect(capturer.frameCounts.allSatisfy { $0 <= 256 })
        // Each block's time is that of its first frame in the signal.
        let (times, counts) = (capturer.hostTimes, capturer.frameCounts)
        var place = samples.startIndex
        for block in times.indices where place < samples.endIndex && counts[..<block].reduce(0, +) >= before {
            let seconds = Double(times[block]) * 1e-9
            if place > before + 2_000 {
                let ideal = 0.5 * cos(2 * .pi * 500 * seconds)
                #expect(abs(Double(samples[place]) - ideal) < 2e-3, "frame \(place - before)")
            }
            place += counts[block]
        }
        #expect(stream.latencyFrameCount >= 0)
        stream.close()
    }

    @Test func `a microphone more than two octaves away is awaited like none`() throws {
        socket.plug(0.25)
        let stream = try open()
        try stream.start()
        socket.unplug()
        wait(stream, milliseconds: 10)
        socket.plug(0.5, sampleRateHz: 8_000)
        wait(stream, milliseconds: 2_000)
        #expect(stream.deviceFormat == nil)
        socket.plug(0.5)
        wait(stream, milliseconds: 4_000)
        #expect(stream.deviceFormat?.sampleRateHz == 48_000)
        stream.close()
    }

    @Test func `a default microphone may come later, a named one must be there`() throws {
        #expect(throws: DeviceError.self) { _ = try open("hw:3") }
        let stream = try open()
        #expect(stream.format.sampleRateHz == 48_000)
        try stream.start()
        socket.plug(1)
        wait(stream, milliseconds: 100)
        #expect(stream.deviceFormat != nil)
        stream.close()
        #expect(throws: DeviceError.closed(device: "default")) { try stream.start() }
    }

    @Test func `by itself, with news of devices, it finds one`() throws {
        let news = ManualChanges()
        let stream = try FailoverCapture(
            backend: socket, request: DeviceStreamRequest(channelCount: 1), capturing: capturer.capturing,
            changes: DeviceChanges(sources: [news], quietMilliseconds: 1))
        try stream.start()
        socket.plug(1)
        news.tell()
        while stream.deviceFormat == nil { sched_yield() }
        stream.close()
    }

    @Test func `streams of the backend outlive their devices`() throws {
        let backend = FailoverBackend(socket, watch: { nil })
        let stream = try backend.openCapture(DeviceStreamRequest(), capturing: capturer.capturing)
        #expect(stream is FailoverCapture)
        stream.close()
        let renderer = RecordingRenderer()
        let output = try backend.openPlayback(DeviceStreamRequest(), rendering: renderer.rendering)
        #expect(output is FailoverStream)
        output.close()
    }
}
