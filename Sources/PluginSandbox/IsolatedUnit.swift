import AVFLV2Host
import AVFPluginCatalog
import AVFRealtime
import AVFRender
import CAVFRealtime
import Glibc
import Synchronization

/// An LV2 plugin in a plan that lives in a process of its own.
///
/// It makes the same samples as in this process. When its process is lost, an effect passes its input
/// through, an instrument goes silent, and everything else goes on.
package final class IsolatedUnit: AutomatedUnit, HostedPlugin, @unchecked Sendable {
    // Proof: see RenderUnit.
    package let facts: PluginFacts
    private let descriptor: UnitDescriptor
    let options: IsolationOptions
    private let room: PluginSharedMemory
    let flags: UnsafeMutablePointer<SandboxFlags>
    /// Owns the core's lists.
    private let lists = ForeignMemory()
    let core: UnsafeMutablePointer<IsolatedCore>
    package let transport = TransportSource()
    private let bypass = Atomic<Bool>(false)
    let state: Mutex<State>

    struct State {
        var place: PluginSlotOwner
        /// Up to which change of a parameter the latency is true.
        var askedChanges: UInt32
        var faults: [PluginFault] = []
        /// The kinds of trouble that have been told: they are told once.
        var told: Set<Once> = []
        /// Host times of the last losses, by the plugin itself and by others.
        var losses: [UInt64] = []
        var foreignLosses: [UInt64] = []
        var restarter: NamedThread?
        /// Told of a loss that comes when the unit is gone already: a plugin may crash while it is cleaned
        /// up.
        var lateListener: (@Sendable (PluginLoss) -> Void)?
        /// The newest state that was saved or restored, for a plugin that starts again.
        var lastState: UnitState?
        /// The properties that were set since.
        var settings: [(uri: String, value: PropertyValue)] = []
        /// The plugin keeps a process of its own, whatever its neighbours do.
        var isSolitary: Bool
    }

    /// A started plugin.
    ///
    /// `parameters` holds the targets of `facts.descriptor(sampleRateHz:)` at the configuration's rate.
    ///
    /// - Throws: What a `PluginUnit` throws, `noHostProgram`, `hostFailed`, and `lost` with what the plugin
    ///   did while it started.
    package init(
        _ facts: PluginFacts, _ configuration: UnitConfiguration, parameters: ParameterBlock,
        _ options: IsolationOptions = IsolationOptions()
    ) throws(PluginError) {
        _ = try PluginUnit.instanceCount(facts, configuration)
        let options = options.sensible
        let layout = PluginMemoryLayout(configuration, parameterCount: parameters.count)
        let meterPlaces = parameters.specs.indices.filter { parameters.specs[$0].isReadOnly }
        guard let room = PluginSharedMemory(layout), let meters = lists.array(meterPlaces) else {
            throw .instantiateFailed(
                uri: facts.uri, sampleRateHz: configuration.sampleRateHz, log: "there is not enough memory.")
        }
        // Alone at first, even if it is to live with others: most of what crashes does so at once.
        let hostProcess = try PluginHostProcess.launch(options)
        let askedChanges = parameters.reader.changeCount
        let (member, latencyFrames) = try hostProcess.start(
            facts, configuration, ParameterTargets(parameters), room)
        self.facts = facts
        descriptor = facts.descriptor(sampleRateHz: configuration.sampleRateHz)
        self.options = options
        self.room = room
        flags = .allocate(capacity: 1)
        flags.initialize(to: SandboxFlags())
        let parts = UnsafeMutablePointer<SubBlocks>.allocate(capacity: 1)
        parts.initialize(to: SubBlocks(parameterCount: parameters.count))
        core = .allocate(capacity: 1)
        core.initialize(
            to: IsolatedCore(
                room, flags, layout, parameters.reader, parts,
                meters: PluginPorts.List(elements: meters, count: meterPlaces.count),
                sampleRateHz: configuration.sampleRateHz,
                passesInput: facts.summary.audioInputCount > 0 && facts.summary.kind != .instrument,
                latencyFrames: latencyFrames, options))
        let place = PluginSlotOwner(hostProcess, member: member)
        state = Mutex(
            State(place: place, askedChanges: askedChanges, isSolitary: options.dedicatedProcess))
        super.init(
            configuration, parameters: parameters, latencyFrames: latencyFrames,
            takesMessages: descriptor.acceptsMIDI)
        self.parts = parts
        self.latencyFrames = believable(latencyFrames)
        flags.pointee.sit(place)
        watch(place)
    }

    deinit {
        let (place, listener) = state.withLock { ($0.place, $0.lateListener) }
        if let listener { place.hostProcess.onEnd(of: place.member) { listener($0.loss) } }
        place.hostProcess.leave(place.member)
        core.deinitialize(count: 1)
        core.deallocate()
        parts?.pointee.deallocate()
        parts?.deallocate()
        flags.deinitialize(count: 1)
        flags.deallocate()
    }

    /// A latency that can be: at most ten seconds.
    func believable(_ frameCount: Int) -> Int {
        (0...Int(10 * configuration.sampleRateHz)).contains(frameCount) ? frameCount : 0
    }

    // MARK: - Render side

    /// The plugin's process has buffers of its own.
    package override var allowsInPlace: Bool { false }

    package override var formsChains: Bool { true }

    package override func chained(with followers: [RenderUnit]) -> RenderUnit? {
        let members = [self] + followers.compactMap { $0 as? IsolatedUnit }
        guard members.count == followers.count + 1 else { return nil }
        IsolatedUnit.gather(members)
        return IsolatedChain(members)
    }

    /// A plugin that is lost has no latency any more.
    package override var latencyCanChange: Bool { true }

    package override func processSubBlock(_ block: RenderBlock) {
        guard block.frameCount > 0 else { return }
        if core.pointee.process(block, takeSwitches(block)) { latencyFrames = core.pointee.latencyFrames }
    }

    /// What holds for the next block; a reset is told once.
    ///
    /// Render thread.
    func takeSwitches(_ block: RenderBlock) -> BlockSwitches {
        BlockSwitches(
            isEnabled: !bypass.load(ordering: .relaxed),
            isOffline: flags.pointee.isOffline.load(ordering: .relaxed),
            resets: takeResetRequest(),
            position: isBlockStart ? transport.position(of: block) : TransportPosition())
    }

    // MARK: - Control side

    package var isBypassed: Bool {
        get { bypass.load(ordering: .relaxed) }
        set { bypass.store(newValue, ordering: .relaxed) }
    }

    package var rendersOffline: Bool {
        get { flags.pointee.isOffline.load(ordering: .relaxed) }
        set { flags.pointee.isOffline.store(newValue, ordering: .relaxed) }
    }

    package var mutedBlockCount: Int { flags.pointee.mutedBlocks.count }

    package var unreadableBlockCount: Int { flags.pointee.unreadableBlocks.count }

    /// Blocks that came too late or not at all, while the plugin's process lived. [any]
    package var lateBlockCount: Int { flags.pointee.lateBlocks.count }

    /// Calls for memory that the plugin has made in its blocks; nil if not counted. [any]
    package var allocationCount: Int? {
        let count = flags.pointee.allocationCount.load(ordering: .relaxed)
        return count < 0 ? nil : count
    }

    /// Hand-overs to the plugin's process so far, whichever of its plugins they were for. [any]
    package var handOverCount: UInt32 {
        place.hostProcess.room.memory.request.pointee.load(ordering: .relaxed)
    }

    /// Whether the plugin's process runs. [any]
    package var isAlive: Bool { place.hostProcess.room.line.pointee.isAlive.load(ordering: .acquiring) }

    /// The number of the plugin's process; nil when it is gone.
    package var processID: pid_t? { isAlive ? place.hostProcess.id : nil }

    var place: PluginSlotOwner { state.withLock { $0.place } }

    package func takeLog() -> String {
        guard isAlive, let bytes = try? ask(.takeLog) else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    package func takeFaults() -> [PluginFault] {
        let isAlive = isAlive
        return state.withLock { state in
            if mutedBlockCount > 0 { state.tellOnce(.unfitOutput) }
            if unreadableBlockCount > 0 { state.tellOnce(.unreadableMessages) }
            if flags.pointee.strayBlocks.count > 0 { state.tellOnce(.strayWrite) }
            if lateBlockCount > 0, isAlive { state.tellOnce(.late) }
            defer { state.faults = [] }
            return state.faults
        }
    }

    // MARK: - State

    package func saveState() throws(PluginError) -> UnitState {
        let bytes = try ask(.saveState)
        var state: UnitState
        do { state = try UnitState(bytes: bytes) } catch { throw .badState(error) }
        // The process has those of its newest block.
        state.parameters = UnitState(descriptor, parameters).parameters
        self.state.withLock { $0.remember(state) }
        return state
    }

    @discardableResult
    package func restoreState(_ state: UnitState) throws(PluginError) -> UnitState.Gaps {
        guard state.identifier == facts.uri else {
            throw .badState(.otherUnit(expected: facts.uri, found: state.identifier))
        }
        let answer = RestoreAnswer(try ask(.restoreState, state.bytes))
        _ = state.apply(to: parameters, of: descriptor)
        self.state.withLock { $0.remember(state) }
        latencyFrames = believable(answer.latencyFrames)
        return answer.gaps
    }

    /// A property for a plugin that starts again.
    func rememberProperty(_ uri: String, _ value: PropertyValue) {
        state.withLock { state in
            state.settings.removeAll { $0.uri == uri }
            state.settings.append((uri, value))
        }
    }

    func ask(
        _ kind: ControlMessage.Kind, _ payload: [UInt8] = []
    ) throws(PluginError) -> [UInt8] {
        let place = place
        do { return try place.hostProcess.ask(kind, of: place.member, payload) } catch {
            throw PluginError(error, name: facts.name)
        }
    }

    // MARK: - Losses

    /// Tells `listener`, on a thread that must not be kept, of a loss that comes after the unit's own end.
    package func onLateLoss(_ listener: @escaping @Sendable (PluginLoss) -> Void) {
        state.withLock { $0.lateListener = listener }
    }

    func watch(_ place: PluginSlotOwner) {
        place.hostProcess.onEnd(of: place.member) { [weak self, weak place] end in
            guard let self, let place, place === self.place else { return }
            lose(end)
        }
        place.hostProcess.onStuckWorker(of: place.member) { [weak self, weak place] seconds in
            guard let self, let place, place === self.place else { return }
            state.withLock { $0.faults.append(.stuckWorker(seconds: seconds)) }
            PluginFaultCount.add()
        }
    }

    /// On the supervisor's thread, after the render thread was sent away.
    private func lose(_ end: ProcessEnd) {
        let restarts = state.withLock { state in
            let restarts = state.mayRestart(after: end, options)
            state.faults.append(.lost(end.loss, restarts: restarts))
            // Who may have done it, or did it, shall not do it to others again.
            if end.isSuspect || !end.isUnaffected { state.isSolitary = true }
            return restarts
        }
        latencyFrames = 0
        PluginFaultCount.add()
        if restarts { startAnew(end) }
    }

    /// Starts the plugin again on a thread of its own: the supervisor has others to look after.
    private func startAnew(_ end: ProcessEnd) {
        let restarter = try? NamedThread(.worker) { [weak self] in self?.relaunch(end) }
        let old = state.withLock { state in
            defer { state.restarter = restarter }
            return state.restarter
        }
        withExtendedLifetime(old) {}
    }

    private func relaunch(_ end: ProcessEnd) {
        let goesOnTogether = end.isUnaffected && !end.isSuspect
        do {
            let hostProcess =
                goesOnTogether ? try place.hostProcess.successor() : try PluginHostProcess.launch(options)
            try settle(in: hostProcess)
            state.withLock { $0.faults.append(.restarted) }
        } catch {
            guard case .lost(_, let loss) = error else { return }
            lose(ProcessEnd(loss: loss, isUnaffected: false, isSuspect: false))
        }
        PluginFaultCount.add()
    }

    /// Starts the plugin in a process, in place of one that is gone.
    func settle(in hostProcess: PluginHostProcess) throws(PluginError) {
        let (place, latency) = try start(in: hostProcess)
        let old = state.withLock { state in
            defer { state.place = place }
            return state.place
        }
        latencyFrames = believable(latency)
        flags.pointee.sit(place)
        watch(place)
        old.hostProcess.leave(old.member)
        flags.pointee.waitUntilLeft()
    }

    /// Starts the plugin in a process, with what it had.
    func start(in hostProcess: PluginHostProcess) throws(PluginError) -> (PluginSlotOwner, latencyFrames: Int)
    {
        var (member, latency) = try hostProcess.start(
            facts, configuration, ParameterTargets(parameters), room)
        // The parameters are there, so only the rest is of interest.
        let (last, settings) = state.withLock { ($0.lastState, $0.settings) }
        if let last, !last.properties.isEmpty {
            _ = try? hostProcess.ask(.restoreState, of: member, last.bytes)
        }
        for (uri, value) in settings {
            _ = try? hostProcess.ask(.setProperty, of: member, PropertyValue.record(uri, value))
        }
        if last != nil || !settings.isEmpty { latency = askLatency(hostProcess, member) ?? latency }
        return (PluginSlotOwner(hostProcess, member: member), latency)
    }
}

extension IsolatedUnit.State {
    /// Foreign losses within a minute that a plugin goes on after, whatever its options say about its own.
    private static var foreignLossesPerMinute: Int { 4 }

    /// A kind of trouble that is told once.
    enum Once { case unfitOutput, unreadableMessages, strayWrite, late }

    fileprivate mutating func tellOnce(_ kind: Once) {
        guard told.insert(kind).inserted else { return }
        switch kind {
        case .unfitOutput: faults.append(.unfitOutput)
        case .unreadableMessages: faults.append(.unreadableMessages)
        case .strayWrite: faults.append(.strayWrite)
        case .late: faults.append(.late)
        }
    }

    /// Keeps a state for a plugin that starts again; it holds all that was set before.
    fileprivate mutating func remember(_ state: UnitState) {
        lastState = state
        settings = []
    }

    /// Counts a loss; whether the plugin starts again after it.
    fileprivate mutating func mayRestart(after end: ProcessEnd, _ options: IsolationOptions) -> Bool {
        let now = avf_rt_host_time()
        func recent(_ times: [UInt64]) -> [UInt64] { times.filter { now - $0 < 60_000_000_000 } + [now] }
        if end.isUnaffected {
            foreignLosses = recent(foreignLosses)
            return foreignLosses.count <= Self.foreignLossesPerMinute
        }
        losses = recent(losses)
        return losses.count <= options.restartsPerMinute
    }
}
