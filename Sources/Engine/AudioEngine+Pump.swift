import AVFDevices
import AVFGraph
import AVFRealtime
import AVFRender
import AVFUnits

extension AudioEngine {
    /// Starts the threads that run the user's blocks and read files ahead.
    func startThreads() throws(EngineError) {
        do {
            try threads.withLock { threads in
                if threads.pump == nil {
                    threads.pump = try HelperThread(.pump, host.pumpWakeup, everyMilliseconds: 20) {
                        [weak self] in self?.pump() ?? false
                    }
                }
                if threads.disk == nil {
                    threads.disk = try HelperThread(.disk, host.diskWakeup, everyMilliseconds: 50) {
                        [weak self] in self?.feedLive() ?? false
                    }
                }
            }
        } catch let failure as NamedThread.Failure {
            throw .noThread(failure)
        } catch {
            throw .notRunning(call: "start")
        }
    }

    func endThreads() {
        let ended = threads.withLock { threads in
            defer { threads = (nil, nil) }
            return threads
        }
        ended.pump?.end()
        ended.disk?.end()
    }

    // MARK: - Pump thread

    /// Runs every user block that is due.
    ///
    /// No lock is held meanwhile.
    private func pump() -> Bool {
        host.renderer.slot.collect()
        if isProfiling { drainProfile() }
        let servicedNodes = state.withLock { $0.servicedNodes }
        for node in servicedNodes.attended where node.hasReports {
            node.collectReports(reportContext(of: node)).forEach { $0() }
        }
        for node in servicedNodes.tapped {
            let context = reportContext(of: node)
            node.taps.values.forEach { $0.deliver(context) }
        }
        host.tapWakeup.signal()
        reportDroppedEvents()
        if mode != .offline { reportFaults(servicedNodes) }
        takeLaterCalls().forEach { $0() }
        pollDevice()
        if runState == .running, mode != .offline { followLatencies() }
        return true
    }

    /// Lets the pump run calls; runs them here if there is no pump.
    func runLater(_ calls: [@Sendable () -> Void]) {
        guard threads.withLock({ $0.pump != nil }) else { return calls.forEach { $0() } }
        laterCalls.withLock { $0 += calls }
        host.pumpWakeup.signal()
    }

    /// Lets the pump run a call; drops it if there is no pump.
    func later(_ call: @escaping @Sendable () -> Void) {
        guard threads.withLock({ $0.pump != nil }) else { return }
        laterCalls.withLock { $0.append(call) }
        host.pumpWakeup.signal()
    }

    /// Tells of messages that found no room, with the node that made the newest of them.
    private func reportDroppedEvents() {
        guard let drops = host.eventDrops.pointer.pointee.take() else { return }
        let node = state.withLock { $0.name(ofUnit: drops.unit) }
        emit(.failed(.eventsDropped(node: node, count: drops.count)))
    }

    private func takeLaterCalls() -> [@Sendable () -> Void] {
        laterCalls.withLock { calls in
            defer { calls = [] }
            return calls
        }
    }

    func reportContext(of node: EngineNode) -> ReportContext {
        ReportContext(isLive: mode == .device) { [weak self, weak node] in
            guard let self, let node else { return nil }
            return newestInstant(of: node)
        }
    }

    private func pollDevice() {
        let (stream, input) = state.withLock { ($0.stream, $0.input.live) }
        if let input { poll(input) }
        pollFurtherOutputs()
        guard let stream else { return }
        while let change = stream.nextChange() { emit(.deviceChanged(.playback, change)) }
        while let event = stream.nextEvent() {
            switch event {
            case .xrun(let frameCount):
                if isProfiling { host.profiler.noteDropout() }
                emit(.dropout(frameCount: frameCount))
            case .lost(let error):
                stop()
                state.withLock { $0.lastError = .device(error) }
                emit(.deviceLost(.device(error)))
            }
        }
    }

    /// Without a capturing device the input is silent, and all else goes on.
    private func poll(_ input: LiveInput) {
        let stream = input.follower.stream
        while let change = stream.nextChange() { emit(.deviceChanged(.capture, change)) }
        while let event = stream.nextEvent() {
            switch event {
            case .xrun(let frameCount): emit(.dropout(frameCount: frameCount))
            case .lost(let error): emit(.deviceChanged(.capture, .lost(error)))
            }
        }
    }

    // MARK: - Disk thread

    private func feedLive() -> Bool {
        if mode != .offline { feedAll(isOffline: false) }
        return true
    }

    func feedAll(isOffline: Bool) {
        _ = state.withLock { $0.servicedNodes }.feed(
            frameCount: PlayerNode.readAheadFrameCount, isOffline: isOffline)
    }

    /// Wakes the thread that feeds players.
    func wakeFeeder() { host.diskWakeup.signal() }
}
