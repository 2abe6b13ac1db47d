import AVFRealtime
import CAVFRealtime
import Synchronization

/// A playing stream that no device can stop.
///
/// The callback sees one format and an unbroken count of frames. While a device leads, it asks for the
/// blocks; when it goes away, a timer does, and when the device or another one appears, that is opened and
/// filled with silence beside the timer, and leads from a block's boundary on. What its format needs is
/// converted at the edge. `@unchecked Sendable`: as `DeviceStream` says; `supervise` and `tick` have a thread
/// each.
package final class FailoverStream: DeviceStream, @unchecked Sendable {
    package let format: DeviceStreamFormat
    private let request: DeviceStreamRequest
    private let priority: Int
    private let status = DeviceStreamStatus()
    private let renderer: BlockRenderer
    private let timer: FailoverTimer
    private let supervisor: FailoverSupervisor
    private let clock: HostClock
    private let timerThread: RenderThread
    private let wake = Semaphore()
    private let supervisorThread = SupervisorThread()
    private let changes: DeviceChanges?
    private let runsThreads: Bool

    private static let idleMilliseconds = 100

    /// Opens the device that is asked for, or keeps time without one if it is the default that is missing.
    ///
    /// With `takesFirstFormat` the first device's format is the stream's, else what is asked for; without a
    /// first device it is that in any case. A request that `waitsUntilUsed` opens nothing.
    ///
    /// With `changes` it looks for a device as soon as there is news of one, and not only now and then.
    /// `clock` is host time; with a test's own, and `runsThreads` false, the test calls `supervise` and
    /// `tick`.
    /// - Throws: `DeviceError`, when a device was named and does not open, or for a bad request.
    package init(
        backend: some DeviceBackend, request: DeviceStreamRequest, rendering: DeviceRendering,
        takesFirstFormat: Bool = false, changes: DeviceChanges? = nil,
        clock: @escaping HostClock = avf_rt_host_time, runsThreads: Bool = true
    ) throws(DeviceError) {
        try request.validate()
        self.request = request
        self.clock = clock
        self.changes = changes
        self.runsThreads = runsThreads
        priority = request.priority
        let asked = DeviceStreamFormat(
            deviceName: request.shownName, sampleRateHz: request.sampleRateHz,
            channelCount: request.channelCount, periodFrameCount: request.periodFrameCount,
            bufferFrameCount: request.periodFrameCount * request.periodCount)
        renderer = BlockRenderer(rendering, format: asked)
        timer = FailoverTimer(renderer, status: status)
        supervisor = FailoverSupervisor(
            backend: backend, request: request, renderer, timer, status: status, clock: clock)
        timerThread = RenderThread(deviceName: request.shownName, status: status)
        try supervisor.openFirst(takesFormat: takesFirstFormat)
        format = renderer.format
        timer.prepare()
    }

    deinit { close() }

    package var state: DeviceStreamState { status.state }
    package var xrunCount: Int { status.xrunCount }
    package var latencyFrameCount: Int { supervisor.latencyFrameCount }
    package var disturbanceCount: Int { renderer.disturbanceCount }
    /// Frames rendered since the stream was opened: whole blocks, whoever led. [any]
    package var renderedFrameCount: Int { renderer.renderedFrameCount }
    /// The format of the device that leads; nil while the timer does. [control]
    package var deviceFormat: DeviceStreamFormat? { supervisor.deviceFormat }

    /// Starts to render, by the device or by the timer.
    ///
    /// - Throws: `DeviceError.closed`, or `.cannotStart` when there are no threads. A device that does not
    ///   start is a device that is gone.
    package func start() throws(DeviceError) {
        guard status.state != .running else { return }
        guard status.state != .closed else { throw .closed(device: format.deviceName) }
        guard runsThreads else {
            status.state = .running
            return supervisor.start(now: clock())
        }
        try timerThread.start(priority: priority, tellsRefusal: false, prepare: {}, loop: timerLoop)
        supervisor.start(now: clock())
        wake.signal()
        do throws(DeviceError) {
            try supervisorThread.start(deviceName: format.deviceName) { [unowned self] in
                supervise()
                if renderer.leader == FailoverTimer.leader { wake.signal() }
            }
        } catch {
            stop()
            throw error
        }
        // Without the watch it looks for devices now and then.
        try? changes?.start { [weak self] in self?.devicesHaveChanged() }
    }

    package func stop() {
        changes?.stop()
        supervisorThread.stop()
        supervisor.stop()
        status.stopIsRequested = true
        wake.signal()
        if runsThreads { timerThread.stop() }
        if status.state == .running { status.state = .stopped }
    }

    package func close() {
        guard status.state != .closed else { return }
        stop()
        supervisor.close()
        status.state = .closed
    }

    package func nextEvent() -> DeviceEvent? {
        status.nextEvent { .lost(device: format.deviceName, code: $0, cause: SystemError.text($0)) }
    }

    /// Takes the oldest change of the device: one for each real change, after it works.
    ///
    /// [control]
    package func nextChange() -> FailoverChange? { supervisor.nextChange() }

    /// Looks for a device from now on.
    ///
    /// [control]
    package func use() {
        supervisor.use()
        supervisorThread.wake()
    }

    /// Tells that devices have come or gone: a better one is looked for soon. [any]
    package func devicesHaveChanged() {
        supervisor.devicesHaveChanged()
        supervisorThread.wake()
    }

    /// Looks after the device once: for tests, instead of the stream's own thread.
    package func supervise() {
        supervisor.supervise(now: clock())
    }

    /// Renders what the timer has to render now: for tests, instead of the stream's own thread.
    ///
    /// Returns when to call again; nil while a device leads.
    package func tick() -> UInt64? { timer.tick(now: clock()) }

    private var timerLoop: @Sendable () -> Void {
        { [status, timer, wake, clock] in
            while !status.stopIsRequested {
                let longest = clock() + UInt64(Self.idleMilliseconds) * 1_000_000
                guard let next = timer.tick(now: clock()) else {
                    wake.wait(milliseconds: Self.idleMilliseconds)
                    continue
                }
                MonotonicClock.sleep(untilNanoseconds: min(next, longest))
            }
        }
    }
}
