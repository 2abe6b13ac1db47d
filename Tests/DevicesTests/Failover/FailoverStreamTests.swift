import AVFDevices
import Glibc
import Synchronization
import Testing

@Suite(.serialized) struct FailoverStreamTests {
    private let devices = SimulatedDevices()
    private let recorder = BlockRecorder()
    private static let block = 512
    private static let blockNanoseconds: UInt64 = 10_666_666

    private func open(_ name: String? = nil) throws -> FailoverStream {
        simulatedTime.store(1_000_000_000, ordering: .relaxed)
        return try FailoverStream(
            backend: devices,
            request: DeviceStreamRequest(deviceName: name, periodFrameCount: Self.block),
            rendering: recorder.rendering, clock: { simulatedTime.load(ordering: .relaxed) },
            runsThreads: false)
    }

    /// Lets time pass: the device's periods, the timer's blocks, and a look at the device each 10 ms.
    private func run(_ stream: FailoverStream, milliseconds: Int) {
        let end = simulatedTime.load(ordering: .relaxed) + UInt64(milliseconds) * 1_000_000
        var nextLook = simulatedTime.load(ordering: .relaxed)
        while true {
            let now = simulatedTime.load(ordering: .relaxed)
            let timer = stream.tick() ?? .max
            let device = devices.stream?.nextTime ?? .max
            let next = min(timer, device, nextLook)
            guard next <= end else { break }
            simulatedTime.store(max(now, next), ordering: .relaxed)
            if next == nextLook {
                stream.supervise()
                nextLook += 10_000_000
            } else if next == device {
                devices.stream?.advance()
            }
        }
        simulatedTime.store(end, ordering: .relaxed)
    }

    private func changes(_ stream: FailoverStream) -> [FailoverChange] {
        var all: [FailoverChange] = []
        while let change = stream.nextChange() { all.append(change) }
        return all
    }

    @Test func `without a device a timer asks for the blocks, each when it is due`() throws {
        let stream = try open()
        try stream.start()
        run(stream, milliseconds: 1_000)
        let times = recorder.state.withLock { $0.times }
        #expect(times.count == 94)
        for (earlier, later) in zip(times, times.dropFirst()) {
            #expect(later - earlier <= Self.blockNanoseconds + 1 && later - earlier >= Self.blockNanoseconds)
        }
        #expect(stream.renderedFrameCount == 94 * Self.block)
        #expect(stream.deviceFormat == nil)
        #expect(stream.state == .running)
        guard case .lost = changes(stream).first else {
            Issue.record("nobody says that there is no device")
            return
        }
        stream.close()
    }

    @Test func `the first frame of a stream is heard as it is, also after a pause`() throws {
        devices.device = SimulatedDevices.Device(periodFrameCount: 512)
        let stream = try open()
        for _ in 0..<2 {
            try stream.start()
            #expect(devices.stream?.first?.allSatisfy { $0 == 0.5 } == true)
            run(stream, milliseconds: 100)
            stream.stop()
        }
        stream.close()
    }

    @Test func `a device that appears takes over with silence in its buffer, and is told once`() throws {
        let stream = try open()
        try stream.start()
        run(stream, milliseconds: 500)
        _ = changes(stream)
        let before = stream.renderedFrameCount
        devices.device = SimulatedDevices.Device()
        stream.devicesHaveChanged()
        run(stream, milliseconds: 500)
        #expect(changes(stream) == [.found(try #require(devices.stream).format)])
        #expect(stream.deviceFormat == devices.stream?.format)
        // Half a second more, give or take a block at each end: no burst for the device's buffer.
        #expect(abs(stream.renderedFrameCount - before - 24_000) <= 2 * Self.block)
        #expect(devices.stream?.heard[0].allSatisfy { $0 == 0.5 } == true)
        stream.close()
    }

    @Test func `a device that goes away leaves the clock to the timer, one block after the last`() throws {
        devices.device = SimulatedDevices.Device(periodFrameCount: 512)
        let stream = try open()
        try stream.start()
        run(stream, milliseconds: 500)
        devices.unplug()
        run(stream, milliseconds: 500)
        let times = recorder.state.withLock { $0.times }.dropFirst(3)
        for (earlier, later) in zip(times, times.dropFirst()) {
            // Ten milliseconds are the look at the device.
            #expect(later - earlier <= Self.blockNanoseconds + 10_000_001)
            #expect(later - earlier >= Self.blockNanoseconds / 2)
        }
        #expect(stream.state == .running)
        #expect(stream.nextEvent() == nil)
        guard case .lost = changes(stream).first else {
            Issue.record("the loss was not told")
            return
        }
        stream.close()
    }

