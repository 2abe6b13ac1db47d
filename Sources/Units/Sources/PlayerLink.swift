import AVFRealtime
import AVFRender
import Synchronization

/// What a player's two sides share: items and transport in, reports and times out.
///
/// It belongs to the player node and outlives the units that play from it.
package final class PlayerLink: @unchecked Sendable {
    // Proof: each ring has one writer and one reader, which the player node serialises; the rest is atomic,
    // the render thread's, or written once by the node's deinit.
    /// Items that can be in flight: sent and not yet reported.
    package static let itemCapacity = 512

    /// What is looked at in each block.
    package let signals = PlayerSignals()
    /// Items, control → render.
    package var items: RingWriter<PlayerItem> { itemRing.writer }
    /// Play, pause and stop, control → render.
    package var events: RingWriter<RenderEvent> { eventRing.writer }
    /// One report for each item, render → control.
    ///
    /// There is always room, because no more items are in flight.
    package var reports: RingReader<RenderReport> { reportRing.reader }
    private let itemRing: Ring<PlayerItem>
    private let eventRing: Ring<RenderEvent>
    private let reportRing: Ring<RenderReport>
    let state: UnsafeMutablePointer<PlayerState>
    private var orphans: [AnyObject] = []

    /// A link with nothing in it.
    package init() {
        itemRing = Ring(
            minimumCapacity: Self.itemCapacity, head: signals.itemsHead, tail: signals.itemsTail)
        eventRing = Ring(minimumCapacity: 64, head: signals.eventsHead, tail: signals.eventsTail)
        reportRing = Ring(
            minimumCapacity: Self.itemCapacity, head: signals.reportsHead, tail: signals.reportsTail)
        state = UnsafeMutableRawPointer.allocate(
            byteCount: MemoryLayout<PlayerState>.stride, alignment: 64
        ).bindMemory(to: PlayerState.self, capacity: 1)
        state.initialize(
            to: PlayerState(
                signals: signals, items: itemRing.reader, events: eventRing.reader,
                reports: reportRing.writer))
    }

    deinit {
        state.deinitialize(count: 1)
        UnsafeMutableRawPointer(state).deallocate()
        signals.deallocate()
    }

    /// Keeps the owners of samples in flight as long as a plan can play them.
    ///
    /// Called once, by the player node as it goes away: nothing is scheduled any more.
    package func inherit(_ owners: [AnyObject]) { orphans = owners }

    /// Tells the render side that an item which interrupts is in the ring.
    package func announceInterruption() {
        signals.announcedInterruptions.pointee.wrappingAdd(1, ordering: .releasing)
    }

    /// Numbers a stop that is about to be sent, so that what the player was before is not asked for any more.
    package func announceStop(_ number: UInt32) {
        signals.stopNumber.pointee.store(Int(number), ordering: .relaxed)
    }

    /// Whether the render side has obeyed the newest stop. [any]
    private var hasObeyed: Bool {
        signals.obeyedStopNumber.pointee.load(ordering: .acquiring)
            == signals.stopNumber.pointee.load(ordering: .relaxed)
    }

    /// Lets the player take its transport commands now, which it would otherwise with the next block.
    ///
    /// For the thread that renders, between blocks.
    package func obey() { state.pointee.obey() }

    /// Frames of items that have been played, or have left the ring unplayed; grows as playing goes on,
    /// except where a loop begins again. [any]
    package var playedFrameCount: Int64 { Int64(signals.playedFrames.pointee.load(ordering: .acquiring)) }

    /// The player time that the newest block has reached, where it stands still too. [any]
    package var playerTime: Int64 {
        hasObeyed ? Int64(signals.playerTime.pointee.load(ordering: .relaxed)) : 0
    }

    /// Node time minus player time while the player runs; nil while it does not. [any]
    package var timeOffset: Int64? {
        guard hasObeyed else { return nil }
        let offset = signals.timeOffset.pointee.load(ordering: .acquiring)
        return offset == PlayerSignals.notRunning ? nil : Int64(offset)
    }
}
