import CAVFRealtime
import Synchronization

/// The line over which the render thread hands blocks to one process and takes them back.
///
/// In this process's own memory, where no plugin can write; owned by its `ChannelSharedMemory`.
struct ProcessChannel: ~Copyable {
    let memory: ChannelMemory
    /// The process runs and may be asked for blocks.
    let isAlive = Atomic<Bool>(false)
    /// The host time at which the render thread began to wait for blocks that are still not there; 0 if none.
    let lateSince = Atomic<UInt64>(0)
    /// The newest blocks were rendered offline, so that they may take long.
    let isOffline = Atomic<Bool>(false)
    /// 0: free; 1: a render thread is at it; 2: another one waits, whose plugin shares the process.
    private let turn: UnsafeMutablePointer<Atomic<UInt32>>
    /// The number of the newest hand-over that was asked for.
    private var sequence: UInt32 = 0
    /// What was asked for is not there yet.
    private var isPending = false
    private var taskCount = 0

    init(_ memory: ChannelMemory) {
        self.memory = memory
        turn = .allocate(capacity: 1)
        turn.initialize(to: Atomic(0))
    }

    /// Frees the turn, once no thread uses it.
    func deallocate() { turn.deallocate() }

    /// Begins a hand-over, if the process can be asked: it lives, and it has made what it was asked for
    /// before.
    ///
    /// Render thread; true is followed by `end`.
    @_noLocks
    mutating func begin(isOffline: Bool, offlineNanoseconds: UInt64) -> Bool {
        let patience = isOffline ? offlineNanoseconds : Self.turnNanoseconds
        guard isAlive.load(ordering: .acquiring), takeTurn(until: avf_rt_host_time() &+ patience) else {
            return false
        }
        self.isOffline.store(isOffline, ordering: .relaxed)
        taskCount = 0
        guard isPending else { return true }
        // Offline, the render does not outrun the supervisor, who is about to end the process.
        let deadline = isOffline ? avf_rt_host_time() &+ offlineNanoseconds : 0
        guard waitForReply(until: deadline) else {
            end()
            return false
        }
        lateSince.store(0, ordering: .relaxed)
        isPending = false
        return true
    }

    /// Adds a plugin's block; the first is never linked.
    @_noLocks
    mutating func add(_ task: ChannelTask) {
        guard taskCount < ChannelMemory.memberCapacity else { return }
        memory.tasks[taskCount] = task
        taskCount &+= 1
    }

    /// Hands over and waits; false if the blocks are not there in so many nanoseconds.
    @_noLocks
    mutating func exchange(nanoseconds: UInt64) -> Bool {
        memory.taskCount.pointee = UInt32(truncatingIfNeeded: taskCount)
        sequence &+= 1
        memory.request.pointee.store(sequence, ordering: .releasing)
        avf_rt_word_wake(memory.requestWord)
        let start = avf_rt_host_time()
        if waitForReply(until: start &+ nanoseconds) { return true }
        isPending = true
        if isAlive.load(ordering: .relaxed) { lateSince.store(start, ordering: .relaxed) }
        return false
    }

    /// Ends what `begin` began.
    @_noLocks
    func end() {
        if turn.pointee.exchange(0, ordering: .releasing) == 2 { avf_rt_word_wake(turnWord) }
    }

    /// How long a thread waits for another one whose plugin shares the process, in live rendering.
    private static var turnNanoseconds: UInt64 { @_noLocks get { 20_000_000 } }

    private var turnWord: UnsafeMutablePointer<UInt32> {
        @_noLocks get { UnsafeMutableRawPointer(turn).assumingMemoryBound(to: UInt32.self) }
    }

    /// Plugins of one process that several threads render make their blocks one after the other.
    @_noLocks
    private func takeTurn(until deadline: UInt64) -> Bool {
        if turn.pointee.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged {
            return true
        }
        while turn.pointee.exchange(2, ordering: .acquiring) != 0 {
            guard isAlive.load(ordering: .acquiring), avf_rt_host_time() < deadline,
                avf_rt_word_wait(turnWord, 2, deadline)
            else { return false }
        }
        return true
    }

    /// Waits for the blocks, until the deadline at most; a process that dies meanwhile ends the wait.
    @_noLocks
    private func waitForReply(until deadline: UInt64) -> Bool {
        while true {
            let reply = memory.reply.pointee.load(ordering: .acquiring)
            if reply == sequence { return true }
            // A plugin that scribbles on the word must not keep the thread here.
            guard isAlive.load(ordering: .acquiring), avf_rt_host_time() < deadline,
                avf_rt_word_wait(memory.replyWord, reply, deadline)
            else { return false }
        }
    }
}
