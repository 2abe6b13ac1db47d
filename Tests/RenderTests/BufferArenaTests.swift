import AVFRender
import Testing

@Suite struct BufferArenaTests {
    @Test(arguments: [1, 15, 16, 17, 512, 4096])
    func `every buffer starts on a cache line, is silent, and shares no line with its neighbour`(
        frameCapacity: Int
    ) {
        let arena = BufferArena(bufferCount: 3, frameCapacity: frameCapacity)
        let starts = [arena.silence] + (0..<3).map { arena.buffer($0) }
        for start in starts {
            #expect(UInt(bitPattern: start) % 64 == 0)
            #expect((0..<frameCapacity).allSatisfy { start[$0] == 0 })
        }
        for (start, next) in zip(starts, starts.dropFirst()) {
            #expect(next - start >= frameCapacity + 16)
        }
    }

    @Test func `writing every buffer to its end leaves the silent one silent`() {
        let arena = BufferArena(bufferCount: 2, frameCapacity: 17)
        for buffer in 0..<2 { arena.buffer(buffer).update(repeating: 1, count: 17) }
        #expect((0..<17).allSatisfy { arena.silence[$0] == 0 })
        #expect((0..<17).allSatisfy { arena.buffer(1)[$0] == 1 })
    }

    @Test func `memory that a plan has left behind has a silent buffer again, whatever the next one's shape`()
    {
        let shelf = ArenaShelf()
        fill(BufferArena(bufferCount: 6, frameCapacity: 40, shelf: shelf))
        let next = BufferArena(bufferCount: 2, frameCapacity: 100, shelf: shelf)
        #expect(UInt(bitPattern: next.silence) % 64 == 0)
        #expect((0..<100).allSatisfy { next.silence[$0] == 0 })
    }

    @Test func `memory that is too small is not used again`() {
        let shelf = ArenaShelf()
        fill(BufferArena(bufferCount: 1, frameCapacity: 16, shelf: shelf))
        let next = BufferArena(bufferCount: 8, frameCapacity: 4096, shelf: shelf)
        for buffer in 0..<8 { #expect((0..<4096).allSatisfy { next.buffer(buffer)[$0] == 0 }) }
    }

    private func fill(_ arena: consuming BufferArena) {
        for buffer in 0..<arena.bufferCount { arena.buffer(buffer).update(repeating: 7, count: 16) }
    }
}
