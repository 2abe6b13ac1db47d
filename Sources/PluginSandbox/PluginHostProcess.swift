import AVFLV2Host
import AVFPluginCatalog
import AVFRealtime
import AVFRender
import CAVFRealtime
import CAVFShimsProcess
import Glibc
import Synchronization

/// One run of the helper program, with the lines to it.
///
/// It begins with one plugin; the neighbours of that one in a graph may move in. Control side, any thread.
/// The supervisor watches the process; when the last plugin leaves, it is let go.
final class PluginHostProcess: Sendable {
    /// Why a question has no answer.
    enum Failure: Error {
        /// The process is lost.
        case lost(PluginLoss)
        /// The plugin refuses, with its reason.
        case refused([UInt8])
    }

    /// Plugins that have left are cleaned up with the process: so many of them are kept.
    private static let mostParked = 8

    /// The process's number.
    let id: pid_t
    let room: ChannelSharedMemory
    let options: IsolationOptions
    private let socket: ControlSocket
    /// The turn to ask.
    private let asking = Mutex<Void>(())
    private let state = Mutex<State>(State())
    /// Where innocent plugins go on.
    private let succession = Mutex<PluginHostProcess?>(nil)
    private let ended = Latch()

    private struct State {
        var members: [HostedPluginRecord] = []
        /// Whom the process is asked about at present.
        var attended: Int?
        var loss: PluginLoss?
        /// Why the process is about to be ended, where its wait status will not tell.
        var verdict: PluginLoss?
        var faultingMember: Int?
        var isRetired = false
        var memoryLimitBytes: UInt64 = 0
        /// Whose graph it serves: two of them would not render on the same thread.
        var owner: ObjectIdentifier?
    }

    init(id: pid_t, _ socket: ControlSocket, _ room: ChannelSharedMemory, _ options: IsolationOptions) {
        self.id = id
        self.socket = socket
        self.room = room
        self.options = options
    }

    /// Runs the helper program.
    ///
    /// - Throws: `noHostProgram`, or `hostFailed` with the system's reason.
    static func launch(_ options: IsolationOptions) throws(PluginError) -> PluginHostProcess {
        guard let room = ChannelSharedMemory() else {
            throw .hostFailed(path: HostProgram.name, reason: "there is not enough memory")
        }
        return try ProcessSupervisor.shared.launch(
            path: try HostProgram.path(given: options.programPath), room, options)
    }

    // MARK: - Members

    /// Whether another plugin may move in.
    var hasRoom: Bool {
        state.withLock { state in
            state.loss == nil && state.verdict == nil && !state.isRetired
                && state.members.count < ChannelMemory.memberCapacity
                && state.members.count(where: \.hasLeft) < Self.mostParked
        }
    }

    /// Whether several plugins live here.
    var isShared: Bool { state.withLock { $0.members.count(where: { !$0.hasLeft }) > 1 } }

    /// Whose graph the process serves.
    var owner: ObjectIdentifier? {
        get { state.withLock { $0.owner } }
        set { state.withLock { $0.owner = newValue } }
    }

    /// Starts a plugin in the process; gives its number and its latency.
    ///
    /// - Throws: What the plugin refuses with, or `lost` with what it did; it has left then.
    func start(
        _ facts: PluginFacts, _ configuration: UnitConfiguration, _ parameters: ParameterTargets,
        _ blocks: PluginSharedMemory
    ) throws(PluginError) -> (member: Int, latencyFrames: Int) {
        let member = state.withLock { state in
            state.members.append(HostedPluginRecord(name: facts.name))
            return state.members.count - 1
        }
        // Each instance has the whole time.
        let instanceCount = (try? PluginUnit.instanceCount(facts, configuration)) ?? 1
        let request = StartRequest(
            facts, configuration, parameters, memoryLimitBytes: options.memoryLimitBytes,
            memoryByteCount: blocks.byteCount)
        do {
            let answer = StartAnswer(
                try ask(
                    .start, of: member, request.bytes, descriptor: blocks.descriptor,
                    seconds: options.startSeconds * Double(instanceCount)))
            state.withLock { state in
                state.memoryLimitBytes = answer.memoryLimitBytes
                state.members[member].isStarted = true
            }
            return (member, answer.latencyFrames)
        } catch {
            leave(member)
            throw PluginError(error, name: facts.name)
        }
    }

    /// Tells `listener` once, on the supervisor's thread, how the member was lost; not of an end in good
    /// order.
    func onEnd(of member: Int, _ listener: @escaping HostedPluginRecord.Listener) {
        let past = state.withLock { state -> ProcessEnd? in
            guard state.loss != nil else {
                state.members[member].listener = listener
                return nil
            }
            return state.members[member].isInformed ? nil : Self.end(of: member, state)
        }
        if let past { listener(past) }
    }

