import AVFRealtime
import CAVFRealtime
import Glibc
import Synchronization

/// A capturing stream that waits for its device to come back.
///
/// While there is no device nothing is handed over: an `InputFollower` makes that silence, and sets its
/// latency anew afterwards. A device of another rate or with other channels than the first one is converted
/// to what that one had promised.
/// `@unchecked Sendable`: what changes lies behind a lock, which is not held while a device is opened.
package final class FailoverCapture: DeviceStream, @unchecked Sendable {
    /// An open device and its edge.
    private struct Device {
        let stream: any DeviceStream
        let edge: CaptureEdge
    }

    private struct State {
        var device: Device?
        var isRunning = false
        var isClosed = false
        var retry = RetryPauses()
        var earlierXrunCount = 0
        var changes: [FailoverChange] = []
        var events: [DeviceEvent] = []
    }

    package let format: DeviceStreamFormat
    private let backend: any DeviceBackend
    private let request: DeviceStreamRequest
    private let capturing: DeviceCapturing
    private let clock: HostClock
    private let changes: DeviceChanges?
    private let runsThreads: Bool
    private let current = Mutex(State())
    private let isNewsOfDevices = Atomic<Bool>(false)
    private let supervisor: SupervisorThread

    private static let eventLimit = 16

    /// Opens the device that is asked for; without a default one it waits for one.
    ///
    /// `clock` is host time; with a test's own, and `runsThreads` false, the test calls `supervise`.
    /// - Throws: `DeviceError`, when a device was named and does not open, or for a bad request.
    package init(
        backend: some DeviceBackend, request: DeviceStreamRequest, capturing: DeviceCapturing,
        changes: DeviceChanges? = nil, clock: @escaping HostClock = avf_rt_host_time, runsThreads: Bool = true
    ) throws(DeviceError) {
        try request.validate()
        self.backend = backend
        self.request = request
        self.capturing = capturing
        self.changes = changes
        self.clock = clock
        self.runsThreads = runsThreads
        supervisor = SupervisorThread()
        let edge = CaptureEdge(capturing)
        var first: Device?
        var loss: DeviceError?
        do {
            first = Device(
                stream: try backend.openCapture(request, capturing: edge.capturing), edge: edge)
        } catch {
            if request.deviceName != nil { throw error }
            loss = error
        }
        format =
            first?.stream.format
            ?? DeviceStreamFormat(
                deviceName: request.shownName, sampleRateHz: request.sampleRateHz,
                channelCount: request.channelCount, periodFrameCount: request.periodFrameCount,
                bufferFrameCount: request.periodFrameCount * request.periodCount)
        _ = edge.configure(format, promised: format)
        current.withLock { state in
            state.device = first
            if let loss { state.changes.append(.lost(loss)) }
        }
    }

    deinit { close() }

    package var state: DeviceStreamState {
        current.withLock { $0.isClosed ? .closed : $0.isRunning ? .running : .stopped }
    }
    package var xrunCount: Int {
        current.withLock { $0.earlierXrunCount + ($0.device?.stream.xrunCount ?? 0) }
    }
    package var latencyFrameCount: Int {
        guard let device = current.withLock({ $0.device }) else { return format.periodFrameCount }
        let seconds = Double(device.stream.latencyFrameCount) / device.stream.format.sampleRateHz
        return Int((seconds * format.sampleRateHz).rounded()) + device.edge.latencyFrameCount
    }
    /// The format of the device that captures; nil while there is none. [control]
    package var deviceFormat: DeviceStreamFormat? { current.withLock { $0.device }?.stream.format }

    /// Starts to capture, or to wait for a device.
    ///
    /// - Throws: `DeviceError.closed`, or `.cannotStart` when there is no thread. A device that does not
    ///   start is a device that is gone.
    package func start() throws(DeviceError) {
        guard state != .closed else { throw .closed(device: format.deviceName) }
        guard state != .running else { return }
        let device = current.withLock { state in
            state.isRunning = true
            return state.device
        }
        if let device { begin(device, now: clock()) }
        guard runsThreads else { return }
        do throws(DeviceError) {
            try supervisor.start(deviceName: format.deviceName) { [unowned self] in supervise() }
        } catch {
            stop()
            throw error
        }
        // Without the watch it looks for devices now and then.
        try? changes?.start { [weak self] in self?.devicesHaveChanged() }
    }

    package func stop() {
        changes?.stop()
        supervisor.stop()
        let device = current.withLock { state in
            state.isRunning = false
            return state.device
        }
        device?.stream.stop()
    }

    package func close() {
        stop()
        let device = current.withLock { state in
            state.isClosed = true
            return state.device.take()
        }
        device?.stream.close()
    }

    package func nextEvent() -> DeviceEvent? {
        current.withLock { $0.events.isEmpty ? nil : $0.events.removeFirst() }
    }

    /// Takes the oldest change of the device: one for each real change, after it works.
    ///
    /// [control]
    package func nextChange() -> FailoverChange? {
        current.withLock { $0.changes.isEmpty ? nil : $0.changes.removeFirst() }
    }

    /// Tells that devices have come or gone: one is looked for soon. [any]
    package func devicesHaveChanged() {
        isNewsOfDevices.store(true, ordering: .releasing)
        supervisor.wake()
    }

    /// Looks after the device once: for tests, instead of the stream's own thread.
    package func supervise() {
        let now = clock()
        let (device, isRunning) = current.withLock { ($0.device, $0.isRunning) }
        guard isRunning else { return }
        guard let device else { return look(now: now) }
        while let event = device.stream.nextEvent() {
            if case .lost(let error) = event { return lose(device, error, now: now) }
            current.withLock { Self.append(event, to: &$0.events) }
        }
    }

    private func look(now: UInt64) {
        if isNewsOfDevices.exchange(false, ordering: .acquiring) { current.withLock { $0.retry.restart() } }
        guard current.withLock({ $0.retry.isDue(now: now) }) else { return }
        guard let device = openAgain() else { return current.withLock { $0.retry.fail(now: now) } }
        let isWanted = current.withLock { state in
            if state.isRunning { state.device = device }
            return state.isRunning
        }
        guard isWanted else { return device.stream.close() }
        guard begin(device, now: now) else { return }
        current.withLock { state in
            state.retry.succeed()
            Self.append(.found(device.stream.format), to: &state.changes)
        }
    }

    private func openAgain() -> Device? {
        let edge = CaptureEdge(capturing)
        guard let stream = try? backend.openCapture(request, capturing: edge.capturing) else { return nil }
        if edge.configure(stream.format, promised: format) { return Device(stream: stream, edge: edge) }
        stream.close()
        return nil
    }

    /// False if the device does not start.
    @discardableResult
    private func begin(_ device: Device, now: UInt64) -> Bool {
        do {
            try device.stream.start()
            return true
        } catch {
            lose(device, error, now: now)
            return false
        }
    }

    private func lose(_ device: Device, _ error: DeviceError, now: UInt64) {
        device.stream.close()
        current.withLock { state in
            state.earlierXrunCount += device.stream.xrunCount
            state.device = nil
            state.retry.fail(now: now)
            Self.append(.lost(error), to: &state.changes)
        }
    }

    // What is not taken is forgotten from the oldest on.
    private static func append<Element>(_ element: Element, to list: inout [Element]) {
        if list.count == eventLimit { list.removeFirst() }
        list.append(element)
    }
}
