import CAVFRealtime
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
struct TaskBoard: ~Copyable {
    private struct Task: BitwiseCopyable {
        let firstStep: Int
        let stepCount: Int
        let firstFollower: Int
        let followerCount: Int
        let predecessorCount: Int
    }

    private let tasks: UnsafeMutablePointer<Task>
    private let taskCount: Int
    private let steps: UnsafeMutablePointer<Int>
    private let followers: UnsafeMutablePointer<Int>
    /// How many tasks each one still waits for.
    private let missing: UnsafeMutablePointer<Atomic<Int>>
    /// The ready tasks in the order in which they became so, each plus one; 0 where none is yet.
    private let ready: UnsafeMutablePointer<Atomic<Int>>
    private let readyCount = Atomic<Int>(0)
    private let takenCount = Atomic<Int>(0)
    /// Nobody wakes those who wait for this word: a bounded nap.
    private let napWord: UnsafeMutablePointer<UInt32>
    private var worth = SharingWorth()

    /// The board of a plan; nil if its calls all wait for each other.
    init?(_ graph: TaskGraph) {
        guard graph.firstTaskCount > 1 else { return nil }
        taskCount = graph.tasks.count
        tasks = .allocate(capacity: taskCount)
        steps = .allocate(capacity: graph.tasks.reduce(0) { $0 + $1.steps.count })
        followers = .allocate(capacity: max(1, graph.tasks.reduce(0) { $0 + $1.followers.count }))
        missing = .allocate(capacity: taskCount)
        ready = .allocate(capacity: taskCount)
        napWord = .allocate(capacity: 1)
        napWord.initialize(to: 0)
        var (step, follower) = (0, 0)
        for (index, task) in graph.tasks.enumerated() {
            (tasks + index).initialize(
                to: Task(
                    firstStep: step, stepCount: task.steps.count, firstFollower: follower,
                    followerCount: task.followers.count, predecessorCount: task.predecessorCount))
            for number in task.steps {
                (steps + step).initialize(to: number)
                step += 1
            }
            for number in task.followers {
                (followers + follower).initialize(to: number)
                follower += 1
            }
            (missing + index).initialize(to: Atomic(0))
            (ready + index).initialize(to: Atomic(0))
        }
    }

    deinit {
        missing.deinitialize(count: taskCount)
        ready.deinitialize(count: taskCount)
        tasks.deallocate()
        steps.deallocate()
        followers.deallocate()
        missing.deallocate()
        ready.deallocate()
        napWord.deallocate()
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
            missing[task].store(tasks[task].predecessorCount, ordering: .relaxed)
            ready[task].store(0, ordering: .relaxed)
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
        let steps = steps + tasks[task].firstStep
        for index in 0..<tasks[task].stepCount {
            (block.steps + steps[index]).pointee.run(
                block.domains, hostTime: block.hostTime, isTimed: block.isTimed)
        }
        let followers = followers + tasks[task].firstFollower
        for index in 0..<tasks[task].followerCount {
            let follower = followers[index]
            // What this thread has written must be there for whoever does the follower.
            let left = missing[follower].wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue
            if left == 0 { announce(follower) }
        }
    }

    @_noLocks
    private func announce(_ task: Int) {
        let place = readyCount.wrappingAdd(1, ordering: .relaxed).oldValue
        ready[place].store(task &+ 1, ordering: .releasing)
    }

    /// The task at a place, which another thread's work may have to make ready first.
    @_noLocks
    private func wait(for place: Int) -> Int {
        var patience = 2_000
        while true {
            let task = ready[place].load(ordering: .acquiring)
            if task > 0 { return task &- 1 }
            avf_rt_pause()
            patience &-= 1
            // The other thread may have lost its processor, perhaps to this one.
            if patience < 0 { _ = avf_rt_word_wait(napWord, 0, avf_rt_host_time() &+ 50_000) }
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