    /// Tells `listener`, on the supervisor's thread, of jobs that the member's worker does not come back
    /// from.
    func onStuckWorker(of member: Int, _ listener: @escaping @Sendable (Double) -> Void) {
        state.withLock { $0.members[member].jobListener = listener }
    }

    /// Lets a member go; with the last one, the process.
    ///
    /// Does not wait. No plugin is cleaned up beside plugins that still play: they would go down with one
    /// that crashes on the way.
    func leave(_ member: Int) {
        let isEmpty = state.withLock { state in
            state.members[member].hasLeft = true
            state.isRetired = state.members.allSatisfy(\.hasLeft)
            return state.isRetired
        }
        if isEmpty { retire() }
    }

    /// The process in which the innocent plugins of this one go on together.
    func successor() throws(PluginError) -> PluginHostProcess {
        let owner = owner
        return try succession.withLock { successor throws(PluginError) in
            if let known = successor, known.hasRoom { return known }
            let new = try Self.launch(options)
            new.owner = owner
            successor = new
            return new
        }
    }

    // MARK: - Questions

    /// Asks, and waits for the answer; a process that does not answer in time is ended.
    ///
    /// The time is what the options say unless given.
    func ask(
        _ kind: ControlMessage.Kind, of member: Int, _ payload: [UInt8] = [], descriptor: Int32? = nil,
        seconds: Double? = nil
    ) throws(Failure) -> [UInt8] {
        let message = ControlMessage(kind, member, payload)
        let seconds = seconds ?? options.startSeconds
        let answer: ControlMessage
        do { answer = try exchange(message, descriptor, seconds) } catch {
            throw .lost(cause(error, of: member, seconds))
        }
        switch answer.kind {
        case .done: return answer.payload
        case .refused: throw .refused(answer.payload)
        default: throw .lost(condemn(.unintelligible, member))
        }
    }

    private func exchange(
        _ message: ControlMessage, _ descriptor: Int32?, _ seconds: Double
    ) throws(ControlSocket.Failure) -> ControlMessage {
        try asking.withLock { _ throws(ControlSocket.Failure) in
            let deadline = avf_rt_host_time() &+ UInt64(seconds * 1e9)
            state.withLock { $0.attended = message.member }
            try socket.send(message, descriptor: descriptor, deadline: deadline)
            let answer = try socket.receive(deadline: deadline)
            // Not after a failure: then it is the one who is to blame.
            state.withLock { $0.attended = nil }
            return answer
        }
    }

    private func cause(_ failure: ControlSocket.Failure, of member: Int, _ seconds: Double) -> PluginLoss {
        switch failure {
        case .late: condemn(.hung(seconds: seconds, moment(of: member)), member)
        // A closed line is the first sign of a crash; the process's own end says more.
        case .closed where ended.wait(seconds: 0.5): lossAsSeen(by: member) ?? .unintelligible
        case .closed: condemn(.unintelligible, member)
        }
    }

    /// Ends the process for that reason, and waits until it is gone.
    private func condemn(_ loss: PluginLoss, _ faultingMember: Int) -> PluginLoss {
        judge(loss, faultingMember)
        ProcessSupervisor.shared.end(self)
        _ = ended.wait(seconds: 2)
        return lossAsSeen(by: faultingMember) ?? loss
    }

    private func lossAsSeen(by member: Int) -> PluginLoss? {
        state.withLock { state in state.loss == nil ? nil : Self.end(of: member, state).loss }
    }

    private func retire() {
        room.line.pointee.isAlive.store(false, ordering: .releasing)
        socket.shutDown()
        ProcessSupervisor.shared.expectEnd(of: self)
    }

    // MARK: - Supervisor's thread

    /// How long the process may take to end, with all plugins in it.
    var endSeconds: Double { options.endSeconds * Double(max(1, state.withLock { $0.members.count })) }

    /// Sentences a process that is to be killed now.
    func judge(_ loss: PluginLoss, _ faultingMember: Int? = nil) {
        state.withLock { state in
            guard state.verdict == nil else { return }
            state.verdict = loss
            state.faultingMember = faultingMember ?? Self.running(room, state)
        }
    }

    /// Why the render thread's patience is over, if it is.
    func overdue(at now: UInt64) -> PluginLoss? {
        let since = room.line.pointee.lateSince.load(ordering: .relaxed)
        let isOffline = room.line.pointee.isOffline.load(ordering: .relaxed)
        let seconds = isOffline ? options.offlineWaitSeconds : options.hangSeconds
        guard since != 0, now > since, Double(now - since) > seconds * 1e9 else { return nil }
        return .hung(seconds: seconds, .running)
    }

