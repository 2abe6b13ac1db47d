import Synchronization

/// A queue of plain values between one writing thread and one reading thread; neither ever waits.
///
/// The owner frees it (`deallocate`); copies of the struct share the memory.
@frozen
public struct Ring<Element: BitwiseCopyable>: @unchecked Sendable {
    // Proof: one writer owns the tail, one reader the head, and each publishes with a release that the other
    // acquires.
    @usableFromInline let elements: UnsafeMutablePointer<Element>
    @usableFromInline let head: UnsafeMutablePointer<Atomic<Int>>
    @usableFromInline let tail: UnsafeMutablePointer<Atomic<Int>>
    /// Number of elements that fit: a power of two.
    public let capacity: Int
    private let ownsCounters: Bool

    /// An empty ring with room for at least `minimumCapacity` elements.
    public init(minimumCapacity: Int) {
        self.init(minimumCapacity, head: Self.counter(), tail: Self.counter(), ownsCounters: true)
    }

    /// The same with counters of the caller's, which are 0 now and outlive the ring: those of several rings
    /// can lie in the same cache lines, where each line has one writer.
    public init(
        minimumCapacity: Int, head: UnsafeMutablePointer<Atomic<Int>>,
        tail: UnsafeMutablePointer<Atomic<Int>>
    ) {
        self.init(minimumCapacity, head: head, tail: tail, ownsCounters: false)
    }

    private init(
        _ minimumCapacity: Int, head: UnsafeMutablePointer<Atomic<Int>>,
        tail: UnsafeMutablePointer<Atomic<Int>>, ownsCounters: Bool
    ) {
        var capacity = 1
        while capacity < minimumCapacity { capacity *= 2 }
        self.capacity = capacity
        elements = .allocate(capacity: capacity)
        self.head = head
        self.tail = tail
        self.ownsCounters = ownsCounters
    }

    /// Head and tail live in cache lines of their own, so that the two threads do not disturb each other.
    private static func counter() -> UnsafeMutablePointer<Atomic<Int>> {
        let line = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 64)
        let counter = line.bindMemory(to: Atomic<Int>.self, capacity: 1)
        counter.initialize(to: Atomic(0))
        return counter
    }

    /// Frees the memory, once, when neither side can touch the ring any more.
    public func deallocate() {
        elements.deallocate()
        guard ownsCounters else { return }
        head.deinitialize(count: 1)
        tail.deinitialize(count: 1)
        UnsafeMutableRawPointer(head).deallocate()
        UnsafeMutableRawPointer(tail).deallocate()
    }

    /// Appends an element; false if the ring is full.
    ///
    /// Writing thread.
    @inlinable
    public func push(_ element: Element) -> Bool {
        let end = tail.pointee.load(ordering: .relaxed)
        guard end &- head.pointee.load(ordering: .acquiring) < capacity else { return false }
        (elements + (end & (capacity &- 1))).initialize(to: element)
        tail.pointee.store(end &+ 1, ordering: .releasing)
        return true
    }

    /// The element `offset` places behind the oldest one, or nil.
    ///
    /// Reading thread.
    @inlinable
    public func peek(_ offset: Int = 0) -> UnsafeMutablePointer<Element>? {
        let start = head.pointee.load(ordering: .relaxed)
        guard tail.pointee.load(ordering: .acquiring) &- start > offset else { return nil }
        return elements + ((start &+ offset) & (capacity &- 1))
    }

    /// Forgets the oldest element, which must exist.
    ///
    /// Reading thread.
    @inlinable
    public func drop() {
        head.pointee.store(head.pointee.load(ordering: .relaxed) &+ 1, ordering: .releasing)
    }

    /// Takes the oldest element.
    ///
    /// Reading thread.
    @inlinable
    public func pop() -> Element? {
        guard let element = peek() else { return nil }
        let value = element.pointee
        drop()
        return value
    }

    /// Number of elements waiting; exact for the two threads that use the ring.
    @inlinable
    public var count: Int {
        tail.pointee.load(ordering: .acquiring) &- head.pointee.load(ordering: .acquiring)
    }

    /// Number of elements that can be pushed now.
    ///
    /// Writing thread.
    @inlinable
    public var room: Int { capacity &- count }
}
