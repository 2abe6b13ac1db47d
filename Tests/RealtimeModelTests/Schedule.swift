import AVFRealtime
import Glibc

/// Runs a few threads in every order in which their steps can follow one another, one order after the other.
///
/// The threads are real, but only one runs at a time: at each step it gives the turn to the one that the
/// order has next. Orders are gone through depth first, by changing the last choice that has another one
/// left. All of it is sequentially consistent: what weaker orders of memory allow is for ThreadSanitizer.
public enum Schedule {
    /// Makes the threads of one run, and a check of what they have left behind.
    typealias Scenario = () -> (threads: [@Sendable () -> Void], check: () -> Void)

    // Proof: both are touched by the thread that has the turn only.
    nonisolated(unsafe) private static var current = 0
    nonisolated(unsafe) private static var run: Run?

    private final class Run {
        let gates: [UnsafeMutablePointer<sem_t>]
        /// What was chosen at each step, and of how many threads.
        var choices: [(chosen: Int, count: Int)]
        var position = 0
        var isRunnable: [Bool]
        var isWaiting: [Bool]
        let end: UnsafeMutablePointer<sem_t>

        init(threadCount: Int, choices: [(chosen: Int, count: Int)]) {
            self.choices = choices
            isRunnable = Array(repeating: true, count: threadCount)
            isWaiting = Array(repeating: false, count: threadCount)
            gates = (0..<threadCount).map { _ in Self.semaphore() }
            end = Self.semaphore()
        }

        deinit {
            for semaphore in gates + [end] {
                sem_destroy(semaphore)
                semaphore.deallocate()
            }
        }

        private static func semaphore() -> UnsafeMutablePointer<sem_t> {
            let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
            sem_init(semaphore, 0, 0)
            return semaphore
        }

        /// The thread that goes on; nil at the end of all.
        func next() -> Int? {
            var ready = isRunnable.indices.filter { isRunnable[$0] && !isWaiting[$0] }
            if ready.isEmpty { ready = isRunnable.indices.filter { isRunnable[$0] } }
            guard !ready.isEmpty else { return nil }
            if position == choices.count { choices.append((0, ready.count)) }
            defer { position += 1 }
            return ready[choices[position].chosen]
        }
    }

    /// Runs a scenario in every order; returns how many there are.
    static func explore(_ scenario: Scenario) throws -> Int {
        var choices: [(chosen: Int, count: Int)] = []
        var count = 0
        repeat {
            let (threads, check) = scenario()
            choices = try follow(choices, threads)
            check()
            count += 1
            while let last = choices.last, last.chosen + 1 == last.count { choices.removeLast() }
            if !choices.isEmpty { choices[choices.count - 1].chosen += 1 }
        } while !choices.isEmpty
        return count
    }

    private static func follow(
        _ choices: [(chosen: Int, count: Int)], _ bodies: [@Sendable () -> Void]
    ) throws -> [(chosen: Int, count: Int)] {
        let run = Run(threadCount: bodies.count, choices: choices)
        self.run = run
        var threads: [NamedThread] = []
        for (index, body) in bodies.enumerated() {
            threads.append(
                try NamedThread(.worker) {
                    begin(index)
                    body()
                    finish(index)
                })
        }
        passOn()
        sem_wait(run.end)
        for thread in threads { thread.join() }
        self.run = nil
        return run.choices
    }

    /// Before an access to what threads share.
    @_semantics("no_performance_analysis")
    public static func step() {
        guard let run else { return }
        let me = current
        for other in run.isWaiting.indices where other != me { run.isWaiting[other] = false }
        giveWay(me)
    }

    /// Waits until another thread has gone on.
    static func wait() {
        guard let run else { return }
        let me = current
        run.isWaiting[me] = true
        giveWay(me)
    }

    private static func giveWay(_ me: Int) {
        guard let run, let next = run.next(), next != me else { return }
        current = next
        sem_post(run.gates[next])
        sem_wait(run.gates[me])
    }

    private static func begin(_ index: Int) {
        guard let run else { return }
        sem_wait(run.gates[index])
    }

    private static func finish(_ index: Int) {
        run?.isRunnable[index] = false
        for other in run?.isWaiting.indices ?? 0..<0 { run?.isWaiting[other] = false }
        passOn()
    }

    private static func passOn() {
        guard let run else { return }
        guard let next = run.next() else { return _ = sem_post(run.end) }
        current = next
        sem_post(run.gates[next])
    }
}
