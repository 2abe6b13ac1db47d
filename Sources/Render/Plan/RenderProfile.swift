import Synchronization

/// How long one call of a unit took, or one whole block.
package struct ProfileRecord: BitwiseCopyable, Sendable {
    /// The unit's `serialNumber`; 0 for a block, which follows its calls.
    package var unit: UInt64
    /// When it began, in nanoseconds of the host's clock.
    package var start: UInt64
    /// How long it took.
    package var nanoseconds: UInt64
    /// Where the block begins, in frames of the output.
    package var sampleTime: Int64
    /// Frames of the block.
    package var frameCount: Int

    @_noLocks
    init(unit: UInt64, start: UInt64, nanoseconds: UInt64, sampleTime: Int64, frameCount: Int) {
        self.unit = unit
        self.start = start
        self.nanoseconds = nanoseconds
        self.sampleTime = sampleTime
        self.frameCount = frameCount
    }
}

/// A queue of measured times, from the render thread to whoever reads them; neither waits.
///
/// A block that does not fit is counted and left out as a whole. The memory is there from the beginning.
package struct RenderProfile: @unchecked Sendable {
    // Proof: the render thread owns `tail`, the one reader `head`; each publishes with a release that the
    // other acquires, and the rest is immutable.
    private struct Words: ~Copyable {
        let head = Atomic<Int>(0)
        let tail = Atomic<Int>(0)
        let missed = Atomic<Int>(0)
    }

    private let records: UnsafeMutablePointer<ProfileRecord>
    private let words: UnsafeMutablePointer<Words>

    /// An empty queue.
    package init() {
        records = .allocate(capacity: Self.capacity)
        words = .allocate(capacity: 1)
        words.initialize(to: Words())
    }

    /// Frees the memory, once, when neither side can touch it any more.
    package func deallocate() {
        records.deallocate()
        words.deinitialize(count: 1)
        words.deallocate()
    }

    /// Whether so many records fit.
    ///
    /// Render thread.
    @_noLocks
    func hasRoom(for count: Int) -> Bool {
        let used =
            words.pointee.tail.load(ordering: .relaxed) &- words.pointee.head.load(ordering: .acquiring)
        return Self.capacity - used >= count
    }

    /// Appends a record, for which there is room.
    ///
    /// Render thread.
    @_noLocks
    func append(_ record: ProfileRecord) {
        let end = words.pointee.tail.load(ordering: .relaxed)
        (records + (end & (Self.capacity &- 1))).initialize(to: record)
        words.pointee.tail.store(end &+ 1, ordering: .releasing)
    }

    /// Counts a block that does not fit.
    ///
    /// Render thread.
    @_noLocks
    func miss() { words.pointee.missed.add(1, ordering: .relaxed) }

    /// Hands over every record, the oldest first.
    ///
    /// One thread at a time.
    package func drain(_ body: (ProfileRecord) -> Void) {
        let start = words.pointee.head.load(ordering: .relaxed)
        let end = words.pointee.tail.load(ordering: .acquiring)
        for index in start..<max(start, end) { body(records[index & (Self.capacity &- 1)]) }
        words.pointee.head.store(max(start, end), ordering: .releasing)
    }

    /// Blocks that did not fit since the last question. [any]
    package func takeMissedCount() -> Int { words.pointee.missed.exchange(0, ordering: .relaxed) }

    /// Records that fit: some hundred milliseconds of a large graph.
    private static var capacity: Int { @_noLocks get { 1 << 15 } }
}
