import AVFRender
import CAVFShimsProcess
import Synchronization

/// One plugin's block in a hand-over.
struct ChannelTask: BitwiseCopyable {
    /// Whose block.
    let member: UInt32
    /// Its input is the output of the task before.
    let isLinked: Bool

    @_noLocks
    init(member: UInt32, isLinked: Bool) {
        self.member = member
        self.isLinked = isLinked
    }
}

/// The memory by which blocks are handed over to a process and back, whichever of its plugins they are for.
///
/// The engine's side believes nothing that it reads here.
struct ChannelMemory: BitwiseCopyable {
    /// The most plugins of a process.
    static var memberCapacity: Int { @_noLocks get { 32 } }
    /// Bytes of everything.
    static let byteCount = jobsOffset + memberCapacity * MemoryLayout<Atomic<UInt32>>.stride

    // One cache line for each word that the two processes write in turn.
    private static let replyOffset = 64
    private static let runningOffset = 128
    private static let crashRecordOffset = 192
    private static let taskCountOffset = 256
    private static let tasksOffset = 320
    private static let jobsOffset = tasksOffset + memberCapacity * MemoryLayout<ChannelTask>.stride

    /// The number of the newest hand-over that is asked for.
    let request: UnsafeMutablePointer<Atomic<UInt32>>
    /// The number of the newest hand-over that is done.
    let reply: UnsafeMutablePointer<Atomic<UInt32>>
    /// Whose block is being made, or who is being cleaned up, counted from 1; 0 for none.
    let running: UnsafeMutablePointer<Atomic<UInt32>>
    let crashRecord: UnsafeMutablePointer<avf_shim_crash_record>
    let taskCount: UnsafeMutablePointer<UInt32>
    let tasks: UnsafeMutablePointer<ChannelTask>
    /// For each plugin a number that is odd while its worker is at a job, and another one for each job.
    let jobs: UnsafeMutablePointer<Atomic<UInt32>>

    /// The parts of memory that has `byteCount` bytes.
    init(_ base: UnsafeMutableRawPointer) {
        request = base.bindMemory(to: Atomic<UInt32>.self, capacity: 1)
        reply = (base + Self.replyOffset).bindMemory(to: Atomic<UInt32>.self, capacity: 1)
        running = (base + Self.runningOffset).bindMemory(to: Atomic<UInt32>.self, capacity: 1)
        crashRecord = (base + Self.crashRecordOffset).bindMemory(to: avf_shim_crash_record.self, capacity: 1)
        taskCount = (base + Self.taskCountOffset).bindMemory(to: UInt32.self, capacity: 1)
        tasks = (base + Self.tasksOffset).bindMemory(to: ChannelTask.self, capacity: Self.memberCapacity)
        jobs = (base + Self.jobsOffset).bindMemory(to: Atomic<UInt32>.self, capacity: Self.memberCapacity)
    }

    /// `request` as C waits for it.
    var requestWord: UnsafeMutablePointer<UInt32> {
        @_noLocks get { UnsafeMutableRawPointer(request).assumingMemoryBound(to: UInt32.self) }
    }

    /// `reply` as C waits for it.
    var replyWord: UnsafeMutablePointer<UInt32> {
        @_noLocks get { UnsafeMutableRawPointer(reply).assumingMemoryBound(to: UInt32.self) }
    }
}
