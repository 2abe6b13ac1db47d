import AVFRealtime
import CAVFRealtime
import Synchronization

/// Threads that help to render: the caller of the renderer and its helpers share the tasks of each block.
///
/// Helpers look for the next block for some microseconds, and sleep then. [control] makes and frees a team
/// while no block is rendered.
package final class RenderThreadPool: @unchecked Sendable {
    // Proof: the pointer never changes, and what it leads to is atomic or belongs to who has opened the gate.
    private let cell = OwnedCell(ThreadPoolState())
    private let helpers: [NamedThread]

    /// A team of `threadCount` threads, the caller's among them.
    ///
    /// - Throws: `NamedThread.Failure` when the system makes no thread.
    package init(threadCount: Int, priority: Int) throws(NamedThread.Failure) {
        let address = Int(bitPattern: cell.pointer)
        var helpers: [NamedThread] = []
        do throws(NamedThread.Failure) {
            for _ in 1..<max(1, threadCount) {
                helpers.append(
                    try NamedThread(.worker, priority: priority) {
                        UnsafeMutablePointer<ThreadPoolState>(bitPattern: address)?.pointee.serve()
                    })
            }
        } catch {
            Self.end(helpers, cell.pointer)
            throw error
        }
        self.helpers = helpers
    }

    deinit { Self.end(helpers, cell.pointer) }

    /// What the threads share; valid as long as the team.
    var state: UnsafeMutablePointer<ThreadPoolState> { cell.pointer }

    private static func end(_ helpers: [NamedThread], _ state: UnsafeMutablePointer<ThreadPoolState>) {
        state.pointee.end()
        for helper in helpers { helper.join() }
    }
}

/// What the threads of a team share.
struct ThreadPoolState: ~Copyable {
    // Not private: see `OwnedCell`.
    struct Job: BitwiseCopyable {
        let board: UnsafeMutablePointer<TaskQueue>
        let block: SharedBlock
    }

    /// Counts the blocks.
    private let blocks = WakeWord()
    private let isEnding = Atomic<Bool>(false)
    /// Open while helpers may work on the block.
    private let gate = WorkerGate()
    private let job = OwnedCell<Job?>(nil)

    // MARK: - The renderer's thread

    /// Renders a block together with the helpers that are awake in time; returns when all of it is done.
    @_noLocks
    func share(_ block: SharedBlock, _ board: UnsafeMutablePointer<TaskQueue>) {
        board.pointee.begin()
        job.pointer.pointee = Job(board: board, block: block)
        gate.open()
        blocks.signal()
        board.pointee.work(block)
        gate.closeAndWait()
    }

    // MARK: - The helpers

    /// Helps with every block until the team ends.
    func serve() {
        var seen: UInt32 = 0
        while !isEnding.load(ordering: .acquiring) {
            seen = blocks.wait(after: seen)
            guard gate.enter() else { continue }
            if var job = job.pointer.pointee {
                avf_rt_enter(
                    { context in
                        guard let job = context?.assumingMemoryBound(to: Job.self).pointee else { return }
                        job.board.pointee.work(job.block)
                    }, &job)
            }
            gate.leave()
        }
    }

    /// Lets `serve` return on every helper.
    func end() {
        isEnding.store(true, ordering: .releasing)
        blocks.signal()
    }
}
