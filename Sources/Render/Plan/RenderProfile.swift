import AVFRealtime
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
package struct RenderProfile: ~Copyable, Sendable {
    private let records = Ring<ProfileRecord>(minimumCapacity: RenderProfile.capacity)
    private let missed = Atomic<Int>(0)

    /// An empty queue.
    package init() {}

    /// Whether so many records fit.
    ///
    /// Render thread.
    @_noLocks
    func hasRoom(for count: Int) -> Bool { records.writer.room >= count }

    /// Appends a record, for which there is room.
    ///
    /// Render thread.
    @_noLocks
    func append(_ record: ProfileRecord) { _ = records.writer.push(record) }

    /// Counts a block that does not fit.
    ///
    /// Render thread.
    @_noLocks
    func miss() { missed.add(1, ordering: .relaxed) }

    /// Hands over every record, the oldest first.
    ///
    /// One thread at a time.
    package func drain(_ body: (ProfileRecord) -> Void) {
        for _ in 0..<records.reader.count {
            guard let record = records.reader.pop() else { return }
            body(record)
        }
    }

    /// Blocks that did not fit since the last question. [any]
    package func takeMissedCount() -> Int { missed.exchange(0, ordering: .relaxed) }

    /// Records that fit: some hundred milliseconds of a large graph.
    private static var capacity: Int { @_noLocks get { 1 << 15 } }
}
