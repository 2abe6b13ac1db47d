import Glibc
import Synchronization

/// The capturing stream of a `VirtualClockDevice`: a period is handed over when the test lets its time pass.
final class VirtualCaptureStream: DeviceStream {
    let format: DeviceStreamFormat
    private let capturing: DeviceCapturing
    private let signal: VirtualClockDevice.Signal
    private let status = DeviceStreamStatus()
    private let buffer: PlanarBuffer
    private let frameTime = Mutex(0)
    /// The thread that is in the callback; 0 for none.
    private let capturingThread = Atomic<pthread_t>(0)

    init(
        _ request: DeviceStreamRequest, capturing: DeviceCapturing,
        signal: @escaping VirtualClockDevice.Signal
    ) {
        format = DeviceStreamFormat(
            deviceName: request.shownName, sampleRateHz: request.sampleRateHz,
            channelCount: request.channelCount, periodFrameCount: request.periodFrameCount,
            bufferFrameCount: request.periodFrameCount * request.periodCount)
        self.capturing = capturing
        self.signal = signal
        buffer = PlanarBuffer(channelCount: request.channelCount, frameCapacity: request.periodFrameCount)
        status.latencyFrameCount = request.periodFrameCount
    }

    var state: DeviceStreamState { status.state }
    var xrunCount: Int { status.xrunCount }
    var latencyFrameCount: Int { status.latencyFrameCount }

    func start() throws(DeviceError) {
        switch status.state {
        case .closed: throw .closed(device: format.deviceName)
        case .lost: throw lossError(status.lossCode)
        case .running, .stopped: status.state = .running
        }
    }

    func stop() {
        if status.state == .running { status.state = .stopped }
        waitForCallback()
    }

    func close() {
        status.state = .closed
        waitForCallback()
    }

    /// As a device's thread is waited for, unless it is the caller's own.
    private func waitForCallback() {
        while true {
            let thread = capturingThread.load(ordering: .sequentiallyConsistent)
            guard thread != 0, thread != pthread_self() else { return }
            sched_yield()
        }
    }

    func nextEvent() -> DeviceEvent? { status.nextEvent(error: lossError) }

    func advance(frameCount: Int) {
        var left = frameCount
        while left > 0 {
            let count = min(left, format.periodFrameCount)
            advancePeriod(frameCount: count)
            left -= count
        }
    }

    func unplug() { status.noteLoss(code: ENODEV) }

    // The lock is not held around the callback: it may call back into the device.
    private func advancePeriod(frameCount: Int) {
        let begin = frameTime.withLock { time in
            defer { time += frameCount }
            return time
        }
        capturingThread.store(pthread_self(), ordering: .sequentiallyConsistent)
        defer { capturingThread.store(0, ordering: .sequentiallyConsistent) }
        guard status.state == .running else { return }
        for channel in 0..<format.channelCount {
            for frame in 0..<frameCount { buffer[channel][frame] = signal(begin + frame, channel) }
        }
        buffer.capture(
            capturing, frameCount: frameCount, hostTimeNanoseconds: format.nanoseconds(ofFrames: begin))
    }

    private func lossError(_ code: Int32) -> DeviceError {
        .lost(device: format.deviceName, code: code, cause: SystemError.text(code))
    }
}
