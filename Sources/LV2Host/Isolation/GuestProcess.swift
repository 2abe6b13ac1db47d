import CAVFRealtime
import CAVFShims
import Glibc
import Synchronization

/// One run of the helper program, with the line to it.
///
/// Control side, any thread. The supervisor watches the process; `retire` lets it go.
final class GuestProcess: Sendable {
    /// Why a question has no answer.
    enum Failure: Error {
        /// The process is lost.
        case lost(PluginLoss)
        /// The plugin refuses, with its reason.
        case refused([UInt8])
    }

    /// The process's number.
    let id: pid_t
    let room: GuestRoom
    let options: IsolationOptions
    private let socket: ControlSocket
    private let asking = Mutex<Void>(())
    private let state = Mutex<State>(State())
    private let ended = EndSignal()

    private struct State {
        var loss: PluginLoss?
        /// Why the process is about to be ended, where its wait status will not tell.
        var verdict: PluginLoss?
        var isRetired = false
        var hasTold = false
        var memoryLimitBytes: UInt64 = 0
        var listener: (@Sendable (PluginLoss) -> Void)?
    }

    init(id: pid_t, _ socket: ControlSocket, _ room: GuestRoom, _ options: IsolationOptions) {
        self.id = id
        self.socket = socket
        self.room = room
        self.options = options
    }

    /// Runs the helper program.
    ///
    /// - Throws: `noHostProgram`, or `hostFailed` with the system's reason.
    static func launch(_ room: GuestRoom, _ options: IsolationOptions) throws(PluginError) -> GuestProcess {
        try GuestSupervisor.shared.launch(
            path: try HostProgram.path(given: options.programPath), room, options)
    }

    /// Tells `listener` once, on the supervisor's thread, how the plugin was lost; not of an end in good order.
    func onLoss(_ listener: @escaping @Sendable (PluginLoss) -> Void) {
        let past = state.withLock { state in
            if state.loss == nil { state.listener = listener }
            return state.hasTold ? nil : state.loss
        }
        if let past { listener(past) }
    }

    /// Asks, and waits for the answer; a process that does not answer in time is ended.
    func ask(_ kind: ControlMessage.Kind, _ payload: [UInt8] = []) throws(Failure) -> [UInt8] {
        let answer: (kind: ControlMessage.Kind, payload: [UInt8])
        do { answer = try exchange(kind, payload) } catch { throw .lost(cause(error)) }
        switch answer.kind {
        case .done: return answer.payload
        case .refused: throw .refused(answer.payload)
        default: throw .lost(condemn(.unintelligible))
        }
    }

    private func exchange(
        _ kind: ControlMessage.Kind, _ payload: [UInt8]
    ) throws(ControlSocket.Failure) -> (kind: ControlMessage.Kind, payload: [UInt8]) {
        let deadline = avf_rt_host_time() &+ UInt64(options.startSeconds * 1e9)
        return try asking.withLock { _ throws(ControlSocket.Failure) in
            try socket.send(kind, payload, deadline: deadline)
            return try socket.receive(deadline: deadline)
        }
    }

    private func cause(_ failure: ControlSocket.Failure) -> PluginLoss {
        switch failure {
        case .late: condemn(.hung(seconds: options.startSeconds, room.moment))
        // A closed line is the first sign of a crash; the process's own end says more.
        case .closed where ended.wait(seconds: 0.5): state.withLock { $0.loss } ?? .unintelligible
        case .closed: condemn(.unintelligible)
        }
    }

    /// The address space that the process says it may have.
    func setMemoryLimit(_ bytes: UInt64) { state.withLock { $0.memoryLimitBytes = bytes } }

    /// Ends the process for that reason, and waits until it is gone.
    private func condemn(_ loss: PluginLoss) -> PluginLoss {
        state.withLock { $0.verdict = $0.verdict ?? loss }
        GuestSupervisor.shared.end(self)
        _ = ended.wait(seconds: 2)
        return state.withLock { $0.loss } ?? loss
    }

    /// Lets the plugin end in good order, and the process be ended if that takes too long; does not wait.
    func retire() {
        state.withLock { $0.isRetired = true }
        room.flags.pointee.isAlive.store(false, ordering: .releasing)
        socket.shutDown()
        GuestSupervisor.shared.expectEnd(of: self)
    }

    // MARK: - Supervisor's thread

    /// Sentences a process that is to be killed now.
    func judge(_ loss: PluginLoss) { state.withLock { $0.verdict = $0.verdict ?? loss } }

    /// Why the render thread's patience is over, if it is.
    func overdue(at now: UInt64) -> PluginLoss? {
        let since = room.flags.pointee.lateSince.load(ordering: .relaxed)
        let isOffline = room.flags.pointee.isOffline.load(ordering: .relaxed)
        let seconds = isOffline ? options.offlineWaitSeconds : options.hangSeconds
        guard since != 0, now > since, Double(now - since) > seconds * 1e9 else { return nil }
        return .hung(seconds: seconds, .running)
    }

    /// The process is gone.
    func finish(_ ending: avf_shim_ending) {
        let moment = room.moment
        room.flags.pointee.isAlive.store(false, ordering: .releasing)
        let listener = state.withLock { state -> (@Sendable (PluginLoss) -> Void)? in
            let isOrderly =
                state.isRetired && state.verdict == nil && ending.signal == 0 && ending.status <= 0
            guard !isOrderly else { return nil }
            state.loss = state.verdict ?? loss(ending, moment, limit: state.memoryLimitBytes)
            defer { state.listener = nil }
            state.hasTold = state.listener != nil
            return state.listener
        }
        ended.signal()
        if let loss = state.withLock({ $0.loss }) { listener?(loss) }
        // Only now, so that who renders has been told why when the block is there.
        room.shut()
    }

    private func loss(
        _ ending: avf_shim_ending, _ moment: PluginLoss.Moment, limit: UInt64
    ) -> PluginLoss {
        guard ending.status >= 0 else { return .vanished(moment) }
        guard ending.signal != 0 else { return .exited(status: ending.status, moment) }
        let mapped = room.memory.testament.pointee.mapped_bytes
        // A single request that did not fit may have been large.
        if limit > 0, mapped > limit / 8 * 7 {
            return .outOfMemory(limitBytes: options.memoryLimitBytes, signal: ending.signal)
        }
        if ending.signal == SIGXCPU { return .hung(seconds: options.hangSeconds, .running) }
        return .crashed(signal: ending.signal, moment)
    }
}

/// Something that happens once, and that threads wait for.
private final class EndSignal: @unchecked Sendable {
    // Proof: a futex word is made for several threads.
    private let word: UnsafeMutablePointer<Atomic<UInt32>>

    init() {
        word = .allocate(capacity: 1)
        word.initialize(to: Atomic(0))
    }

    deinit { word.deallocate() }

    private var bits: UnsafeMutablePointer<UInt32> {
        UnsafeMutableRawPointer(word).assumingMemoryBound(to: UInt32.self)
    }

    func signal() {
        word.pointee.store(1, ordering: .releasing)
        avf_rt_word_wake(bits)
    }

    /// False if it has not happened in time.
    func wait(seconds: Double) -> Bool {
        avf_rt_word_wait(bits, 0, avf_rt_host_time() &+ UInt64(seconds * 1e9))
    }
}
