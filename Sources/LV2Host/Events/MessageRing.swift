import Glibc
import Synchronization

/// A queue of byte messages of any length between one writing and one reading thread; neither ever waits.
///
/// Lives in memory that its owner frees; copies share it.
struct MessageRing: BitwiseCopyable {
    private let bytes: UnsafeMutableRawPointer
    private let head: UnsafeMutablePointer<Atomic<Int>>
    private let tail: UnsafeMutablePointer<Atomic<Int>>
    /// Bytes that fit, headers included: a power of two.
    let capacity: Int

    /// An empty ring in `memory`; nil without memory.
    init?(capacity: Int, in memory: ForeignMemory) {
        guard let bytes = memory.bytes(capacity), let counters = memory.bytes(128) else { return nil }
        self.bytes = bytes
        self.capacity = capacity
        // A cache line for each counter, so that the two threads do not disturb each other.
        head = counters.bindMemory(to: Atomic<Int>.self, capacity: 1)
        tail = (counters + 64).bindMemory(to: Atomic<Int>.self, capacity: 1)
        head.initialize(to: Atomic(0))
        tail.initialize(to: Atomic(0))
    }

    /// Appends a copy of a message; false if there is no room.
    @_noLocks
    func push(_ message: UnsafeRawPointer?, count: UInt32) -> Bool {
        let end = tail.pointee.load(ordering: .relaxed)
        let needed = MemoryLayout<UInt32>.size &+ Int(count)
        let used = end &- head.pointee.load(ordering: .acquiring)
        guard needed <= capacity &- used else { return false }
        var header = count
        write(&header, MemoryLayout<UInt32>.size, at: end)
        if let message { write(message, Int(count), at: end &+ MemoryLayout<UInt32>.size) }
        tail.pointee.store(end &+ needed, ordering: .releasing)
        return true
    }

    /// The bytes of the oldest message; nil if there is none.
    var nextCount: UInt32? {
        @_noLocks get {
            let start = head.pointee.load(ordering: .relaxed)
            guard tail.pointee.load(ordering: .acquiring) != start else { return nil }
            var count: UInt32 = 0
            read(&count, MemoryLayout<UInt32>.size, at: start)
            return count
        }
    }

    /// Moves the oldest message to `buffer`, which has room for `capacity` bytes; nil if there is none.
    @_noLocks
    func pop(into buffer: UnsafeMutableRawPointer) -> UInt32? {
        let start = head.pointee.load(ordering: .relaxed)
        guard tail.pointee.load(ordering: .acquiring) != start else { return nil }
        var count: UInt32 = 0
        read(&count, MemoryLayout<UInt32>.size, at: start)
        read(buffer, Int(count), at: start &+ MemoryLayout<UInt32>.size)
        head.pointee.store(start &+ MemoryLayout<UInt32>.size &+ Int(count), ordering: .releasing)
        return count
    }

    @_noLocks
    private func write(_ source: UnsafeRawPointer, _ count: Int, at position: Int) {
        let offset = position & (capacity &- 1)
        let first = min(count, capacity &- offset)
        (bytes + offset).copyMemory(from: source, byteCount: first)
        bytes.copyMemory(from: source + first, byteCount: count &- first)
    }

    @_noLocks
    private func read(_ target: UnsafeMutableRawPointer, _ count: Int, at position: Int) {
        let offset = position & (capacity &- 1)
        let first = min(count, capacity &- offset)
        target.copyMemory(from: bytes + offset, byteCount: first)
        (target + first).copyMemory(from: bytes, byteCount: count &- first)
    }
}
