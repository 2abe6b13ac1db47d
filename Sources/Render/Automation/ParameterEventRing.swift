import Synchronization

/// A queue of parameter changes between one writing thread at a time and the render thread; neither ever
/// waits.
///
/// Not a `Ring`: debug builds cannot prove calls of a generic type in its own module. The owner frees it.
struct ParameterEventRing: BitwiseCopyable {
    private static let capacity = 1024
    private var mask: Int { @_noLocks get { 1023 } }
    private let events: UnsafeMutablePointer<ParameterEvent>
    private let head: UnsafeMutablePointer<Atomic<Int>>
    private let tail: UnsafeMutablePointer<Atomic<Int>>

    init() {
        events = .allocate(capacity: Self.capacity)
        head = .allocate(capacity: 1)
        head.initialize(to: Atomic(0))
        tail = .allocate(capacity: 1)
        tail.initialize(to: Atomic(0))
    }

    func deallocate() {
        events.deallocate()
        head.deinitialize(count: 1)
        head.deallocate()
        tail.deinitialize(count: 1)
        tail.deallocate()
    }

    /// Appends a change; false if the ring is full.
    ///
    /// Writing thread.
    func enqueue(_ event: ParameterEvent) -> Bool {
        let end = tail.pointee.load(ordering: .relaxed)
        guard end &- head.pointee.load(ordering: .acquiring) < Self.capacity else { return false }
        (events + (end & mask)).initialize(to: event)
        tail.pointee.store(end &+ 1, ordering: .releasing)
        return true
    }

    /// Takes the oldest change.
    ///
    /// Render thread.
    @_noLocks
    func pop() -> ParameterEvent? {
        let start = head.pointee.load(ordering: .relaxed)
        guard tail.pointee.load(ordering: .acquiring) != start else { return nil }
        let event = events[start & mask]
        head.pointee.store(start &+ 1, ordering: .releasing)
        return event
    }
}
