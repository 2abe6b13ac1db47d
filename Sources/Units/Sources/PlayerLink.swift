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
    package let items: Ring<PlayerItem>
    /// Play, pause and stop, control → render.
    package let events: Ring<RenderEvent>
    /// One report for each item, render → control.
    ///
    /// There is always room, because no more items are in flight.
    package let reports: Ring<RenderReport>
    let state: UnsafeMutablePointer<PlayerState>
    private var orphans: [AnyObject] = []

    /// A link with nothing in it.
    package init() {
        items = Ring(
            minimumCapacity: Self.itemCapacity, head: signals.itemsHead, tail: signals.itemsTail)
        events = Ring(minimumCapacity: 64, head: signals.eventsHead, tail: signals.eventsTail)
        reports = Ring(
            minimumCapacity: Self.itemCapacity, head: signals.reportsHead, tail: signals.reportsTail)
        state = UnsafeMutableRawPointer.allocate(
            byteCount: MemoryLayout<PlayerState>.stride, alignment: 64
        ).bindMemory(to: PlayerState.self, capacity: 1)
        state.initialize(
            to: PlayerState(signals: signals, items: items, events: events, reports: reports))
    }

    deinit {
        state.deinitialize(count: 1)
        UnsafeMutableRawPointer(state).deallocate()
        items.deallocate()
        events.deallocate()
        reports.deallocate()
        signals.deallocate()
    }

    /// Keeps the owners of samples in flight as long as a plan can play them.
    ///
    /// Called once, by the player node as it goes away: nobody schedules any more.
    package func inherit(_ owners: [AnyObject]) { orphans = owners }

    /// Tells the render side that an item which interrupts is in the ring.
    package func announceInterruption() {
        signals.announcedInterruptions.pointee.wrappingAdd(1, ordering: .releasing)
    }

    /// Frames of items that have left the ring for good; grows as playing goes on. [any]
    package var playedFrameCount: Int64 { Int64(signals.playedFrames.pointee.load(ordering: .acquiring)) }

    /// The player time that the newest block has reached, where it stands still too. [any]
    package var playerTime: Int64 { Int64(signals.playerTime.pointee.load(ordering: .relaxed)) }

    /// Node time minus player time while the player runs; nil while it does not. [any]
    package var timeOffset: Int64? {
        let offset = signals.timeOffset.pointee.load(ordering: .acquiring)
        return offset == PlayerSignals.notRunning ? nil : Int64(offset)
    }
}
