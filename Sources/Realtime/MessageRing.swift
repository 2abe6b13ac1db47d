import Synchronization

/// A queue of byte messages of any length between one writing and one reading thread; neither ever waits.
///
/// Lives in memory that its owner frees; copies share it.
@frozen
public struct MessageRing: BitwiseCopyable, @unchecked Sendable {
    // Proof: one writer owns the tail, one reader the head, and each publishes with a release that the other
    // acquires.
    /// Bytes that the two counters take, each in a cache line of its own so that the threads do not disturb
    /// each other.
    public static var counterByteCount: Int { 128 }

    @usableFromInline let bytes: UnsafeMutableRawPointer
    @usableFromInline let head: UnsafeMutablePointer<Atomic<Int>>
    @usableFromInline let tail: UnsafeMutablePointer<Atomic<Int>>
    /// Bytes that fit, headers included: a power of two.
    public let capacity: Int

    /// An empty ring in memory for so many bytes, a power of two, and in memory for the counters.
    public init(_ bytes: UnsafeMutableRawPointer, capacity: Int, counters: UnsafeMutableRawPointer) {
        self.bytes = bytes
        self.capacity = capacity
        head = counters.bindMemory(to: Atomic<Int>.self, capacity: 1)
        tail = (counters + Self.counterByteCount / 2).bindMemory(to: Atomic<Int>.self, capacity: 1)
        head.initialize(to: Atomic(0))
        tail.initialize(to: Atomic(0))
    }

    /// Appends a copy of a message; false if there is no room. [writing thread]
    @inlinable
    public func push(_ message: UnsafeRawPointer?, count: UInt32) -> Bool {
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

    /// The bytes of the oldest message; nil if there is none. [reading thread]
    @inlinable
    public var nextCount: UInt32? {
        let start = head.pointee.load(ordering: .relaxed)
        guard tail.pointee.load(ordering: .acquiring) != start else { return nil }
        var count: UInt32 = 0
        read(&count, MemoryLayout<UInt32>.size, at: start)
        return count
    }

    /// Moves the oldest message to `buffer`, which has room for `capacity` bytes; nil if there is none.
    /// [reading thread]
    @inlinable
    public func pop(into buffer: UnsafeMutableRawPointer) -> UInt32? {
        let start = head.pointee.load(ordering: .relaxed)
        guard tail.pointee.load(ordering: .acquiring) != start else { return nil }
        var count: UInt32 = 0
        read(&count, MemoryLayout<UInt32>.size, at: start)
        read(buffer, Int(count), at: start &+ MemoryLayout<UInt32>.size)
        head.pointee.store(start &+ MemoryLayout<UInt32>.size &+ Int(count), ordering: .releasing)
        return count
    }

    @inlinable
    func write(_ source: UnsafeRawPointer, _ count: Int, at position: Int) {
        let offset = position & (capacity &- 1)
        let first = min(count, capacity &- offset)
        (bytes + offset).copyMemory(from: source, byteCount: first)
        bytes.copyMemory(from: source + first, byteCount: count &- first)
    }

    @inlinable
    func read(_ target: UnsafeMutableRawPointer, _ count: Int, at position: Int) {
        let offset = position & (capacity &- 1)
        let first = min(count, capacity &- offset)
        target.copyMemory(from: bytes + offset, byteCount: first)
        (target + first).copyMemory(from: bytes, byteCount: count &- first)
    }
}
