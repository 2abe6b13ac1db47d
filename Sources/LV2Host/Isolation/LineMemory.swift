import AVFRender
import CAVFShims
import Synchronization

/// One plugin's block in a hand-over.
struct LineTask: BitwiseCopyable {
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
struct LineMemory: BitwiseCopyable {
    /// The most plugins of a process.
    static var memberCapacity: Int { @_noLocks get { 32 } }
    /// Bytes of everything.
    static let byteCount = tasksOffset + memberCapacity * MemoryLayout<LineTask>.stride

    // One cache line for each word that the two processes write in turn.
    private static let replyOffset = 64
    private static let runningOffset = 128
    private static let testamentOffset = 192
    private static let taskCountOffset = 256
    private static let tasksOffset = 320

    /// The number of the newest hand-over that is asked for.
    let request: UnsafeMutablePointer<Atomic<UInt32>>
    /// The number of the newest hand-over that is done.
    let reply: UnsafeMutablePointer<Atomic<UInt32>>
    /// Whose block is being made, or who is being cleaned up, counted from 1; 0 for nobody.
    let running: UnsafeMutablePointer<Atomic<UInt32>>
    let testament: UnsafeMutablePointer<avf_shim_testament>
    let taskCount: UnsafeMutablePointer<UInt32>
    let tasks: UnsafeMutablePointer<LineTask>

    /// The parts of memory that has `byteCount` bytes.
    init(_ base: UnsafeMutableRawPointer) {
        request = base.bindMemory(to: Atomic<UInt32>.self, capacity: 1)
        reply = (base + Self.replyOffset).bindMemory(to: Atomic<UInt32>.self, capacity: 1)
        running = (base + Self.runningOffset).bindMemory(to: Atomic<UInt32>.self, capacity: 1)
        testament = (base + Self.testamentOffset).bindMemory(to: avf_shim_testament.self, capacity: 1)
        taskCount = (base + Self.taskCountOffset).bindMemory(to: UInt32.self, capacity: 1)
        tasks = (base + Self.tasksOffset).bindMemory(to: LineTask.self, capacity: Self.memberCapacity)
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
