import Glibc
import Synchronization

/// Looks after a stream's device: notices its loss, looks for another one, and lets it lead once it plays.
///
/// `@unchecked Sendable`: what changes lies behind a lock, which is not held while a device is opened or
/// closed.
final class FailoverSupervisor: @unchecked Sendable {
    /// An open device and its edge.
    private struct Device {
        let stream: any DeviceStream
        let edge: DeviceEdge
        /// The name by which it was asked for; nil is the default one.
        let name: String?
    }

    private struct State {
        /// The device that leads, or will once its buffer is full of silence.
        var device: Device?
        var isRunning = false
        /// Whether a device is looked for.
        var isUsed: Bool
        var nextLeader = FailoverTimer.leader + 1
        /// When the device was let lead.
        var ledSince: UInt64 = 0
        var retry = RetryPauses()
        var changes: [FailoverChange] = []
    }

    private let backend: any DeviceBackend
    private let request: DeviceStreamRequest
    private let renderer: BlockRenderer
    private let timer: FailoverTimer
    private let status: DeviceStreamStatus
    private let clock: HostClock
    private let state: Mutex<State>
    private let isNewsOfDevices = Atomic<Bool>(false)

    private static let hangNanoseconds: UInt64 = 500_000_000
    // What is not taken is forgotten from the oldest on.
    private static let changeLimit = 64

    init(
        backend: any DeviceBackend, request: DeviceStreamRequest, _ renderer: BlockRenderer,
        _ timer: FailoverTimer, status: DeviceStreamStatus, clock: @escaping HostClock
    ) {
        self.backend = backend
        self.request = request
        self.renderer = renderer
        self.timer = timer
        self.status = status
        self.clock = clock
        state = Mutex(State(isUsed: !request.waitsUntilUsed))
    }

    var latencyFrameCount: Int {
        guard let device = state.withLock({ $0.device }), renderer.leader == device.edge.leader else {
            return renderer.format.periodFrameCount
        }
        let seconds = Double(device.stream.latencyFrameCount) / device.stream.format.sampleRateHz
        return Int(seconds * renderer.format.sampleRateHz) + device.edge.latencyFrameCount
    }

    var deviceFormat: DeviceStreamFormat? {
        guard let device = state.withLock({ $0.device }), renderer.leader == device.edge.leader else {
            return nil
        }
        return device.stream.format
    }

    func nextChange() -> FailoverChange? {
        state.withLock { $0.changes.isEmpty ? nil : $0.changes.removeFirst() }
    }

    func devicesHaveChanged() { isNewsOfDevices.store(true, ordering: .releasing) }

    /// Lets a device be looked for.
    func use() {
        let isNew = state.withLock { state in
            defer { state.isUsed = true }
            return !state.isUsed
        }
        if isNew { devicesHaveChanged() }
    }

    /// Opens the first device, if one is wanted; without a default one the timer will lead.
    ///
    /// Its format is promised to who renders, if `takesFormat`.
    func openFirst(takesFormat: Bool) throws(DeviceError) {
        guard state.withLock({ $0.isUsed }) else { return }
        do {
            let device = try open(request.deviceName, takesFormat: takesFormat)
            state.withLock { $0.device = device }
        } catch {
            if request.deviceName != nil { throw error }
            state.withLock { note(.lost(error), &$0) }
        }
    }

    /// Lets the device lead from the start, or the timer.
    func start(now: UInt64) {
        let device = state.withLock { state in
            state.isRunning = true
            state.ledSince = now
            return state.device
        }
        guard let device else { return timer.takeOver(now: now) }
        renderer.handOver(to: device.edge.leader)
        do {
            try device.stream.start()
        } catch {
            lose(device, error, now: now)
        }
    }

    func stop() {
        let device = state.withLock { state in
            state.isRunning = false
            return state.device
        }
        renderer.handOver(to: BlockRenderer.noLeader)
        device?.stream.stop()
    }

