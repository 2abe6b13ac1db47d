import AVFRender
import CAVFRealtime
import Glibc
import Synchronization

/// An LV2 plugin in a plan that lives in a process of its own.
///
/// It makes the same samples as in this process. When its process is lost, an effect passes its input through, an
/// instrument goes silent, and everything else goes on.
package final class IsolatedUnit: AutomatedUnit, HostedPlugin, @unchecked Sendable {
    // Proof: see RenderUnit.
    package let facts: PluginFacts
    private let configuration: UnitConfiguration
    private let descriptor: UnitDescriptor
    private let options: IsolationOptions
    private let room: GuestRoom
    /// Owns the core's lists.
    private let lists = ForeignMemory()
    private let core: UnsafeMutablePointer<IsolatedCore>
    private let bypass = Atomic<Bool>(false)
    private let isSending = Atomic<Bool>(false)
    private let forwarding = Atomic<Bool>(false)
    private let state: Mutex<State>

    private struct State {
        var guest: GuestProcess
        var troubles: [PluginTrouble] = []
        var hasToldUnfitOutput = false
        var hasToldLateness = false
        /// Host times of the last losses.
        var losses: [UInt64] = []
        var restarter: NamedThread?
        /// Told of a loss that comes when the unit is gone already: a plugin may crash while it is cleaned up.
        var lateListener: (@Sendable (PluginLoss) -> Void)?
        /// The newest state that was saved or restored, for a plugin that starts again.
        var lastState: UnitState?
    }

    /// A started plugin.
    ///
    /// `parameters` holds the targets of `facts.descriptor(sampleRateHz:)` at the configuration's rate.
    ///
    /// - Throws: What a `PluginUnit` throws, `noHostProgram`, `hostFailed`, and `lost` with what the plugin did
    ///   while it started.
    package init(
        _ facts: PluginFacts, _ configuration: UnitConfiguration, parameters: ParameterBlock,
        _ options: IsolationOptions = IsolationOptions()
    ) throws(PluginError) {
        _ = try PluginUnit.instanceCount(facts, configuration)
        let options = options.sensible
        let layout = BlockLayout(configuration, parameterCount: parameters.count)
        let meterPlaces = parameters.specs.indices.filter { parameters.specs[$0].isReadOnly }
        guard let room = GuestRoom(layout), let meters = lists.array(meterPlaces) else {
            throw .instantiateFailed(
                uri: facts.uri, sampleRateHz: configuration.sampleRateHz, log: "there is not enough memory.")
        }
        let (guest, latencyFrames) = try Self.launch(facts, configuration, room, options)
        self.facts = facts
        self.configuration = configuration
        descriptor = facts.descriptor(sampleRateHz: configuration.sampleRateHz)
        self.options = options
        self.room = room
        core = .allocate(capacity: 1)
        core.initialize(
            to: IsolatedCore(
                room, layout, parameters.reader,
                meters: PluginPorts.List(elements: meters, count: meterPlaces.count),
                sampleRateHz: configuration.sampleRateHz,
                passesInput: facts.summary.audioInputCount > 0 && facts.summary.kind != .instrument,
                latencyFrames: latencyFrames, options))
        state = Mutex(State(guest: guest))
        super.init(configuration, parameters: parameters, latencyFrames: latencyFrames)
        self.latencyFrames = believable(latencyFrames)
        room.open()
        watch(guest)
    }

    deinit {
        let (guest, listener) = state.withLock { ($0.guest, $0.lateListener) }
        if let listener { guest.onLoss(listener) }
        guest.retire()
        core.pointee.deallocate()
        core.deallocate()
    }

    /// A latency that can be: at most ten seconds.
    private func believable(_ frameCount: Int) -> Int {
        (0...Int(10 * configuration.sampleRateHz)).contains(frameCount) ? frameCount : 0
    }

    /// A process with the plugin in it, and the plugin's latency.
    private static func launch(
        _ facts: PluginFacts, _ configuration: UnitConfiguration, _ room: GuestRoom,
        _ options: IsolationOptions
    ) throws(PluginError) -> (GuestProcess, latencyFrames: Int) {
        let guest = try GuestProcess.launch(room, options)
        let request = StartRequest(
            facts, configuration, memoryLimitBytes: options.memoryLimitBytes,
            firstRequest: room.memory.request.pointee.load(ordering: .relaxed),
            memoryByteCount: room.byteCount)
        do {
            let answer = StartAnswer(try guest.ask(.start, request.bytes))
            guest.setMemoryLimit(answer.memoryLimitBytes)
            return (guest, answer.latencyFrames)
        } catch {
            guest.retire()
            switch error {
            case .lost(let loss): throw .lost(name: facts.name, loss)
            case .refused(let reason): throw PluginError(record: reason)
            }
        }
    }

    // MARK: - Render side

    /// The plugin's process has buffers of its own.
    package override var allowsInPlace: Bool { false }

    /// A plugin that is lost has no latency any more.
    package override var latencyCanChange: Bool { true }

    package override func processPart(_ block: RenderBlock) {
        guard block.frameCount > 0 else { return }
        if takeResetRequest() { core.pointee.wantsReset = true }
        let isMade = core.pointee.process(
            block, isEnabled: !bypass.load(ordering: .relaxed),
            isOffline: room.flags.pointee.isOffline.load(ordering: .relaxed),
            forwardsMIDI: forwarding.load(ordering: .relaxed))
        if isMade { latencyFrames = core.pointee.latencyFrames }
    }

    // MARK: - Control side

    package var isBypassed: Bool {
        get { bypass.load(ordering: .relaxed) }
        set { bypass.store(newValue, ordering: .relaxed) }
    }

    package var rendersOffline: Bool {
        get { room.flags.pointee.isOffline.load(ordering: .relaxed) }
        set { room.flags.pointee.isOffline.store(newValue, ordering: .relaxed) }
    }

    package var mutedBlockCount: Int { room.flags.pointee.mutedBlockCount.load(ordering: .relaxed) }

    /// Blocks that came too late or not at all, while the plugin's process lived. [any]
    package var lateBlockCount: Int { room.flags.pointee.lateBlockCount.load(ordering: .relaxed) }

    /// Whether the plugin's process runs. [any]
    package var isAlive: Bool { room.flags.pointee.isAlive.load(ordering: .acquiring) }

    /// The number of the plugin's process; nil when it is gone.
    package var processID: pid_t? { isAlive ? state.withLock { $0.guest.id } : nil }

    package func send(_ events: [MIDIEvent]) -> Bool {
        while isSending.exchange(true, ordering: .acquiring) {}
        defer { isSending.store(false, ordering: .releasing) }
        guard events.count <= core.pointee.midi.room else { return false }
        for event in events { _ = core.pointee.midi.push(event) }
        return true
    }

    package var forwardsMIDI: Bool {
        get { forwarding.load(ordering: .relaxed) }
        set { forwarding.store(newValue, ordering: .relaxed) }
    }

    package var hasMIDI: Bool { core.pointee.madeMIDI.count > 0 }

    package func takeMIDI() -> MIDIEvent? { core.pointee.madeMIDI.pop() }

    package func takeLog() -> String {
        guard isAlive, let bytes = try? state.withLock({ $0.guest }).ask(.takeLog) else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    package func takeTroubles() -> [PluginTrouble] {
        state.withLock { state in
            if !state.hasToldUnfitOutput, mutedBlockCount > 0 {
                state.hasToldUnfitOutput = true
                state.troubles.append(.unfitOutput)
            }
            if !state.hasToldLateness, lateBlockCount > 0, isAlive {
                state.hasToldLateness = true
                state.troubles.append(.late)
            }
            defer { state.troubles = [] }
            return state.troubles
        }
    }

    // MARK: - State

    package func saveState() throws(PluginError) -> UnitState {
        let bytes = try ask(.saveState)
        var state: UnitState
        do { state = try UnitState(bytes: bytes) } catch { throw .badState(error) }
        // The process has those of its newest block.
        state.parameters = UnitState(descriptor, parameters).parameters
        self.state.withLock { $0.lastState = state }
        return state
    }

    @discardableResult
    package func restoreState(_ state: UnitState) throws(PluginError) -> UnitState.Gaps {
        guard state.identifier == facts.uri else {
            throw .badState(.otherUnit(expected: facts.uri, found: state.identifier))
        }
        let answer = RestoreAnswer(try ask(.restoreState, state.bytes))
        _ = state.apply(to: parameters, of: descriptor)
        self.state.withLock { $0.lastState = state }
        latencyFrames = believable(answer.latencyFrames)
        return answer.gaps
    }

    private func ask(
        _ kind: ControlMessage.Kind, _ payload: [UInt8] = []
    ) throws(PluginError) -> [UInt8] {
        let guest = state.withLock { $0.guest }
        do { return try guest.ask(kind, payload) } catch {
            switch error {
            case .lost(let loss): throw .lost(name: facts.name, loss)
            case .refused(let reason): throw PluginError(record: reason)
            }
        }
    }

    // MARK: - Losses

    /// Tells `listener`, on a thread that must not be kept, of a loss that comes after the unit's own end.
    package func onLateLoss(_ listener: @escaping @Sendable (PluginLoss) -> Void) {
        state.withLock { $0.lateListener = listener }
    }

    private func watch(_ guest: GuestProcess) {
        guest.onLoss { [weak self] loss in self?.lose(loss) }
    }

    /// On the supervisor's thread, after the render thread was sent away.
    private func lose(_ loss: PluginLoss) {
        let restarts = state.withLock { state in
            let now = avf_rt_host_time()
            state.losses = state.losses.filter { now - $0 < 60_000_000_000 } + [now]
            let restarts = state.losses.count <= options.restartsPerMinute
            state.troubles.append(.lost(loss, restarts: restarts))
            return restarts
        }
        latencyFrames = 0
        PluginTroubleCount.add()
        if restarts { startAnew() }
    }

    /// Starts the plugin again on a thread of its own: the supervisor has others to look after.
    private func startAnew() {
        let restarter = try? NamedThread(.worker) { [weak self] in self?.relaunch() }
        let old = state.withLock { state in
            defer { state.restarter = restarter }
            return state.restarter
        }
        withExtendedLifetime(old) {}
    }

    private func relaunch() {
        do {
            let (guest, latency) = try Self.launch(facts, configuration, room, options)
            // The parameters come with the next block, so only the rest is of interest.
            if let last = state.withLock({ $0.lastState }) { _ = try? guest.ask(.restoreState, last.bytes) }
            state.withLock { state in
                state.guest = guest
                state.troubles.append(.restarted)
            }
            latencyFrames = believable(latency)
            room.open()
            watch(guest)
        } catch {
            guard case .lost(_, let loss) = error else { return }
            lose(loss)
        }
        PluginTroubleCount.add()
    }
}
