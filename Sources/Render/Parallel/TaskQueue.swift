import AVFRealtime
import Synchronization

/// What the threads that share a block look at: the plan's calls, and when they are.
struct SharedBlock: BitwiseCopyable {
    let steps: UnsafeMutablePointer<RenderStep>
    let domains: UnsafeMutablePointer<RateDomain>
    let hostTime: UInt64
    let isTimed: Bool

    @_noLocks
    init(
        steps: UnsafeMutablePointer<RenderStep>, domains: UnsafeMutablePointer<RateDomain>, hostTime: UInt64,
        isTimed: Bool
    ) {
        self.steps = steps
        self.domains = domains
        self.hostTime = hostTime
        self.isTimed = isTimed
    }
}

/// A plan's tasks while several threads do them: every thread takes the next task that is ready, and tells
/// those that waited for it.
///
/// Who does what differs from block to block; what comes out does not, because every call finds the same
/// input.
struct TaskQueue: ~Copyable {
    // Not private: see `OwnedCell`.
    struct Task: BitwiseCopyable {
        let firstStep: Int
        let stepCount: Int
        let firstFollower: Int
        let followerCount: Int
        let predecessorCount: Int
    }

    private let tasks: OwnedBuffer<Task>
    private let steps: OwnedBuffer<Int>
    private let followers: OwnedBuffer<Int>
    /// How many tasks each one still waits for.
    private let missing: OwnedBuffer<Atomic<Int>>
    /// The ready tasks in the order in which they became so, each plus one; 0 where none is yet.
    private let ready: OwnedBuffer<Atomic<Int>>
    private let readyCount = Atomic<Int>(0)
    private let takenCount = Atomic<Int>(0)
    private var worth = SharingWorth()

    private var taskCount: Int { @_noLocks get { tasks.count } }

    /// The board of a plan; nil if its calls all wait for each other.
    init?(_ graph: TaskGraph) {
        guard graph.firstTaskCount > 1 else { return nil }
        let steps = graph.tasks.flatMap(\.steps)
        let followers = graph.tasks.flatMap(\.followers)
        self.steps = OwnedBuffer(count: steps.count) { steps[$0] }
        self.followers = OwnedBuffer(count: followers.count) { followers[$0] }
        var (step, follower) = (0, 0)
        tasks = OwnedBuffer(count: graph.tasks.count) { index in
            let task = graph.tasks[index]
            defer {
                step += task.steps.count
                follower += task.followers.count
            }
            return Task(
                firstStep: step, stepCount: task.steps.count, firstFollower: follower,
                followerCount: task.followers.count, predecessorCount: task.predecessorCount)
        }
        missing = OwnedBuffer(count: graph.tasks.count) { _ in Atomic(0) }
        ready = OwnedBuffer(count: graph.tasks.count) { _ in Atomic(0) }
    }

    /// Whether the next block is to be shared. [render]
    var isWorthSharing: Bool { @_noLocks get { worth.isShared } }

    /// Notes how long one thread took for a block. [render]
    @_noLocks
    mutating func note(nanoseconds: UInt64) { worth.note(nanoseconds: nanoseconds) }

    /// Puts all tasks back, before any thread works on the block.
    @_noLocks
    mutating func begin() {
        worth.countBlock()
        takenCount.store(0, ordering: .relaxed)
        readyCount.store(0, ordering: .relaxed)
        for task in 0..<taskCount {
            missing.pointer[task].store(tasks[task].predecessorCount, ordering: .relaxed)
            ready.pointer[task].store(0, ordering: .relaxed)
        }
        for task in 0..<taskCount where tasks[task].predecessorCount == 0 { announce(task) }
    }

    /// Does tasks until all are taken.
    @_noLocks
    func work(_ block: SharedBlock) {
        while true {
            let place = takenCount.wrappingAdd(1, ordering: .relaxed).oldValue
            guard place < taskCount else { return }
            finish(wait(for: place), block)
        }
    }

    @_noLocks
    private func finish(_ task: Int, _ block: SharedBlock) {
        let steps = steps.pointer + tasks[task].firstStep
        for index in 0..<tasks[task].stepCount {
            (block.steps + steps[index]).pointee.run(
                block.domains, hostTime: block.hostTime, isTimed: block.isTimed)
        }
        let followers = followers.pointer + tasks[task].firstFollower
        for index in 0..<tasks[task].followerCount {
            let follower = followers[index]
            // What this thread has written must be there for whoever does the follower.
            let left = missing.pointer[follower].wrappingSubtract(1, ordering: .acquiringAndReleasing)
                .newValue
            if left == 0 { announce(follower) }
        }
    }

    @_noLocks
    private func announce(_ task: Int) {
        let place = readyCount.wrappingAdd(1, ordering: .relaxed).oldValue
        ready.pointer[place].store(task &+ 1, ordering: .releasing)
    }

    /// The task at a place, which another thread's work may have to make ready first.
    @_noLocks
    private func wait(for place: Int) -> Int {
        var backoff = Backoff()
        while true {
            let task = ready.pointer[place].load(ordering: .acquiring)
            if task > 0 { return task &- 1 }
            backoff.pause()
        }
    }
}

/// Whether a plan's blocks take long enough to be shared, which is measured now and then.
struct SharingWorth: BitwiseCopyable {
    /// What one thread must take for a block at least: handing tasks over costs some microseconds.
    static var thresholdNanoseconds: UInt64 { @_noLocks get { 40_000 } }
    private static var blocksBetweenLooks: Int { @_noLocks get { 512 } }

    private(set) var isShared = false
    private var blocksLeft = 0

    /// Notes how long one thread took for a block.
    @_noLocks
    mutating func note(nanoseconds: UInt64) {
        isShared = nanoseconds >= Self.thresholdNanoseconds
        blocksLeft = Self.blocksBetweenLooks
    }

    /// Counts a block that was shared; after so many, one thread makes a block and is timed.
    @_noLocks
    mutating func countBlock() {
        blocksLeft &-= 1
        if blocksLeft <= 0 { isShared = false }
    }
}
