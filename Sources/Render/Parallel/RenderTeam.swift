import CAVFRealtime
import Synchronization

/// Threads that help to render: the caller of the renderer and its helpers share the tasks of each block.
///
/// Helpers look for the next block for some microseconds, and sleep then. [control] makes and frees a team
/// while nobody renders.
package final class RenderTeam: @unchecked Sendable {
    // Proof: the pointer never changes, and what it leads to is atomic or belongs to who has opened the gate.
    let state: UnsafeMutablePointer<TeamState>
    private let helpers: [NamedThread]

    /// A team of `threadCount` threads, the caller's among them.
    ///
    /// - Throws: `NamedThread.Failure` when the system makes no thread.
    package init(threadCount: Int, priority: Int) throws(NamedThread.Failure) {
        let state = UnsafeMutablePointer<TeamState>.allocate(capacity: 1)
        state.initialize(to: TeamState())
        self.state = state
        let address = Int(bitPattern: state)
        var helpers: [NamedThread] = []
        do throws(NamedThread.Failure) {
            for _ in 1..<max(1, threadCount) {
                helpers.append(
                    try NamedThread(.worker, priority: priority) {
                        UnsafeMutablePointer<TeamState>(bitPattern: address)?.pointee.serve()
                    })
            }
        } catch {
            Self.end(helpers, state)
            throw error
        }
        self.helpers = helpers
    }

    deinit { Self.end(helpers, state) }

    private static func end(_ helpers: [NamedThread], _ state: UnsafeMutablePointer<TeamState>) {
        state.pointee.end()
        for helper in helpers { helper.join() }
        state.deinitialize(count: 1)
        state.deallocate()
    }
}

/// What the threads of a team share.
struct TeamState: ~Copyable {
    /// Added to the gate while it is shut.
    private static var shut: Int { @_noLocks get { -1_000_000 } }
    private static var spinNanoseconds: UInt64 { @_noLocks get { 20_000 } }

    private struct Job: BitwiseCopyable {
        let board: UnsafeMutablePointer<TaskBoard>
        let block: SharedBlock
    }

    /// Counts the blocks; helpers sleep on it.
    private let blocks: UnsafeMutablePointer<UInt32>
    private let sleeperCount = Atomic<Int>(0)
    private let isEnding = Atomic<Bool>(false)
    /// How many helpers are at work; negative while none may begin.
    private let gate: Atomic<Int>
    private let job: UnsafeMutablePointer<Job?>

    init() {
        blocks = .allocate(capacity: 1)
        blocks.initialize(to: 0)
        gate = Atomic(Self.shut)
        job = .allocate(capacity: 1)
        job.initialize(to: nil)
    }

    deinit {
        blocks.deallocate()
        job.deallocate()
    }

    private var blockCount: UnsafeMutablePointer<Atomic<UInt32>> {
        @_noLocks get { UnsafeMutableRawPointer(blocks).assumingMemoryBound(to: Atomic<UInt32>.self) }
    }

    // MARK: - The renderer's thread

    /// Renders a block together with the helpers that are awake in time; returns when all of it is done.
    @_noLocks
    func share(_ block: SharedBlock, _ board: UnsafeMutablePointer<TaskBoard>) {
        board.pointee.begin()
        job.pointee = Job(board: board, block: block)
        _ = gate.wrappingSubtract(Self.shut, ordering: .acquiringAndReleasing)
        wake()
        board.pointee.work(block)
        _ = gate.wrappingAdd(Self.shut, ordering: .acquiringAndReleasing)
        while gate.load(ordering: .acquiring) != Self.shut { avf_rt_pause() }
    }

    @_noLocks
    private func wake() {
        blockCount.pointee.wrappingAdd(1, ordering: .sequentiallyConsistent)
        var sleepers = sleeperCount.load(ordering: .sequentiallyConsistent)
        while sleepers > 0 {
            avf_rt_word_wake(blocks)
            sleepers &-= 1
        }
    }

    // MARK: - The helpers

    /// Helps with every block until the team ends.
    func serve() {
        var seen: UInt32 = 0
        while !isEnding.load(ordering: .acquiring) {
            seen = next(after: seen)
            guard gate.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue > 0 else {
                gate.wrappingSubtract(1, ordering: .relaxed)
                continue
            }
            if var job = job.pointee {
                avf_rt_enter(
                    { context in
                        guard let job = context?.assumingMemoryBound(to: Job.self).pointee else { return }
                        job.board.pointee.work(job.block)
                    }, &job)
            }
            gate.wrappingSubtract(1, ordering: .releasing)
        }
    }

    /// Lets `serve` return on every helper.
    func end() {
        isEnding.store(true, ordering: .releasing)
        wake()
    }

    /// The count of blocks once it is not `seen` any more.
    private func next(after seen: UInt32) -> UInt32 {
        let deadline = avf_rt_host_time() &+ Self.spinNanoseconds
        while avf_rt_host_time() < deadline {
            let now = blockCount.pointee.load(ordering: .acquiring)
            if now != seen { return now }
            avf_rt_pause()
        }
        sleeperCount.wrappingAdd(1, ordering: .sequentiallyConsistent)
        _ = avf_rt_word_wait(blocks, seen, .max)
        sleeperCount.wrappingSubtract(1, ordering: .relaxed)
        return blockCount.pointee.load(ordering: .acquiring)
    }
}