    /// Looks for workers that have been at one job for too long, and tells of them.
    func checkWorkers(at now: UInt64) {
        let patience = UInt64(options.startSeconds * 1e9)
        let told = state.withLock { state in
            state.members.indices.compactMap { member -> (@Sendable (Double) -> Void)? in
                guard !state.members[member].hasLeft else { return nil }
                let number = room.memory.jobs[member].load(ordering: .relaxed)
                let isStuck = state.members[member].seesStuckJob(
                    number, at: now, patienceNanoseconds: patience)
                return isStuck ? state.members[member].jobListener : nil
            }
        }
        for listener in told { listener(options.startSeconds) }
    }

    /// The process is gone.
    func finish(_ ending: avf_shim_ending) {
        let told = state.withLock { state -> [(HostedPluginRecord.Listener, ProcessEnd)] in
            let isOrderly =
                state.isRetired && state.verdict == nil && ending.signal == 0 && ending.status <= 0
            guard !isOrderly else { return [] }
            if state.faultingMember == nil { state.faultingMember = Self.faultingMember(room, state) }
            state.loss =
                state.verdict ?? loss(ending, Self.moment(of: state.faultingMember, room, state), state)
            return state.members.indices.compactMap { member in
                let isConcerned = !state.members[member].hasLeft || state.faultingMember == member
                guard isConcerned, let listener = state.members[member].listener else { return nil }
                state.members[member].listener = nil
                state.members[member].isInformed = true
                return (listener, Self.end(of: member, state))
            }
        }
        for (listener, end) in told { listener(end) }
        // Only now, so that the reason is known to those whom the render thread or a question comes back to.
        room.shut()
        ended.signal()
    }

    private func loss(
        _ ending: avf_shim_ending, _ moment: PluginLoss.Moment, _ state: State
    ) -> PluginLoss {
        guard ending.status >= 0 else { return .vanished(moment) }
        guard ending.signal != 0 else { return .exited(status: ending.status, moment) }
        let mapped = room.memory.crashRecord.pointee.mapped_bytes
        let limit = state.memoryLimitBytes
        // A single request that did not fit may have been large.
        if limit > 0, mapped > limit / 8 * 7 {
            return .outOfMemory(limitBytes: options.memoryLimitBytes, signal: ending.signal)
        }
        if ending.signal == SIGXCPU { return .hung(seconds: options.hangSeconds, .running) }
        return .crashed(signal: ending.signal, moment)
    }

    // MARK: - Guilt

    /// Who ended the process: the only one there, or whom the dying thread named, or who was called last.
    private static func faultingMember(_ room: ChannelSharedMemory, _ state: State) -> Int? {
        if state.members.count == 1 { return 0 }
        let crashRecord = room.memory.crashRecord.pointee
        guard crashRecord.is_written == 0 else { return member(crashRecord.member, state) }
        return running(room, state) ?? state.attended
    }

    private static func running(_ room: ChannelSharedMemory, _ state: State) -> Int? {
        state.members.count == 1 ? 0 : member(room.memory.running.pointee.load(ordering: .relaxed), state)
    }

    /// A member as the process counts them, from 1; what it says may be nonsense.
    private static func member(_ number: UInt32, _ state: State) -> Int? {
        number > 0 && number <= UInt32(state.members.count) ? Int(number) - 1 : nil
    }

    private func moment(of member: Int) -> PluginLoss.Moment {
        state.withLock { Self.moment(of: member, room, $0) }
    }

    private static func moment(
        of member: Int?, _ room: ChannelSharedMemory, _ state: State
    ) -> PluginLoss.Moment {
        if state.isRetired { return .ending }
        if let member, !state.members[member].isStarted { return .starting }
        return room.isBusy && (member == nil || running(room, state) == member) ? .running : .waiting
    }

    /// The end of a lost process as it concerns one of its members.
    private static func end(of member: Int, _ state: State) -> ProcessEnd {
        let loss = state.loss ?? .unintelligible
        let isAlone = state.members.count { !$0.hasLeft } <= 1 && state.faultingMember == nil
        if isAlone || state.faultingMember == member {
            return ProcessEnd(loss: loss, isUnaffected: false, isSuspect: false)
        }
        let name = state.faultingMember.map { state.members[$0].name }
        return ProcessEnd(loss: .shared(with: name, loss), isUnaffected: true, isSuspect: name == nil)
    }
}
