import AVFRealtime

/// Delays an event wire by a whole number of frames, so that events arrive together with the sound of
/// parallel branches.
package final class EventDelayUnit: RenderUnit, @unchecked Sendable {  // Proof: see RenderUnit.
    private let line: OwnedCell<EventDelay>

    /// A delay of `frameCount` frames.
    package init(frameCount: Int) {
        line = OwnedCell(EventDelay(frameCount: frameCount))
        super.init()
    }

    package override func process(_ block: RenderBlock) {
        if takeResetRequest() { line.pointer.pointee.reset() }
        line.pointer.pointee.process(block)
    }
}

/// The events on their way through a delay.
struct EventDelay: ~Copyable {
    private let frameCount: Int
    private let waiting = OwnedBuffer<UnitEvent>(uninitializedCount: 4 * EventBus.capacity)
    private var waitingCount = 0

    /// A delay that nothing has gone into.
    init(frameCount: Int) { self.frameCount = frameCount }

    /// Forgets all events.
    @_noLocks
    mutating func reset() { waitingCount = 0 }

    /// Takes the events of a block, and gives those that are due.
    @_noLocks
    mutating func process(_ block: RenderBlock) {
        let end = block.sampleTime &+ Int64(block.frameCount)
        // What is later than anything can be is of a timeline that has begun anew.
        if waitingCount > 0, waiting[waitingCount &- 1].sampleTime > end &+ Int64(frameCount) { reset() }
        let events = block.eventsIn
        var fits = true
        for place in 0..<events.count {
            let event = events[place]
            // A message goes as a whole, or not at all.
            if !event.continues {
                fits = waitingCount &+ event.pieceCount <= waiting.count
                if !fits { block.countDroppedEvents(1) }
            }
            if fits { keep(event) }
        }
        var done = 0
        while done < waitingCount, waiting[done].sampleTime < end {
            _ = block.send(waiting[done])
            done &+= 1
        }
        guard done > 0 else { return }
        for place in done..<waitingCount { waiting[place &- done] = waiting[place] }
        waitingCount &-= done
    }

    /// Puts an event behind the others, at its new time; times on a wire never go back.
    @_noLocks
    private mutating func keep(_ event: UnitEvent) {
        var late = event
        late.sampleTime &+= Int64(frameCount)
        waiting[waitingCount] = late
        waitingCount &+= 1
    }
}
