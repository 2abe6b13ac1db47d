import AVFRealtime
import AVFRender
import Synchronization

/// What a sequencer is asked to do: to play or to be still, and where.
package struct TransportRequest: BitwiseCopyable, Sendable {
    /// Tells one request from the next; a request is obeyed once.
    package var serial: UInt64 = 0
    /// Whether it plays.
    package var isPlaying = false
    /// Whether it goes to `position`; if not, it stays where it is.
    package var hasPosition = false
    /// Where to.
    package var position = SongPosition()
    /// The frame that the position falls on; `RenderEvent.immediately` for the next block's first one.
    package var startFrame = RenderEvent.immediately
    /// Rate of playing, in 2⁻³².
    package var rate = SampleClock.unityRate
    /// Tells one tempo map from the next.
    package var mapSerial: UInt64 = 0
}

/// Everything that the render side plays by, exchanged as a whole: the timeline, what is asked, and memory
/// for the places in it.
package final class SequencerSnapshot: @unchecked Sendable {
    // Proof: the body is the render side's from publishing on; everything else is immutable.
    private let timeline: EventTimeline
    private let cursors: OwnedBuffer<LaneCursor>
    private let entries: OwnedBuffer<LaneQueue.Entry>
    private let chased: OwnedBuffer<ChasedEvent>
    private let cell: OwnedCell<SnapshotBody>

    /// A snapshot; `chased` is sent before the first event that is played from the request's position on.
    init(_ timeline: EventTimeline, _ request: TransportRequest, chased: [ChasedEvent] = []) {
        self.timeline = timeline
        let body = timeline.body
        cursors = OwnedBuffer(uninitializedCount: body.laneCount)
        entries = OwnedBuffer(uninitializedCount: body.laneCount)
        self.chased = OwnedBuffer(count: chased.count) { chased[$0] }
        cell = OwnedCell(
            SnapshotBody(
                timeline: body, request: request, cursors: cursors.pointer,
                queue: LaneQueue(entries.pointer), chased: UnsafePointer(self.chased.pointer),
                chasedCount: chased.count))
        cell.pointer.pointee.owner = UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())
    }

    /// The address of the body, with a reference that `release` gives back.
    func retainedBody() -> UInt {
        _ = Unmanaged.passRetained(self)
        return UInt(bitPattern: cell.pointer)
    }

    /// Gives back the reference of a body; 0 for none.
    static func release(_ bits: UInt) {
        guard let body = UnsafeMutablePointer<SnapshotBody>(bitPattern: bits),
            let owner = UnsafeRawPointer(bitPattern: body.pointee.owner)
        else { return }
        Unmanaged<SequencerSnapshot>.fromOpaque(owner).release()
    }
}

/// A snapshot as the render side sees it.
struct SnapshotBody: BitwiseCopyable {
    let timeline: TimelineBody
    let request: TransportRequest
    let cursors: UnsafeMutablePointer<LaneCursor>
    var queue: LaneQueue
    /// What is sent before anything is played from the request's position on.
    let chased: UnsafePointer<ChasedEvent>
    let chasedCount: Int
    /// The address of the object that keeps all this.
    var owner: UInt = 0
}

/// Hands snapshots to the render thread and takes them back, as `PlanSlot` does with plans: ownership
/// crosses with the bits, and the render side takes the newest one only if there is room for the old one.
struct SnapshotSlot: ~Copyable, Sendable {
    private let pending = Atomic<UInt>(0)
    private let retired = Atomic<UInt>(0)
    /// Touched by the render thread only, or with the unit gone.
    private let current = Atomic<UInt>(0)

    init() {}

    deinit {
        SequencerSnapshot.release(pending.load(ordering: .acquiring))
        SequencerSnapshot.release(retired.load(ordering: .acquiring))
        SequencerSnapshot.release(current.load(ordering: .relaxed))
    }

    /// Hands over a snapshot; one that was never adopted is released. [control]
    func publish(_ snapshot: SequencerSnapshot) {
        collect()
        SequencerSnapshot.release(pending.exchange(snapshot.retainedBody(), ordering: .acquiringAndReleasing))
        collect()
    }

    /// Releases the snapshot that the render side has finished with. [control]
    func collect() {
        guard retired.load(ordering: .relaxed) != 0 else { return }
        SequencerSnapshot.release(retired.exchange(0, ordering: .acquiring))
    }

    /// Whether there is a snapshot to be adopted, and room for the present one. [render]
    var hasNews: Bool {
        @_noLocks get { pending.load(ordering: .relaxed) != 0 && retired.load(ordering: .acquiring) == 0 }
    }

    /// Adopts the newest snapshot; the former one is valid until `retire`. [render]
    @_noLocks
    func adopt() -> (new: UnsafeMutablePointer<SnapshotBody>, old: UInt)? {
        let next = pending.exchange(0, ordering: .acquiringAndReleasing)
        guard let body = UnsafeMutablePointer<SnapshotBody>(bitPattern: next) else { return nil }
        let old = current.load(ordering: .relaxed)
        current.store(next, ordering: .relaxed)
        return (body, old)
    }

    /// The snapshot that was adopted last; nil before the first one. [render]
    var adopted: UnsafeMutablePointer<SnapshotBody>? {
        @_noLocks get { UnsafeMutablePointer(bitPattern: current.load(ordering: .relaxed)) }
    }

    /// Gives a former snapshot back. [render]
    @_noLocks
    func retire(_ bits: UInt) { retired.store(bits, ordering: .releasing) }
}
