import AVFDevices
import Glibc
import Testing

@Suite struct VirtualClockDeviceTests {
    let device = VirtualClockDevice()
    let renderer = RecordingRenderer()

    private func open(periodFrameCount: Int = 100, channelCount: Int = 2) throws -> any DeviceStream {
        let request = DeviceStreamRequest(
            sampleRateHz: 50_000, channelCount: channelCount, periodFrameCount: periodFrameCount)
        return try device.openPlayback(request, rendering: renderer.rendering)
    }

    @Test func `time is rendered in whole periods and one shorter rest`() throws {
        let stream = try open()
        try stream.start()
        device.advance(frameCount: 250)
        device.advance(frameCount: 100)
        #expect(renderer.calls.map(\.frameCount) == [100, 100, 50, 100])
    }

    @Test func `a frame's host time is its number divided by the sample rate`() throws {
        let stream = try open()
        try stream.start()
        device.advance(frameCount: 300)
        #expect(renderer.calls.map(\.hostTimeNanoseconds) == [0, 2_000_000, 4_000_000])
    }

    @Test func `what was played is what was rendered, in order, on every channel`() throws {
        let stream = try open(channelCount: 3)
        try stream.start()
        device.advance(frameCount: 230)
        let expected = (0..<3).map { channel in (0..<230).map { Float($0) + Float(channel) / 8 } }
        #expect(device.playedChannels == expected)
    }

    @Test func `what a renderer leaves alone is silent`() throws {
        let writesOnce = DeviceRendering(context: nil) { _, channels, _, frameCount, hostTime in
            if hostTime == 0 { channels[0].update(repeating: 1, count: Int(frameCount)) }
        }
        let stream = try device.openPlayback(DeviceStreamRequest(periodFrameCount: 2), rendering: writesOnce)
        try stream.start()
        device.advance(frameCount: 4)
        #expect(device.playedChannels == [[1, 1, 0, 0], [0, 0, 0, 0]])
    }

    @Test func `the clock goes on while the stream is stopped, and nothing is rendered`() throws {
        let stream = try open()
        device.advance(frameCount: 100)
        #expect(renderer.calls.isEmpty)
        try stream.start()
        device.advance(frameCount: 100)
        stream.stop()
        device.advance(frameCount: 100)
        try stream.start()
        device.advance(frameCount: 100)
        #expect(renderer.calls.map(\.hostTimeNanoseconds) == [2_000_000, 6_000_000])
    }

    @Test func `the device grants exactly what is asked for`() throws {
        let format = try open(periodFrameCount: 77, channelCount: 5).format
        #expect(format.sampleRateHz == 50_000)
        #expect(format.channelCount == 5)
        #expect(format.periodFrameCount == 77)
        #expect(format.bufferFrameCount == 3 * 77)
    }

    @Test func `an interruption is counted once and told once, with its length`() throws {
        let stream = try open()
        try stream.start()
        device.interrupt(lostFrameCount: 33)
        device.interrupt(lostFrameCount: 44)
        #expect(stream.xrunCount == 2)
        #expect(stream.nextEvent() == .xrun(lostFrameCount: 33))
        #expect(stream.nextEvent() == .xrun(lostFrameCount: 44))
        #expect(stream.nextEvent() == nil)
        device.advance(frameCount: 1)
        #expect(renderer.calls.map(\.hostTimeNanoseconds) == [77 * 20_000])
    }

    @Test func `a hundred unread interruptions lose their events but not their count nor the loss`() throws {
        let stream = try open()
        try stream.start()
        for _ in 0..<100 { device.interrupt(lostFrameCount: 1) }
        device.unplug()
        #expect(stream.xrunCount == 100)
        for _ in 0..<16 { #expect(stream.nextEvent() == .xrun(lostFrameCount: 1)) }
        #expect(
            stream.nextEvent()
                == .lost(.lost(device: "default", code: ENODEV, cause: "No such device")))
        #expect(stream.nextEvent() == nil)
    }

    @Test func `a lost stream renders no more and does not start again`() throws {
        let stream = try open()
        try stream.start()
        device.unplug()
        device.advance(frameCount: 100)
        #expect(renderer.calls.isEmpty)
        #expect(stream.state == .lost)
        #expect(throws: DeviceError.lost(device: "default", code: ENODEV, cause: "No such device")) {
            try stream.start()
        }
    }

    @Test func `one stream at a time, and a closed one does not start`() throws {
        let stream = try open()
        #expect(throws: DeviceError.cannotOpen(device: "default", code: EBUSY, cause: "it is open already")) {
            _ = try open()
        }
        stream.close()
        #expect(throws: DeviceError.closed(device: "default")) { try stream.start() }
        #expect(try open().state == .stopped)
    }

    @Test(arguments: [
        (DeviceStreamRequest(sampleRateHz: .nan), "sample rate nan Hz is not in 1000…768000"),
        (DeviceStreamRequest(sampleRateHz: 999), "sample rate 999.0 Hz is not in 1000…768000"),
        (DeviceStreamRequest(channelCount: 0), "channel count 0 is not in 1…256"),
        (DeviceStreamRequest(periodFrameCount: 65_537), "period 65537 is not in 1…65536"),
        (DeviceStreamRequest(periodCount: 1), "number of periods 1 is not in 2…64"),
    ])
    func `a request outside of any device's range is refused before anything is opened`(
        request: DeviceStreamRequest, cause: String
    ) {
        #expect(throws: DeviceError.badRequest(device: "default", cause: cause)) {
            _ = try device.openPlayback(request, rendering: renderer.rendering)
        }
    }
}
