import CAVFALSA
import Glibc
import Synchronization

/// What the I/O thread of a stream does.
protocol ALSALoop: Sendable {
    /// Plays or captures until a stop is requested or the device is lost.
    func run()
}

/// An ALSA device that is open in one direction.
///
/// `@unchecked Sendable`: the PCM handle is used by one thread at a time: by the I/O thread while it runs,
/// else by whoever holds the control functions, which are called one at a time.
final class ALSAStream: DeviceStream, @unchecked Sendable {
    let format: DeviceStreamFormat
    private let calls: ALSACalls
    private let pcm: OpaquePointer
    private let priority: Int
    private let status = DeviceStreamStatus()
    private let loop: any ALSALoop
    private let thread: RenderThread

    /// Takes over `pcm`, which is set up for `format`; `makeLoop` is told whether the device has a clock.
    init(
        _ calls: ALSACalls, pcm: OpaquePointer, format: DeviceStreamFormat, priority: Int,
        makeLoop: (_ status: DeviceStreamStatus, _ hasClock: Bool) -> any ALSALoop
    ) {
        self.format = format
        self.calls = calls
        self.pcm = pcm
        self.priority = priority
        status.latencyFrameCount = format.bufferFrameCount
        loop = makeLoop(status, Self.hasClock(calls.type(pcm), format.deviceName))
        thread = RenderThread(deviceName: format.deviceName, status: status)
    }

    deinit { close() }

    var state: DeviceStreamState { status.state }
    var xrunCount: Int { status.xrunCount }
    var latencyFrameCount: Int { status.latencyFrameCount }

    func start() throws(DeviceError) {
        let loop = loop
        try thread.start(priority: priority, tellsRefusal: true, prepare: prepare) { loop.run() }
    }

    func stop() { thread.stop() }

    func close() {
        stop()
        guard status.state != .closed else { return }
        status.state = .closed
        _ = calls.close(pcm)
    }

    func nextEvent() -> DeviceEvent? { status.nextEvent(error: lossError) }

    private func prepare() throws(DeviceError) {
        switch status.state {
        case .closed: throw .closed(device: format.deviceName)
        case .lost: throw lossError(status.lossCode)
        case .running, .stopped: break
        }
        let code = calls.prepare(pcm)
        guard code >= 0 else {
            let cause = ALSACalls.text(ofError: code)
            throw .cannotStart(device: format.deviceName, code: -code, cause: cause)
        }
    }

    private func lossError(_ code: Int32) -> DeviceError {
        let cause = code == ETIMEDOUT ? "it hangs" : ALSACalls.text(ofError: -code)
        return .lost(device: format.deviceName, code: code, cause: cause)
    }

    // A file that copies what a card plays (`tee:`) is of the same type as one that stands alone, hence the
    // name.
    private static func hasClock(_ type: snd_pcm_type_t, _ deviceName: String) -> Bool {
        type != SND_PCM_TYPE_NULL && !(type == SND_PCM_TYPE_FILE && deviceName.hasPrefix("file:"))
    }
}
