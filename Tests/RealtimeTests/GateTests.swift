import AVFRealtime
import Synchronization
import Testing

@Suite struct GateTests {
    private final class Shared: Sendable {
        let gate = Gate()
        let isInside = Atomic<Bool>(false)
        let isDone = Atomic<Bool>(false)
        let visitCount = Atomic<Int>(0)
    }

    @Test func `a render thread that goes in and out is never inside while the gate is closed`() throws {
        let shared = Shared()
        let rendering = try NamedThread(.render) {
            while !shared.isDone.load(ordering: .acquiring) {
                guard shared.gate.enter() else { continue }
                shared.isInside.store(true, ordering: .relaxed)
                shared.visitCount.wrappingAdd(1, ordering: .relaxed)
                shared.isInside.store(false, ordering: .relaxed)
                shared.gate.leave()
            }
        }
        var wrong = 0
        for _ in 0..<1000 {
            shared.gate.whileClosed {
                let count = shared.visitCount.load(ordering: .relaxed)
                if shared.isInside.load(ordering: .relaxed) { wrong += 1 }
                if shared.visitCount.load(ordering: .relaxed) != count { wrong += 1 }
            }
        }
        while shared.visitCount.load(ordering: .relaxed) == 0 {}
        shared.isDone.store(true, ordering: .releasing)
        rendering.join()
        #expect(wrong == 0)
    }

    @Test func `a gate that is closed for good may be closed again and lets nobody in`() {
        let gate = Gate()
        gate.closeForGood()
        gate.closeForGood()
        let isOpen = gate.enter()
        #expect(!isOpen)
    }

    @Test func `who waits for a render thread that stays inside is told so after the time it gives`() {
        let gate = Gate()
        let hasEntered = gate.enter()
        let isEmptyAtFirst = gate.waitUntilEmpty(atMostMilliseconds: 1)
        gate.leave()
        let isEmptyThen = gate.waitUntilEmpty(atMostMilliseconds: 1)
        #expect(hasEntered && !isEmptyAtFirst && isEmptyThen)
    }

    @Test func `of two that try a lock one gets it`() {
        let lock = TryLock()
        let (first, second) = (lock.tryLock(), lock.tryLock())
        #expect(first && !second)
        lock.unlock()
        let answer = lock.withLock { 3 }
        #expect(answer == 3)
    }
}
