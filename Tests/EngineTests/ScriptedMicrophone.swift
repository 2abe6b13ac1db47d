import AVFDevices
import AVFRender
import Glibc
import Synchronization

/// A capturing device that hands over what a test says, when it says.
final class ScriptedMicrophone: DeviceBackend {
    private struct State {
        var stream: ScriptedCapture?
        var isThere = true
    }

    let sampleRateHz: Double
    let channelCount: Int
    private let state = Mutex(State())

    init(sampleRateHz: Double = 48_000, channelCount: Int = 1) {
        self.sampleRateHz = sampleRateHz
        self.channelCount = channelCount
    }

    /// The stream that was opened last.
    var stream: ScriptedCapture? { state.withLock { $0.stream } }

    /// Takes the device away, for those who open it.
    func remove() { state.withLock { $0.isThere = false } }

    func devices() -> [DeviceInfo] { [] }

    func openPlayback(
        _ request: DeviceStreamRequest, rendering: DeviceRendering
    ) throws(DeviceError) -> any DeviceStream {
        throw .cannotOpen(device: request.shownName, code: ENODEV, cause: "No such device")
    }

    func openCapture(
        _ request: DeviceStreamRequest, capturing: DeviceCapturing
    ) throws(DeviceError) -> any DeviceStream {
        guard state.withLock({ $0.isThere }) else {
            throw .cannotOpen(device: request.shownName, code: ENODEV, cause: "No such device")
        }
        let format = DeviceStreamFormat(
            deviceName: request.shownName, sampleRateHz: sampleRateHz, channelCount: channelCount,
            periodFrameCount: 480, bufferFrameCount: 4_800)
        let stream = ScriptedCapture(format, capturing)
        state.withLock { $0.stream = stream }
        return stream
    }
}

/// The stream of a `ScriptedMicrophone`.
final class ScriptedCapture: DeviceStream, @unchecked Sendable {
    // Proof: one test uses it, on one thread; the recorder's own may close it.
    let format: DeviceStreamFormat
    private let capturing: DeviceCapturing
    private var events: [DeviceEvent] = []
    /// Held while frames are handed over, so that none are after `close()`.
    private let delivery = Mutex(DeviceStreamState.stopped)
    var state: DeviceStreamState { delivery.withLock { $0 } }
    let xrunCount = 0
    let latencyFrameCount = 0

    init(_ format: DeviceStreamFormat, _ capturing: DeviceCapturing) {
        self.format = format
        self.capturing = capturing
    }

    func start() throws(DeviceError) { delivery.withLock { $0 = .running } }

    func stop() {
        delivery.withLock { if $0 == .running { $0 = .stopped } }
    }

    func close() { delivery.withLock { $0 = .closed } }

    func nextEvent() -> DeviceEvent? { events.isEmpty ? nil : events.removeFirst() }

    /// The device is pulled out.
    func lose() {
        delivery.withLock { $0 = .lost }
        events.append(.lost(.lost(device: format.deviceName, code: ENODEV, cause: "No such device")))
    }

    /// Hands frames over whose first reached the device at a second.
    func deliver(
        at seconds: Double, frameCount: Int, _ sample: (_ frame: Int, _ channel: Int) -> Float
    ) {
        let buffer = SampleBuffer(channelCount: format.channelCount, frameCapacity: frameCount)
        for channel in 0..<format.channelCount {
            for frame in 0..<frameCount { buffer.channels[channel][frame] = sample(frame, channel) }
        }
        delivery.withLock { state in
            guard state == .running else { return }
            capturing.callback(
                capturing.context, buffer.channels, Int32(format.channelCount), Int32(frameCount),
                UInt64((seconds * 1e9).rounded()))
        }
    }

    /// Hands over periods of 10 ms that follow one another; the sample's frame counts from second 0 on.
    func run(from start: Double = 0, seconds: Double, _ sample: (_ frame: Int, _ channel: Int) -> Float) {
        let period = Int(format.sampleRateHz / 100)
        let first = Int((start * 100).rounded())
        for block in first..<first + Int((seconds * 100).rounded()) {
            deliver(at: Double(block) / 100, frameCount: period) { sample(block * period + $0, $1) }
        }
    }
}
