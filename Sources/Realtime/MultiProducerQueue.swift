import Synchronization

/// A bounded queue of plain values from any number of threads to one; no side locks, spins or waits.
///
/// A push takes two additions, whatever the others do: the first asks for room, and may be told that there is
/// none; the second assigns the place. Elements of one push stay together, and those of one thread stay in
/// order. A thread that is interrupted between the two and the end of its push holds up what was pushed
/// later, until it goes on; the reader sees that as an empty queue.
///
/// The places and their sequence numbers are those of D. Vyukov's bounded MPMC queue (1024cores.net, 2010),
/// with a count of free places in place of his loop of comparisons.
@frozen
public struct MultiProducerQueue<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
    // Proof: a place belongs to who was given its ticket until `published` says so, then to the reader until
    // `free` says so. At most `capacity` tickets are out at a time, so no two of them share a place. Both
    // additions of a push acquire and release: whoever gets a ticket has seen the reader leave its place,
    // because some push with an earlier ticket has, or it has itself.
    @usableFromInline let memory: UnsafeMutableRawPointer
    @usableFromInline let elements: UnsafeMutablePointer<Element>
    /// One more than the ticket of the element that is at each place; 0 for none yet.
    @usableFromInline let published: UnsafeMutablePointer<Atomic<Int>>
    /// Places that no ticket has been given for.
    @usableFromInline let free: UnsafeMutablePointer<Atomic<Int>>
    /// The next ticket.
    @usableFromInline let tail: UnsafeMutablePointer<Atomic<Int>>
    /// The ticket of the oldest element; written by the reader only.
    @usableFromInline let head: UnsafeMutablePointer<Atomic<Int>>
    /// Number of elements that fit: a power of two.
    public let capacity: Int

    /// An empty queue with room for at least `minimumCapacity` elements.
    @inlinable
    public init(minimumCapacity: Int) {
        var capacity = 1
        while capacity < minimumCapacity { capacity *= 2 }
        self.capacity = capacity
        let line = 64
        let publishedBytes = capacity * MemoryLayout<Atomic<Int>>.stride
        let elementOffset = 3 * line + (publishedBytes + line - 1) / line * line
        memory = .allocate(
            byteCount: elementOffset + capacity * MemoryLayout<Element>.stride, alignment: line)
        free = memory.bindMemory(to: Atomic<Int>.self, capacity: 1)
        tail = (memory + line).bindMemory(to: Atomic<Int>.self, capacity: 1)
        head = (memory + 2 * line).bindMemory(to: Atomic<Int>.self, capacity: 1)
        published = (memory + 3 * line).bindMemory(to: Atomic<Int>.self, capacity: capacity)
        elements = (memory + elementOffset).bindMemory(to: Element.self, capacity: capacity)
        free.initialize(to: Atomic(capacity))
        tail.initialize(to: Atomic(0))
        head.initialize(to: Atomic(0))
        for place in 0..<capacity { (published + place).initialize(to: Atomic(0)) }
    }

    @inlinable
    deinit { memory.deallocate() }

    /// Appends an element; false if the queue is full. [any]
    @inlinable
    public func push(_ element: Element) -> Bool {
        guard let ticket = reserve(1) else { return false }
        write(element, ticket)
        return true
    }

    /// Appends `count` elements, made in order by their places, or none of them: false if they do not all
    /// fit; the reader sees all at once. [any]
    @inlinable
    public func push(count: Int, _ element: (_ place: Int) -> Element) -> Bool {
        guard count > 0 else { return true }
        guard let ticket = reserve(count) else { return false }
        // The first one is written last, so that the reader sees all of them or none.
        let first = element(0)
        var index = 1
        while index < count {
            write(element(index), ticket &+ index)
            index &+= 1
        }
        write(first, ticket)
        return true
    }

    /// The first of `count` tickets that follow each other; nil without room.
    ///
    /// While another thread is being refused, room that it has asked for may count as taken.
    @inlinable
    func reserve(_ count: Int) -> Int? {
        guard free.pointee.wrappingSubtract(count, ordering: .acquiringAndReleasing).newValue >= 0 else {
            free.pointee.wrappingAdd(count, ordering: .acquiringAndReleasing)
            return nil
        }
        return tail.pointee.wrappingAdd(count, ordering: .acquiringAndReleasing).oldValue
    }

    @inlinable
    func write(_ element: Element, _ ticket: Int) {
        let place = ticket & (capacity &- 1)
        (elements + place).initialize(to: element)
        published[place].store(ticket &+ 1, ordering: .releasing)
    }

    /// The oldest element, or nil if there is none yet. [reading thread]
    @inlinable
    public func peek() -> UnsafeMutablePointer<Element>? {
        let ticket = head.pointee.load(ordering: .relaxed)
        let place = ticket & (capacity &- 1)
        guard published[place].load(ordering: .acquiring) == ticket &+ 1 else { return nil }
        return elements + place
    }

    /// Forgets the oldest element, which must exist. [reading thread]
    @inlinable
    public func drop() {
        head.pointee.store(head.pointee.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
        free.pointee.wrappingAdd(1, ordering: .acquiringAndReleasing)
    }

    /// Takes the oldest element; nil if there is none yet. [reading thread]
    @inlinable
    public func pop() -> Element? {
        guard let element = peek() else { return nil }
        let value = element.pointee
        drop()
        return value
    }

    /// Number of elements that could be pushed a moment ago. [any]
    @inlinable
    public var room: Int { max(0, free.pointee.load(ordering: .relaxed)) }
}
