import AVFRealtime
import CAVFRealtime
import Synchronization
import Testing

@Suite struct WorkerGateTests {
    private final class Shared: Sendable {
        let gate = WorkerGate()
        let rounds = WakeWord()
        let isOpen = Atomic<Bool>(false)
        let isDone = Atomic<Bool>(false)
        let visitCount = Atomic<Int>(0)
        let wrongCount = Atomic<Int>(0)

        /// Goes in whenever it is let in, until the end.
        func help() {
            var seen: UInt32 = 0
            while !isDone.load(ordering: .acquiring) {
                seen = rounds.wait(after: seen)
                guard gate.enter() else { continue }
                if !isOpen.load(ordering: .relaxed) { wrongCount.wrappingAdd(1, ordering: .relaxed) }
                visitCount.wrappingAdd(1, ordering: .relaxed)
                gate.leave()
            }
        }
    }

    @Test func `helpers are inside only while the owner has the gate open, and all are woken at the end`()
        throws
    {
        let shared = Shared()
        let helpers = try (0..<3).map { _ in try NamedThread(.worker) { shared.help() } }
        var round = 0
        while round < 2000 || shared.visitCount.load(ordering: .relaxed) == 0 {
            shared.isOpen.store(true, ordering: .relaxed)
            shared.gate.open()
            shared.rounds.signal()
            shared.gate.closeAndWait()
            shared.isOpen.store(false, ordering: .relaxed)
            round += 1
        }
        shared.isDone.store(true, ordering: .releasing)
        shared.rounds.signal()
        for helper in helpers { helper.join() }
        #expect(shared.wrongCount.load(ordering: .relaxed) == 0)
        let isLetIn = shared.gate.enter()
        #expect(!isLetIn)
    }

    @Test func `who waits long sleeps between its looks`() {
        var backoff = Backoff()
        let start = avf_rt_host_time()
        for _ in 0..<2010 { backoff.pause() }
        // Ten naps of 50 µs at the least.
        #expect(avf_rt_host_time() - start >= 500_000)
    }
}
