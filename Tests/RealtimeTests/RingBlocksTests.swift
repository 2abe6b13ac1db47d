import AVFRealtime
import Testing

@Suite struct RingBlocksTests {
    @Test func `blocks of any size come out as they went in`() {
        let ring = Ring<Int>(minimumCapacity: 16)
        var (written, read) = (0, 0)
        var seed: UInt32 = 1
        for _ in 0..<2_000 {
            seed = seed &* 1_664_525 &+ 1_013_904_223
            let count = Int(seed >> 24) % 20
            let block = (0..<count).map { written + $0 }
            let room = 16 - (written - read)
            let pushed = block.withUnsafeBufferPointer { values in
                values.baseAddress.map { ring.writer.push($0, count: count) } ?? 0
            }
            #expect(pushed == min(count, room))
            written += pushed
            var taken = [Int](repeating: -1, count: 20)
            let limit = Int(seed >> 16 & 0xFF) % 20
            let popped = taken.withUnsafeMutableBufferPointer { values in
                values.baseAddress.map { ring.reader.pop(into: $0, count: limit) } ?? 0
            }
            #expect(popped == min(limit, written - read))
            #expect(taken.prefix(popped).elementsEqual(read..<read + popped))
            #expect(taken.dropFirst(popped).allSatisfy { $0 == -1 })
            read += popped
        }
    }

    @Test func `repeated elements and dropped ones are counted as others are`() {
        let ring = Ring<Int8>(minimumCapacity: 8)
        #expect(ring.writer.push(repeating: 7, count: 5) == 5)
        #expect(ring.reader.drop(count: 3) == 3)
        #expect(ring.writer.push(repeating: 9, count: 50) == 6)
        #expect((0..<9).map { _ in ring.reader.pop() } == [7, 7, 9, 9, 9, 9, 9, 9, nil])
        #expect(ring.reader.drop(count: 1) == 0)
    }
}
