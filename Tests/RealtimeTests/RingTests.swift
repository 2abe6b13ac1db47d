import AVFRealtime
import Glibc
import Testing

@Suite struct RingTests {
    @Test(arguments: [(0, 1), (1, 1), (2, 2), (3, 4), (1000, 1024)])
    func `a ring has room for the next power of two`(asked: Int, capacity: Int) {
        let ring = Ring<Int>(minimumCapacity: asked)
        #expect(ring.capacity == capacity)
        #expect((0..<capacity).allSatisfy { ring.writer.push($0) })
        #expect(!ring.writer.push(0))
        #expect(ring.writer.room == 0)
    }

    @Test func `an empty ring has nothing to give`() {
        let ring = Ring<Int>(minimumCapacity: 4)
        #expect(ring.reader.pop() == nil)
        #expect(ring.reader.peek() == nil)
        #expect(ring.reader.count == 0)
        #expect(ring.writer.room == 4)
    }

    @Test func `elements come out in their order, around the end of the memory and back`() {
        let ring = Ring<Int>(minimumCapacity: 4)
        var taken: [Int] = []
        for value in 0..<100 {
            #expect(ring.writer.push(value))
            if value % 3 != 0 { while let next = ring.reader.pop() { taken.append(next) } }
        }
        while let next = ring.reader.pop() { taken.append(next) }
        #expect(taken == Array(0..<100))
    }

    @Test func `peek sees elements in their order and takes nothing, drop takes the oldest`() {
        let ring = Ring<Int>(minimumCapacity: 4)
        for value in 0..<3 { _ = ring.writer.push(value) }
        ring.reader.drop()
        for value in 3..<5 { _ = ring.writer.push(value) }
        #expect((0..<4).map { ring.reader.peek($0)?.pointee } == [1, 2, 3, 4])
        #expect(ring.reader.peek(4) == nil)
        #expect(ring.reader.count == 4)
    }

    @Test func `what one thread writes, another reads whole and in order`() throws {
        struct Pair { var value: Int, complement: Int }
        let ring = Ring<Pair>(minimumCapacity: 16)
        let count = 200_000
        let end = ring.writer
        let writer = try NamedThread(.worker) {
            for value in 0..<count {
                while !end.push(Pair(value: value, complement: ~value)) { sched_yield() }
            }
        }
        var wrong = 0
        for value in 0..<count {
            while ring.reader.peek() == nil { sched_yield() }
            guard let pair = ring.reader.pop() else { continue }
            if pair.value != value || pair.complement != ~value { wrong += 1 }
        }
        writer.join()
        #expect(wrong == 0)
        #expect(ring.reader.count == 0)
    }
}
