import Synchronization

// Many elements at once: one look at the other side's counter, one publication, at most two copies.

extension RingWriter {
    /// Appends the first of `count` elements that fit and returns how many. [writing thread]
    @inlinable
    public func push(_ source: UnsafePointer<Element>, count: Int) -> Int {
        let end = tail.pointee.load(ordering: .relaxed)
        let taken = Swift.max(0, Swift.min(count, room))
        let first = Swift.min(taken, mask &+ 1 &- (end & mask))
        let stride = MemoryLayout<Element>.stride
        UnsafeMutableRawPointer(elements + (end & mask)).copyMemory(from: source, byteCount: first &* stride)
        UnsafeMutableRawPointer(elements).copyMemory(
            from: source + first, byteCount: (taken &- first) &* stride)
        tail.pointee.store(end &+ taken, ordering: .releasing)
        return taken
    }

    /// Appends the same element `count` times, or as often as it fits, and returns how often. [writing
    /// thread]
    @inlinable
    public func push(repeating element: Element, count: Int) -> Int {
        let end = tail.pointee.load(ordering: .relaxed)
        let taken = Swift.max(0, Swift.min(count, room))
        var place = 0
        while place < taken {
            (elements + ((end &+ place) & mask)).initialize(to: element)
            place &+= 1
        }
        tail.pointee.store(end &+ taken, ordering: .releasing)
        return taken
    }
}

extension RingReader {
    /// Takes the oldest elements, at most `count`, into `destination` and returns how many. [reading thread]
    @inlinable
    public func pop(into destination: UnsafeMutablePointer<Element>, count limit: Int) -> Int {
        let start = head.pointee.load(ordering: .relaxed)
        let taken = Swift.max(0, Swift.min(limit, count))
        let first = Swift.min(taken, mask &+ 1 &- (start & mask))
        let stride = MemoryLayout<Element>.stride
        UnsafeMutableRawPointer(destination).copyMemory(
            from: elements + (start & mask), byteCount: first &* stride)
        UnsafeMutableRawPointer(destination + first).copyMemory(
            from: elements, byteCount: (taken &- first) &* stride)
        head.pointee.store(start &+ taken, ordering: .releasing)
        return taken
    }

    /// Forgets the oldest elements, at most `count`, and returns how many. [reading thread]
    @inlinable
    public func drop(count limit: Int) -> Int {
        let dropped = Swift.max(0, Swift.min(limit, count))
        head.pointee.store(head.pointee.load(ordering: .relaxed) &+ dropped, ordering: .releasing)
        return dropped
    }
}