    func close() { state.withLock { $0.device.take() }?.stream.close() }

    /// Looks at the device, or for one.
    func supervise(now: UInt64) {
        let (device, isRunning) = state.withLock { ($0.device, $0.isRunning) }
        guard isRunning else { return }
        guard let device else { return look(now: now) }
        while let event = device.stream.nextEvent() {
            if case .xrun(let lost) = event { status.noteXrun(lostFrameCount: lost) }
            if case .lost(let error) = event { return lose(device, error, now: now) }
        }
        guard renderer.leader == device.edge.leader else { return handOverWhenFilled(device, now: now) }
        if hangs(device, now: now) {
            let cause = "it has not asked for sound for too long"
            lose(
                device, .lost(device: device.stream.format.deviceName, code: ETIMEDOUT, cause: cause),
                now: now)
        }
    }

    /// A device that stands still will find out by itself, but the stream cannot wait for that.
    private func hangs(_ device: Device, now: UInt64) -> Bool {
        let format = device.stream.format
        let limit = max(Self.hangNanoseconds, format.nanoseconds(ofFrames: 4 * format.periodFrameCount))
        let last = max(renderer.lastBlockNanoseconds, state.withLock { $0.ledSince })
        return now > last + limit
    }

    // The device plays silence until its buffer is full of it; then its calls come at its own pace.
    private func handOverWhenFilled(_ device: Device, now: UInt64) {
        guard device.edge.playedFrameCount >= device.stream.format.bufferFrameCount else { return }
        renderer.handOver(to: device.edge.leader)
        state.withLock { state in
            state.retry.succeed()
            state.ledSince = now
            note(.found(device.stream.format), &state)
        }
    }

    private func lose(_ device: Device, _ error: DeviceError, now: UInt64) {
        let wasLeading = renderer.leader == device.edge.leader
        if wasLeading { timer.takeOver(now: now) }
        device.stream.close()
        state.withLock { state in
            state.device = nil
            state.retry.fail(now: now)
            if wasLeading { note(.lost(error), &state) }
        }
    }

    private func look(now: UInt64) {
        if isNewsOfDevices.exchange(false, ordering: .acquiring) {
            state.withLock { $0.retry.restart() }
        }
        guard state.withLock({ $0.isUsed && $0.retry.isDue(now: now) }) else { return }
        guard let device = openAny() else {
            return state.withLock { $0.retry.fail(now: now) }
        }
        let isWanted = state.withLock { state in
            if state.isRunning { state.device = device }
            return state.isRunning
        }
        guard isWanted else { return device.stream.close() }
        do {
            try device.stream.start()
        } catch {
            lose(device, error, now: now)
        }
    }

    /// The device that was asked for, else the default one.
    private func openAny() -> Device? {
        if let device = try? open(request.deviceName) { return device }
        return request.deviceName == nil ? nil : try? open(nil)
    }

    private func open(_ name: String?, takesFormat: Bool = false) throws(DeviceError) -> Device {
        let leader = state.withLock { state in
            defer { state.nextLeader += 1 }
            return state.nextLeader
        }
        let edge = DeviceEdge(renderer, leader: leader, clock: clock)
        var wanted = request
        wanted.deviceName = name
        let stream = try backend.openPlayback(wanted, rendering: edge.rendering)
        if takesFormat { renderer.take(stream.format) }
        guard edge.configure(stream) else {
            stream.close()
            throw .cannotConfigure(
                device: wanted.shownName, setting: "a graph of \(Int(request.sampleRateHz)) Hz", code: EINVAL,
                cause: "its \(Int(stream.format.sampleRateHz)) Hz are more than two octaves away")
        }
        return Device(stream: stream, edge: edge, name: name)
    }

    private func note(_ change: FailoverChange, _ state: inout State) {
        if state.changes.count == Self.changeLimit { state.changes.removeFirst() }
        state.changes.append(change)
    }
}
