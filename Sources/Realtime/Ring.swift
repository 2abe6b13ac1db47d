import Synchronization

/// A queue of plain values between one writing and one reading thread; neither ever waits.
///
/// The ring owns the memory; the two threads use its `writer` and `reader`, which are valid as long as it.
@frozen
public struct Ring<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
    // Proof: one writer owns the tail, one reader the head, and each publishes with a release that the other
    // acquires.
    @usableFromInline let memory: UnsafeMutableRawPointer
    /// The end that elements go in by.
    public let writer: RingWriter<Element>
    /// The end that elements come out by.
    public let reader: RingReader<Element>

    /// An empty ring with room for at least `minimumCapacity` elements.
    @inlinable
    public init(minimumCapacity: Int) {
        self.init(minimumCapacity: minimumCapacity, head: nil, tail: nil)
    }

    /// The same with counters of the caller's, which are 0 now and outlive the ring: those of several rings
    /// can lie in the same cache lines, where each line has one writer.
    @inlinable
    public init(
        minimumCapacity: Int, head: UnsafeMutablePointer<Atomic<Int>>?,
        tail: UnsafeMutablePointer<Atomic<Int>>?
    ) {
        var capacity = 1
        while capacity < minimumCapacity { capacity *= 2 }
        // Head and tail have cache lines of their own, so that the two threads do not disturb each other.
        memory = .allocate(byteCount: 128 + capacity * MemoryLayout<Element>.stride, alignment: 64)
        let ownHead = memory.bindMemory(to: Atomic<Int>.self, capacity: 1)
        let ownTail = (memory + 64).bindMemory(to: Atomic<Int>.self, capacity: 1)
        ownHead.initialize(to: Atomic(0))
        ownTail.initialize(to: Atomic(0))
        let elements = (memory + 128).bindMemory(to: Element.self, capacity: capacity)
        writer = RingWriter(elements, capacity, head: head ?? ownHead, tail: tail ?? ownTail)
        reader = RingReader(elements, capacity, head: head ?? ownHead, tail: tail ?? ownTail)
    }

    @inlinable
    deinit { memory.deallocate() }

    /// Number of elements that fit: a power of two.
    @inlinable
    public var capacity: Int { writer.mask &+ 1 }
}

/// The end of a ring that one thread puts elements in by.
@frozen
public struct RingWriter<Element: BitwiseCopyable>: BitwiseCopyable, @unchecked Sendable {
    // Proof: see Ring.
    @usableFromInline let elements: UnsafeMutablePointer<Element>
    @usableFromInline let head: UnsafeMutablePointer<Atomic<Int>>
    @usableFromInline let tail: UnsafeMutablePointer<Atomic<Int>>
    @usableFromInline let mask: Int

    @inlinable
    init(
        _ elements: UnsafeMutablePointer<Element>, _ capacity: Int, head: UnsafeMutablePointer<Atomic<Int>>,
        tail: UnsafeMutablePointer<Atomic<Int>>
    ) {
        self.elements = elements
        self.head = head
        self.tail = tail
        mask = capacity &- 1
    }

    /// Appends an element; false if the ring is full. [writing thread]
    @inlinable
    public func push(_ element: Element) -> Bool {
        let end = tail.pointee.load(ordering: .relaxed)
        guard end &- head.pointee.load(ordering: .acquiring) <= mask else { return false }
        (elements + (end & mask)).initialize(to: element)
        tail.pointee.store(end &+ 1, ordering: .releasing)
        return true
    }

    /// Number of elements that can be pushed now, or more. [writing thread]
    @inlinable
    public var room: Int {
        mask &+ 1 &- (tail.pointee.load(ordering: .relaxed) &- head.pointee.load(ordering: .acquiring))
    }
}

/// The end of a ring that one thread takes elements out by.
@frozen
public struct RingReader<Element: BitwiseCopyable>: BitwiseCopyable, @unchecked Sendable {
    // Proof: see Ring.
    @usableFromInline let elements: UnsafeMutablePointer<Element>
    @usableFromInline let head: UnsafeMutablePointer<Atomic<Int>>
    @usableFromInline let tail: UnsafeMutablePointer<Atomic<Int>>
    @usableFromInline let mask: Int

    @inlinable
    init(
        _ elements: UnsafeMutablePointer<Element>, _ capacity: Int, head: UnsafeMutablePointer<Atomic<Int>>,
        tail: UnsafeMutablePointer<Atomic<Int>>
    ) {
        self.elements = elements
        self.head = head
        self.tail = tail
        mask = capacity &- 1
    }

    /// The element `offset` places behind the oldest one, or nil. [reading thread]
    @inlinable
    public func peek(_ offset: Int = 0) -> UnsafeMutablePointer<Element>? {
        let start = head.pointee.load(ordering: .relaxed)
        guard tail.pointee.load(ordering: .acquiring) &- start > offset else { return nil }
        return elements + ((start &+ offset) & mask)
    }

    /// Forgets the oldest element, which must exist. [reading thread]
    @inlinable
    public func drop() {
        head.pointee.store(head.pointee.load(ordering: .relaxed) &+ 1, ordering: .releasing)
    }

    /// Takes the oldest element; nil if there is none. [reading thread]
    @inlinable
    public func pop() -> Element? {
        guard let element = peek() else { return nil }
        let value = element.pointee
        drop()
        return value
    }

    /// Number of elements waiting; exact for the reading thread, a moment old for others. [any]
    @inlinable
    public var count: Int {
        tail.pointee.load(ordering: .acquiring) &- head.pointee.load(ordering: .acquiring)
    }
}
