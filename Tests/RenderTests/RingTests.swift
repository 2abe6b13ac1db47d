import AVFRender
import Testing

@Suite struct RingTests {
    @Test(arguments: [(0, 1), (1, 1), (2, 2), (3, 4), (1000, 1024)])
    func `a ring has room for the next power of two`(asked: Int, capacity: Int) {
        let ring = Ring<Int>(minimumCapacity: asked)
        defer { ring.deallocate() }
        #expect(ring.capacity == capacity)
        #expect((0..<capacity).allSatisfy { ring.push($0) })
        #expect(!ring.push(0))
        #expect(ring.room == 0)
    }

    @Test func `an empty ring has nothing to give`() {
        let ring = Ring<Int>(minimumCapacity: 4)
        defer { ring.deallocate() }
        #expect(ring.pop() == nil)
        #expect(ring.peek() == nil)
        #expect(ring.count == 0)
        #expect(ring.room == 4)
    }

    @Test func `elements come out in their order, around the end of the memory and back`() {
        let ring = Ring<Int>(minimumCapacity: 4)
        defer { ring.deallocate() }
        var taken: [Int] = []
        for value in 0..<100 {
            #expect(ring.push(value))
            if value % 3 != 0 { while let next = ring.pop() { taken.append(next) } }
        }
        while let next = ring.pop() { taken.append(next) }
        #expect(taken == Array(0..<100))
    }

    @Test func `peek sees elements in their order and takes nothing, drop takes the oldest`() {
        let ring = Ring<Int>(minimumCapacity: 4)
        defer { ring.deallocate() }
        for value in 0..<3 { _ = ring.push(value) }
        ring.drop()
        for value in 3..<5 { _ = ring.push(value) }
        #expect((0..<4).map { ring.peek($0)?.pointee } == [1, 2, 3, 4])
        #expect(ring.peek(4) == nil)
        #expect(ring.count == 4)
    }

    @Test func `what one thread writes, another reads whole and in order`() throws {
        struct Pair { var value: Int, complement: Int }
        let ring = Ring<Pair>(minimumCapacity: 16)
        defer { ring.deallocate() }
        let count = 200_000
        let writer = try NamedThread(.worker) {
            for value in 0..<count {
                while !ring.push(Pair(value: value, complement: ~value)) { Pause.briefly() }
            }
        }
        var wrong = 0
        for value in 0..<count {
            while ring.peek() == nil { Pause.briefly() }
            guard let pair = ring.pop() else { continue }
            if pair.value != value || pair.complement != ~value { wrong += 1 }
        }
        writer.join()
        #expect(wrong == 0)
        #expect(ring.count == 0)
    }
}
