import AVFDevices
import Glibc
import Synchronization

/// Virtual time, which all devices of one test share.
let simulatedTime = Atomic<UInt64>(0)

/// A place where devices come and go, as a test says.
final class SimulatedDevices: DeviceBackend {
    struct Device: Sendable {
        var sampleRateHz = 48_000.0
        var channelCount = 2
        var periodFrameCount = 256
        var startCode: Int32 = 0
    }

    private struct State {
        var device: Device?
        var stream: SimulatedStream?
        var openCount = 0
    }

    private let state = Mutex(State())
    /// Streams that have not been freed.
    let aliveCount = Atomic<Int>(0)

    /// The device there is now.
    var device: Device? {
        get { state.withLock { $0.device } }
        set { state.withLock { $0.device = newValue } }
    }

    var stream: SimulatedStream? { state.withLock { $0.stream } }
    var openCount: Int { state.withLock { $0.openCount } }

    /// The device is pulled out.
    func unplug() {
        let stream = state.withLock { state in
            state.device = nil
            return state.stream.take()
        }
        stream?.lose()
    }

    func devices() -> [DeviceInfo] { [] }

    func openPlayback(
        _ request: DeviceStreamRequest, rendering: DeviceRendering
    ) throws(DeviceError) -> any DeviceStream {
        let stream = state.withLock { state -> SimulatedStream? in
            state.openCount += 1
            guard let device = state.device else { return nil }
            state.stream = SimulatedStream(device, rendering, owner: self)
            return state.stream
        }
        guard let stream else {
            throw .cannotOpen(device: request.shownName, code: ENODEV, cause: "No such device")
        }
        return stream
    }

    func openCapture(
        _ request: DeviceStreamRequest, capturing: DeviceCapturing
    ) throws(DeviceError) -> any DeviceStream {
        throw .cannotOpen(device: request.shownName, code: ENODEV, cause: "No such device")
    }
}

/// A stream whose periods a test plays when their time has come.
///
/// `@unchecked Sendable`: one test uses it on one thread.
final class SimulatedStream: DeviceStream, @unchecked Sendable {
    let format: DeviceStreamFormat
    private let rendering: DeviceRendering
    private let room: ChannelRoom
    private let startCode: Int32
    private let owner: SimulatedDevices
    private var events: [DeviceEvent] = []
    private(set) var state = DeviceStreamState.stopped
    private(set) var xrunCount = 0
    let latencyFrameCount = 0
    /// When the next period is due.
    private(set) var nextTime: UInt64 = .max
    /// The last period that was played, one array for each channel.
    private(set) var heard: [[Float]] = []
    /// The first channel of the first period since the start.
    private(set) var first: [Float]?

    init(_ device: SimulatedDevices.Device, _ rendering: DeviceRendering, owner: SimulatedDevices) {
        format = DeviceStreamFormat(
            deviceName: "simulated", sampleRateHz: device.sampleRateHz, channelCount: device.channelCount,
            periodFrameCount: device.periodFrameCount, bufferFrameCount: 3 * device.periodFrameCount)
        self.rendering = rendering
        room = ChannelRoom(channelCount: device.channelCount, frameCapacity: device.periodFrameCount)
        startCode = device.startCode
        self.owner = owner
        owner.aliveCount.add(1, ordering: .relaxed)
    }

    deinit { owner.aliveCount.subtract(1, ordering: .relaxed) }

    /// Fills its buffer at once, as a real device does, and plays from then on.
    func start() throws(DeviceError) {
        guard startCode == 0 else {
            throw .cannotStart(device: "simulated", code: startCode, cause: "it does not")
        }
        guard state == .stopped else { return }
        state = .running
        first = nil
        nextTime = simulatedTime.load(ordering: .relaxed)
        for _ in 0..<3 { playPeriod() }
        nextTime += format.nanoseconds(ofFrames: format.periodFrameCount)
    }

    func stop() {
        if state == .running { state = .stopped }
        nextTime = .max
    }

    func close() {
        state = .closed
        nextTime = .max
    }

    func nextEvent() -> DeviceEvent? { events.isEmpty ? nil : events.removeFirst() }

    func lose() {
        guard state == .running || state == .stopped else { return }
        state = .lost
        nextTime = .max
        events.append(.lost(.lost(device: "simulated", code: ENODEV, cause: "No such device")))
    }

    func interrupt(nanoseconds: UInt64) {
        guard state == .running else { return }
        xrunCount += 1
        nextTime += nanoseconds
        events.append(.xrun(lostFrameCount: format.frameCount(inNanoseconds: nanoseconds)))
    }

    /// Plays the period that is due.
    func advance() {
        playPeriod()
        nextTime += format.nanoseconds(ofFrames: format.periodFrameCount)
    }

    private func playPeriod() {
        room.clear(channelCount: format.channelCount)
        rendering.callback(
            rendering.context, room.channels, Int32(format.channelCount), Int32(format.periodFrameCount),
            simulatedTime.load(ordering: .relaxed))
        heard = (0..<format.channelCount).map {
            Array(UnsafeBufferPointer(start: room.channels[$0], count: format.periodFrameCount))
        }
        first = first ?? heard.first
    }
}

/// Renders ones into the first channel, counts frames and keeps when each block came.
final class BlockRecorder: Sendable {
    struct State {
        var frameCount = 0
        var sizes: Set<Int> = []
        var times: [UInt64] = []
        var channelCounts: Set<Int> = []
    }

    let state = Mutex(State())

    var rendering: DeviceRendering {
        DeviceRendering(context: Unmanaged.passUnretained(self).toOpaque()) {
            context, channels, channelCount, frameCount, _ in
            guard let context else { return }
            for channel in 0..<Int(channelCount) {
                channels[channel].update(repeating: 0.5, count: Int(frameCount))
            }
            Unmanaged<BlockRecorder>.fromOpaque(context).takeUnretainedValue().state.withLock { state in
                state.frameCount += Int(frameCount)
                state.sizes.insert(Int(frameCount))
                state.channelCounts.insert(Int(channelCount))
                state.times.append(simulatedTime.load(ordering: .relaxed))
            }
        }
    }
}
