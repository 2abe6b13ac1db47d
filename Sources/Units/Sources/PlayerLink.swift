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

    /// Items, control → render.
    package let items = Ring<PlayerItem>(minimumCapacity: PlayerLink.itemCapacity)
    /// Play, pause and stop, control → render.
    package let events = Ring<RenderEvent>(minimumCapacity: 64)
    /// One report for each item, render → control.
    ///
    /// There is always room, because no more items are in flight.
    package let reports = Ring<RenderReport>(minimumCapacity: PlayerLink.itemCapacity)
    let state: UnsafeMutablePointer<PlayerState>
    private let shared: UnsafeMutablePointer<PlayerShared>
    private var orphans: [AnyObject] = []

    /// A link with nothing in it.
    package init() {
        shared = .allocate(capacity: 1)
        shared.initialize(to: PlayerShared())
        state = .allocate(capacity: 1)
        state.initialize(
            to: PlayerState(items: items, events: events, reports: reports, shared: shared))
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
        shared.deinitialize(count: 1)
        shared.deallocate()
        items.deallocate()
        events.deallocate()
        reports.deallocate()
    }

    /// Keeps the owners of samples in flight as long as a plan can play them.
    ///
    /// Called once, by the player node as it goes away: nobody schedules any more.
    package func inherit(_ owners: [AnyObject]) { orphans = owners }

    /// Tells the render side that an item which interrupts is in the ring.
    package func announceInterruption() {
        shared.pointee.announcedInterruptions.add(1, ordering: .releasing)
    }

    /// Frames of items that have left the ring for good; grows as playing goes on. [any]
    package var playedFrameCount: Int64 { shared.pointee.playedFrames.load(ordering: .acquiring) }

    /// The player time that the newest block has reached, where it stands still too. [any]
    package var playerTime: Int64 { shared.pointee.playerTime.load(ordering: .relaxed) }

    /// Node time minus player time while the player runs; nil while it does not. [any]
    package var timeOffset: Int64? {
        let offset = shared.pointee.timeOffset.load(ordering: .acquiring)
        return offset == PlayerState.notRunning ? nil : offset
    }
}
