import AVFGraph
import AVFMedia
import AVFRender

extension AudioEngine {
    /// Measures how long each unit takes, from the next block on. [any]
    ///
    /// While off it costs nothing.
    package var isProfiling: Bool {
        get { host.renderer.isProfiling }
        set {
            if newValue { learnCalls() }
            host.renderer.isProfiling = newValue
        }
    }

    /// What rendering has cost while it was measured.
    package var renderCosts: RenderCosts {
        drainProfile()
        return host.profiler.statistics()
    }

    /// Forgets what rendering has cost so far.
    package func resetRenderCosts() {
        drainProfile()
        host.profiler.reset()
    }

    /// Writes every further block into a file, as events of Chrome's tracing format, and measures.
    ///
    /// - Throws: `EngineError.media` if the file cannot be made.
    package func startTrace(path: String) throws(EngineError) {
        do {
            let trace = try TraceFile(path: path)
            drainProfile()
            try host.profiler.setTrace(trace)
        } catch {
            throw .media(error)
        }
        isProfiling = true
    }

    /// Completes the trace and measures no more.
    ///
    /// - Throws: `EngineError.media` if it could not be written to its end.
    package func stopTrace() throws(EngineError) {
        isProfiling = false
        drainProfile()
        do { try host.profiler.setTrace(nil) } catch { throw .media(error) }
    }

    /// The node that a row of the statistics is about; nil if it is none or gone.
    package func node(of statistics: NodeCosts) -> EngineNode? {
        statistics.node.flatMap { id in state.withLock { $0.nodes[id] } }
    }

    /// Takes what the render thread has measured.
    func drainProfile() {
        host.profiler.drain(sampleRateHz: format.sampleRateHz)
    }

    /// Tells the profiler whose the units of the newest plan are.
    func learnCalls() {
        host.profiler.learn(
            state.withLock { state in
                let steps = state.schedule?.steps ?? []
                return state.profiledUnits.map { unit in
                    (unit.number, state.profiledCall(steps[unit.steps].map(\.call)))
                }
            })
    }
}

extension EngineState {
    /// What a unit of the newest plan is called in tables; nil if it is in none.
    func name(ofUnit number: UInt64) -> String? {
        guard let schedule, let unit = profiledUnits.first(where: { $0.number == number }) else { return nil }
        return profiledCall(schedule.steps[unit.steps].map(\.call)).name
    }

    fileprivate func profiledCall(_ calls: [Schedule.Call]) -> ProfiledCall {
        let all = calls.map(profiledCall)
        guard all.count != 1 else { return all[0] }
        return ProfiledCall(name: all.map(\.name).joined(separator: " + "), node: nil)
    }

    private func profiledCall(_ call: Schedule.Call) -> ProfiledCall {
        switch call {
        case .node(let id): ProfiledCall(name: name(of: id), node: id)
        case .tap(let place): ProfiledCall(name: "tap on \(name(of: place.node)) bus \(place.bus)", node: nil)
        case .eventTap(let id): ProfiledCall(name: "MIDI listener of \(name(of: id))", node: nil)
        case .eventMerge(let wire):
            ProfiledCall(name: "MIDI of \(name(of: wire.source.node)) joined", node: nil)
        case .eventDelay(let wire, let frames):
            ProfiledCall(
                name: "MIDI delay of \(frames) frames behind \(name(of: wire.source.node))", node: nil)
        case .delay(let wire, let frames):
            ProfiledCall(name: "delay of \(frames) frames behind \(name(of: wire.source.node))", node: nil)
        case .bridge(let wire, let from, let to):
            ProfiledCall(
                name: "\(Int(from)) to \(Int(to)) Hz behind \(name(of: wire.source.node))", node: nil)
        case .pace(let wire):
            ProfiledCall(name: "rate of \(name(of: wire.source.node))", node: nil)
        }
    }

    private func name(of id: NodeID) -> String { nodes[id]?.name ?? "a node that is gone" }
}
