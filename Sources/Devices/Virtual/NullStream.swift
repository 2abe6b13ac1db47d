/// The stream of a `NullBackend`: renders or captures one period each time one has passed.
final class NullStream: DeviceStream {
    let format: DeviceStreamFormat
    private let priority: Int
    private let transfer: NullTransfer
    private let buffer: PlanarBuffer
    private let status = DeviceStreamStatus()
    private let thread: RenderThread

    init(_ request: DeviceStreamRequest, _ transfer: NullTransfer) {
        format = DeviceStreamFormat(
            deviceName: NullBackend.deviceName, sampleRateHz: request.sampleRateHz,
            channelCount: request.channelCount, periodFrameCount: request.periodFrameCount,
            bufferFrameCount: request.periodFrameCount)
        priority = request.priority
        self.transfer = transfer
        buffer = PlanarBuffer(channelCount: request.channelCount, frameCapacity: request.periodFrameCount)
        thread = RenderThread(deviceName: NullBackend.deviceName, status: status)
        status.latencyFrameCount = request.periodFrameCount
    }

    deinit { close() }

    var state: DeviceStreamState { status.state }
    var xrunCount: Int { status.xrunCount }
    var latencyFrameCount: Int { status.latencyFrameCount }
    var leadFrameCount: Int { format.periodFrameCount }

    func start() throws(DeviceError) {
        let loop = NullLoop(format: format, transfer: transfer, buffer: buffer, status: status)
        try thread.start(priority: priority, tellsRefusal: false, prepare: refuseWhenClosed) { loop.run() }
    }

    func stop() { thread.stop() }

    func close() {
        stop()
        status.state = .closed
    }

    func nextEvent() -> DeviceEvent? {
        status.nextEvent { .lost(device: format.deviceName, code: $0, cause: SystemError.text($0)) }
    }

    private func refuseWhenClosed() throws(DeviceError) {
        guard status.state != .closed else { throw .closed(device: format.deviceName) }
    }
}
