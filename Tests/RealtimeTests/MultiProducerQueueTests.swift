import AVFRealtime
import Glibc
import Synchronization
import Testing

@Suite struct MultiProducerQueueTests {
    /// A queue that several threads have.
    private final class Shared: Sendable {
        let queue: MultiProducerQueue<Int>
        init(capacity: Int) { queue = MultiProducerQueue(minimumCapacity: capacity) }
        var room: Int { queue.room }
        func push(_ values: Int...) -> Bool {
            values.count == 1 ? queue.push(values[0]) : queue.push(count: values.count) { values[$0] }
        }
        func pop() -> Int? { queue.pop() }
    }

    @Test(arguments: [(0, 1), (1, 1), (3, 4), (1000, 1024)])
    func `a queue has room for the next power of two`(asked: Int, capacity: Int) {
        let queue = Shared(capacity: asked)
        #expect(queue.room == capacity)
        #expect((0..<capacity).allSatisfy { queue.push($0) })
        #expect(!queue.push(0))
        #expect(queue.room == 0)
        #expect((0..<capacity).allSatisfy { queue.pop() == $0 })
        #expect(queue.pop() == nil)
        #expect(queue.room == capacity)
    }

    @Test func `of several elements all go in, or none`() {
        let queue = Shared(capacity: 4)
        #expect(queue.push(1, 2, 3))
        #expect(!queue.push(4, 5))
        #expect(queue.push(6))
        #expect(queue.push())
        #expect((0..<5).map { _ in queue.pop() } == [1, 2, 3, 6, nil])
    }

    @Test func `what four threads send through a small queue comes whole, once, and in each one's order`()
        throws
    {
        let (senderCount, each) = (4, 50_000)
        let shared = Shared(capacity: 8)
        let threads = try (0..<senderCount).map { sender in
            try NamedThread(.worker) {
                for number in 0..<each {
                    while !shared.queue.push(sender << 32 | number) { sched_yield() }
                }
            }
        }
        var next = Array(repeating: 0, count: senderCount)
        var wrong = 0
        for _ in 0..<senderCount * each {
            while shared.queue.peek() == nil { sched_yield() }
            guard let value = shared.queue.pop() else { continue }
            let (sender, number) = (value >> 32, value & 0xffff_ffff)
            if next[sender] != number { wrong += 1 }
            next[sender] = number + 1
        }
        for thread in threads { thread.join() }
        #expect(wrong == 0)
        #expect(next == Array(repeating: each, count: senderCount))
        #expect(shared.pop() == nil)
    }
}
