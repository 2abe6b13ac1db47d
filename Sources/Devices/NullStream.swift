import AVFRender
import Synchronization

/// The stream of a `NullBackend`: renders one period each time one has passed.
final class NullStream: DeviceStream {
    let format: DeviceStreamFormat
    private let priority: Int
    private let rendering: DeviceRendering
    private let buffer: PlanarBuffer
    private let status = DeviceStreamStatus()
    private let thread = Mutex<NamedThread?>(nil)

    init(_ request: DeviceStreamRequest, rendering: DeviceRendering) {
        format = DeviceStreamFormat(
            deviceName: NullBackend.deviceName, sampleRateHz: request.sampleRateHz,
            channelCount: request.channelCount, periodFrameCount: request.periodFrameCount,
            bufferFrameCount: request.periodFrameCount)
        priority = request.priority
        self.rendering = rendering
        buffer = PlanarBuffer(channelCount: request.channelCount, frameCapacity: request.periodFrameCount)
        status.latencyFrameCount = request.periodFrameCount
    }

    deinit { close() }

    var state: DeviceStreamState { status.state }
    var xrunCount: Int { status.xrunCount }
    var latencyFrameCount: Int { status.latencyFrameCount }

    func start() throws(DeviceError) {
        guard status.state != .closed else { throw .closed(device: format.deviceName) }
        guard status.state == .stopped else { return }
        status.stopIsRequested = false
        status.state = .running
        do {
            let loop = NullLoop(format: format, rendering: rendering, buffer: buffer, status: status)
            let started = try NamedThread(.render, priority: priority) { loop.run() }
            thread.withLock { $0 = started }
        } catch {
            status.state = .stopped
            throw .cannotStart(device: format.deviceName, code: error.code, cause: error.description)
        }
    }

    func stop() {
        status.stopIsRequested = true
        thread.withLock { thread in thread.take() }?.join()
        if status.state == .running { status.state = .stopped }
    }

    func close() {
        stop()
        status.state = .closed
    }

    func nextEvent() -> DeviceEvent? {
        status.nextEvent { .lost(device: format.deviceName, code: $0, cause: SystemError.text($0)) }
    }
}
