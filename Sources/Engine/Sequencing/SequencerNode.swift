import AVFGraph
import AVFRender
import AVFSequencing
import Synchronization

/// Plays a sequencer's song into event wires, one for each destination, and leads the transport.
package final class SequencerNode: EngineNode, @unchecked Sendable {  // Proof: see EngineNode.
    /// Nodes that a song can be played to.
    package static let busCount = 32

    /// What the node has reported, on the pump thread.
    typealias Listener = @Sendable (_ report: SequencerReport, _ bytes: [UInt8]) -> Void

    let link = SequencerLink(busCount: SequencerNode.busCount)
    /// The link's calls of the control side take turns; taken before the engine's locks.
    let turns = RecursiveLock()
    private let made = Mutex<(unit: SequencerUnit, sampleRateHz: Double)?>(nil)
    private let listener = Mutex<Listener?>(nil)
    /// Who hears of the end of the song alone.
    private let endListener = Mutex<(@Sendable () -> Void)?>(nil)
    /// What is called once the engine has rendered so many frames.
    private let alarm = Mutex<(frame: Int64, call: @Sendable () -> Void)?>(nil)
    private let hasAlarm = Atomic<Bool>(false)
    /// Whether it leaves its engine once all its notes have ended.
    private let isLeaving = Atomic<Bool>(false)
    /// Events left out that have been told of.
    private let toldDropCount = Atomic<Int>(0)

    /// A node that plays nothing yet.
    init() {
        super.init(
            name: "sequencer", role: .source, inputBusCount: 0, outputBusCount: 0,
            eventOutputCount: Self.busCount, originatesEvents: true)
    }

    override var leadsTransport: Bool { true }

    override func unit(for request: UnitRequest) throws(EngineError) -> RenderUnit {
        made.withLock { made in
            if let made, made.sampleRateHz == request.sampleRateHz { return made.unit }
            let unit = SequencerUnit(link, sampleRateHz: request.sampleRateHz)
            made = (unit, request.sampleRateHz)
            return unit
        }
    }

    override func stillHas(_ unit: RenderUnit) -> Bool { made.withLock { $0?.unit === unit } }

    /// Sample rate of the unit, in Hz; nil before the engine was started.
    var sampleRateHz: Double? { made.withLock { $0?.sampleRateHz } }

    // MARK: - Reports

    /// Sets who hears of user events, meta events and the end; nil for none.
    func setListener(_ newListener: Listener?) {
        // The old one goes outside of the lock: with it may go what the program has given it.
        let old = listener.withLock { listener in
            defer { listener = newListener }
            return listener
        }
        withExtendedLifetime(old) {}
    }

    /// Sets who hears of the end of the song, beside the listener; nil for none.
    func setEndListener(_ newListener: (@Sendable () -> Void)?) {
        endListener.withLock { $0 = newListener }
    }

    /// Calls something once, on the pump thread, when so many seconds more were rendered; nil for nothing.
    func setAlarm(afterSeconds seconds: Double = 0, _ call: (@Sendable () -> Void)?) {
        let rate = engine?.format.sampleRateHz ?? 0
        let frame = (engine?.renderedFrameCount ?? 0) + Int64(seconds * rate)
        alarm.withLock { $0 = call.map { (frame, $0) } }
        hasAlarm.store(call != nil, ordering: .releasing)
    }

    /// The call that is due; nil for none.
    private func takeAlarm() -> (@Sendable () -> Void)? {
        guard hasAlarm.load(ordering: .acquiring), let position = engine?.renderedFrameCount else {
            return nil
        }
        return alarm.withLock { alarm in
            guard let due = alarm, due.frame <= position else { return nil }
            alarm = nil
            hasAlarm.store(false, ordering: .releasing)
            return due.call
        }
    }

    override var isAttended: Bool { true }

    /// Stops for good, and leaves the engine once all notes have ended.
    func leave() {
        guard let engine else { return }
        turns.withLock { link.stop() }
        isLeaving.store(true, ordering: .releasing)
        if engine.runState == .stopped { leaveNow() }
    }

    private func leaveNow() {
        guard let engine else { return }
        engine.recordingErrors("sequencer") { () throws(EngineError) in try engine.detach(self) }
    }

    override var hasReports: Bool {
        isLeaving.load(ordering: .acquiring) || hasAlarm.load(ordering: .acquiring) || link.hasReports
            || link.droppedEventCount > toldDropCount.load(ordering: .relaxed)
    }

    override func collectReports(_ context: ReportContext) -> [@Sendable () -> Void] {
        if isLeaving.load(ordering: .acquiring) {
            return turns.withLock { link.isStill } ? [{ [weak self] in self?.leaveNow() }] : []
        }
        let dropped = link.droppedEventCount
        let untold = dropped - toldDropCount.exchange(dropped, ordering: .relaxed)
        if untold > 0 { engine?.emit(.failed(.eventsDropped(node: name, count: untold))) }
        let (listener, endListener) = (listener.withLock { $0 }, endListener.withLock { $0 })
        var calls: [@Sendable () -> Void] = takeAlarm().map { [$0] } ?? []
        for report in link.takeReports() {
            calls.append {
                listener?(report.report, report.bytes)
                if report.report.kind == .ended { endListener?() }
            }
        }
        return calls
    }
}
