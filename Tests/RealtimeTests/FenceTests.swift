import AVFRealtime
import CAVFRealtime
import Glibc
import Synchronization
import Testing

@Suite struct FenceTests {
    /// Two threads that raise a flag each, round by round, and then look at the other's.
    private final class Flags: Sendable {
        let first = Atomic<Bool>(false)
        let second = Atomic<Bool>(false)
        let firstSaw = Atomic<Bool>(false)
        let round = Atomic<Int>(0)
        let answered = Atomic<Int>(0)

        func raiseFirst() {
            first.store(true, ordering: .relaxed)
            avf_rt_fence_light()
            firstSaw.store(second.load(ordering: .relaxed), ordering: .relaxed)
        }

        /// Whether this thread saw the other's flag.
        func raiseSecond() -> Bool {
            second.store(true, ordering: .relaxed)
            avf_rt_fence_heavy()
            return first.load(ordering: .relaxed)
        }

        func lower() {
            first.store(false, ordering: .relaxed)
            second.store(false, ordering: .relaxed)
        }
    }

    @Test func `with a light and a heavy fence at least one of two threads sees the other's flag`() throws {
        let flags = Flags()
        let rounds = 20_000
        let other = try NamedThread(.worker) {
            for round in 1...rounds {
                while flags.round.load(ordering: .acquiring) < round { sched_yield() }
                flags.raiseFirst()
                flags.answered.store(round, ordering: .releasing)
            }
        }
        var missed = 0
        for round in 1...rounds {
            flags.lower()
            flags.round.store(round, ordering: .releasing)
            let secondSaw = flags.raiseSecond()
            while flags.answered.load(ordering: .acquiring) < round { sched_yield() }
            if !secondSaw, !flags.firstSaw.load(ordering: .relaxed) { missed += 1 }
        }
        other.join()
        #expect(missed == 0)
    }
}
