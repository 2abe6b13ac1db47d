import Glibc
import Synchronization

/// The stream of a `VirtualClockDevice`: a period is rendered when the test lets its time pass.
final class VirtualClockStream: DeviceStream {
    private struct Clock {
        var frameTime = 0
        var playedChannels: [[Float]]
    }

    let format: DeviceStreamFormat
    private let rendering: DeviceRendering
    private let status = DeviceStreamStatus()
    private let buffer: PlanarBuffer
    private let clock: Mutex<Clock>

    init(_ request: DeviceStreamRequest, rendering: DeviceRendering) {
        format = DeviceStreamFormat(
            deviceName: request.shownName, sampleRateHz: request.sampleRateHz,
            channelCount: request.channelCount, periodFrameCount: request.periodFrameCount,
            bufferFrameCount: request.periodFrameCount * request.periodCount)
        self.rendering = rendering
        buffer = PlanarBuffer(channelCount: request.channelCount, frameCapacity: request.periodFrameCount)
        clock = Mutex(Clock(playedChannels: Array(repeating: [], count: request.channelCount)))
        status.latencyFrameCount = 0
    }

    var state: DeviceStreamState { status.state }
    var xrunCount: Int { status.xrunCount }
    var latencyFrameCount: Int { status.latencyFrameCount }
    var leadFrameCount: Int { 0 }
    var playedChannels: [[Float]] { clock.withLock { $0.playedChannels } }

    func start() throws(DeviceError) {
        switch status.state {
        case .closed: throw .closed(device: format.deviceName)
        case .lost: throw lossError(status.lossCode)
        case .running, .stopped: status.state = .running
        }
    }

    func stop() {
        if status.state == .running { status.state = .stopped }
    }

    func close() { status.state = .closed }

    func nextEvent() -> DeviceEvent? { status.nextEvent(error: lossError) }

    func advance(frameCount: Int) {
        var left = frameCount
        while left > 0 {
            let count = min(left, format.periodFrameCount)
            advancePeriod(frameCount: count)
            left -= count
        }
    }

    func interrupt(lostFrameCount: Int) {
        clock.withLock { $0.frameTime += lostFrameCount }
        status.noteXrun(lostFrameCount: lostFrameCount)
    }

    func unplug() { status.noteLoss(code: ENODEV) }

    // The lock is not held around the callback: it may call back into the device.
    private func advancePeriod(frameCount: Int) {
        let frameTime = clock.withLock { clock in
            defer { clock.frameTime += frameCount }
            return clock.frameTime
        }
        guard status.state == .running else { return }
        buffer.render(
            rendering, frameCount: frameCount, hostTimeNanoseconds: format.nanoseconds(ofFrames: frameTime))
        clock.withLock { clock in
            for channel in 0..<format.channelCount {
                clock.playedChannels[channel] += UnsafeBufferPointer(
                    start: buffer[channel], count: frameCount)
            }
        }
    }

    private func lossError(_ code: Int32) -> DeviceError {
        .lost(device: format.deviceName, code: code, cause: SystemError.text(code))
    }
}