    @Test(arguments: [
        SimulatedDevices.Device(sampleRateHz: 44_100, channelCount: 1, periodFrameCount: 441),
        .init(sampleRateHz: 96_000, channelCount: 6, periodFrameCount: 1_024),
        .init(sampleRateHz: 48_000, channelCount: 1, periodFrameCount: 100),
    ])
    func `a device of another format is converted to at the edge`(device: SimulatedDevices.Device) throws {
        devices.device = device
        let stream = try open()
        try stream.start()
        run(stream, milliseconds: 2_000)
        let state = recorder.state.withLock { $0 }
        #expect(state.sizes == [Self.block])
        #expect(state.channelCounts == [2])
        #expect(abs(state.frameCount - 96_000) <= 2 * Self.block + 3 * device.periodFrameCount)
        let heard = try #require(devices.stream).heard
        #expect(heard.count == device.channelCount)
        // Half of full scale on both sides: their mean in mono, in the first two of six channels.
        for channel in heard.prefix(2) { #expect(channel.allSatisfy { abs($0 - 0.5) < 1e-5 }) }
        for channel in heard.dropFirst(2) { #expect(channel.allSatisfy { $0 == 0 }) }
        stream.close()
    }

    @Test func `a named device that is not there is an error at first, and awaited later`() throws {
        #expect(throws: DeviceError.self) { _ = try open("hw:7") }
        devices.device = SimulatedDevices.Device()
        let stream = try open("hw:7")
        try stream.start()
        devices.unplug()
        run(stream, milliseconds: 6_000)
        let tries = devices.openCount
        // Both names, after 50, 200, 800, 1600 and 3200 ms.
        #expect(tries - 2 == 2 * 5)
        devices.device = SimulatedDevices.Device()
        stream.devicesHaveChanged()
        run(stream, milliseconds: 200)
        #expect(devices.openCount == tries + 1)
        #expect(stream.deviceFormat != nil)
        stream.close()
    }

    @Test func `a device that does not start is no device`() throws {
        devices.device = SimulatedDevices.Device(startCode: EIO)
        let stream = try open()
        try stream.start()
        run(stream, milliseconds: 1_000)
        #expect(stream.renderedFrameCount > 46_000)
        #expect(stream.deviceFormat == nil)
        stream.close()
    }

    @Test func `a device that stands still loses the lead after half a second`() throws {
        devices.device = SimulatedDevices.Device()
        let stream = try open()
        try stream.start()
        run(stream, milliseconds: 1_000)
        devices.stream?.interrupt(nanoseconds: 60_000_000_000)
        devices.device = nil
        run(stream, milliseconds: 2_000)
        let times = recorder.state.withLock { $0.times }
        let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
        #expect(gaps.max() ?? .max <= 520_000_000)
        #expect(gaps.count { $0 > 20_000_000 } == 1)
        #expect(stream.deviceFormat == nil)
        guard case .lost(.lost(_, ETIMEDOUT, _)) = changes(stream).first else {
            Issue.record("the loss was not told")
            return
        }
        stream.close()
    }

    @Test func `nothing is rendered while it is stopped, and it goes on after`() throws {
        devices.device = SimulatedDevices.Device()
        let stream = try open()
        try stream.start()
        run(stream, milliseconds: 100)
        stream.stop()
        let count = stream.renderedFrameCount
        run(stream, milliseconds: 100)
        #expect(stream.renderedFrameCount == count)
        try stream.start()
        run(stream, milliseconds: 100)
        #expect(stream.renderedFrameCount > count)
        stream.close()
        #expect(throws: DeviceError.closed(device: "default")) { try stream.start() }
    }

    @Test func `thousands of losses, rates and xruns break no count and keep no memory`() throws {
        let stream = try open()
        try stream.start()
        var generator = SplitMix(state: 42)
        var (losses, xruns) = (0, 0)
        let begin = simulatedTime.load(ordering: .relaxed)
        for _ in 0..<10_000 {
            switch generator.next() % 4 {
            case 0:
                devices.unplug()
                losses += 1
            case 1:
                devices.stream?.interrupt(nanoseconds: generator.next() % 100_000_000)
                xruns += 1
            default:
                // Mostly the graph's own rate: others cost a resampler's time.
                let rates = [48_000.0, 48_000, 48_000, 48_000, 48_000, 48_000, 44_100, 96_000]
                devices.device = SimulatedDevices.Device(
                    sampleRateHz: rates[Int(generator.next() % 8)],
                    channelCount: Int(generator.next() % 3) + 1,
                    periodFrameCount: [128, 441, 512, 1_024][Int(generator.next() % 4)],
                    startCode: generator.next() % 10 == 0 ? EBUSY : 0)
                stream.devicesHaveChanged()
            }
            run(stream, milliseconds: Int(generator.next() % 200))
            while stream.nextEvent() != nil {}
            while stream.nextChange() != nil {}
        }
        let state = recorder.state.withLock { $0 }
        #expect(stream.renderedFrameCount == state.frameCount)
        #expect(state.frameCount == state.times.count * Self.block)
        #expect(state.sizes == [Self.block])
        let seconds = Double(simulatedTime.load(ordering: .relaxed) - begin) * 1e-9
        let lostSeconds = Double(xruns) * 0.1 + Double(losses) * 0.02
        let expected = seconds * 48_000
        #expect(Double(state.frameCount) > expected - lostSeconds * 48_000)
        #expect(Double(state.frameCount) < expected * 1.001)
        stream.close()
        devices.unplug()
        #expect(devices.aliveCount.load(ordering: .relaxed) == 0)
        #expect(losses > 2_000 && xruns > 2_000)
    }

    @Test func `by itself, in real time, it goes on without a device`() throws {
        let stream = try FailoverStream(
            backend: devices, request: DeviceStreamRequest(periodFrameCount: 64, priority: 0),
            rendering: recorder.rendering)
        try stream.start()
        while stream.renderedFrameCount < 64 * 20 { sched_yield() }
        stream.stop()
        let count = stream.renderedFrameCount
        try stream.start()
        while stream.renderedFrameCount < count + 64 * 5 { sched_yield() }
        stream.close()
        #expect(recorder.state.withLock { $0.frameCount } == stream.renderedFrameCount)
    }
}

/// Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators" (2014).
private struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
