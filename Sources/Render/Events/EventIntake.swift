import AVFRealtime

/// The events of one unit on their way to its blocks: what any thread sends, and what a wire brings, in the
/// order of time.
///
/// Events of one time keep their order; those from the wire come before those that were sent. What is late is
/// due at the block's first frame.
package struct EventIntake: ~Copyable {
    /// As much as the queue holds, and a wire's block.
    private static var capacity: Int { @_noLocks get { 2 &* EventBus.capacity } }

    private let queue: UnsafeMutablePointer<MultiProducerQueue<UnitEvent>>
    /// What waits for its time, in the order of time.
    private let waiting = OwnedBuffer<UnitEvent>(uninitializedCount: EventIntake.capacity)
    private var waitingCount = 0
    /// How many of those are of the present block.
    private var dueCount = 0
    /// How many of them the wire has brought.
    private var wiredPieceCount = 0
    private let keepsPackets: Bool

    /// The events of a queue that lives longer.
    ///
    /// Without `keepsPackets`, messages in words become the nearest ones of MIDI 1.0; those that MIDI 1.0 has
    /// nothing for are left out.
    package init(
        _ queue: UnsafeMutablePointer<MultiProducerQueue<UnitEvent>>, keepsPackets: Bool = false
    ) {
        self.queue = queue
        self.keepsPackets = keepsPackets
    }

    /// Sorts in what has been sent; what does not fit waits in the queue.
    @_noLocks
    package mutating func takeSent(_ blockTime: Int64) {
        // A message is taken as a whole, and the next wire's events have their room.
        let most = EventBus.capacity &+ wiredPieceCount
        while var event = queue.pointee.peek()?.pointee {
            guard event.continues || waitingCount &+ event.largestPieceCount <= most else { return }
            queue.pointee.drop()
            if event.sampleTime < RenderEvent.immediately &+ RenderEvent.mostFramesAdded {
                event.sampleTime = blockTime &+ (event.sampleTime &- RenderEvent.immediately)
            }
            sortInAsTaken(event)
        }
    }

    /// The events of a block, with those that a wire brings; valid until `end`.
    ///
    /// Without `takesSent`, what has been sent since `takeSent` stays for the next block.
    @_noLocks
    package mutating func begin(_ block: RenderBlock, takesSent: Bool = true) -> EventList {
        if let wired = block.events?.pointee.input {
            let wiredCount = min(wired.count, EventBus.capacity)
            let before = waitingCount
            var index = 0
            let last = block.sampleTime &+ Int64(max(0, block.frameCount &- 1))
            while index < wiredCount {
                var event = wired[index]
                event.sampleTime = min(event.sampleTime, last)
                sortInAsTaken(event)
                index &+= 1
            }
            wiredPieceCount = waitingCount &- before
        }
        if takesSent { takeSent(block.sampleTime) }
        dueCount = dueCount(block)
        var index = 0
        while index < dueCount, waiting[index].sampleTime < block.sampleTime {
            waiting.pointer[index].sampleTime = block.sampleTime
            index &+= 1
        }
        return EventList(waiting.pointer, count: dueCount)
    }

    /// How many of the events that wait are of a block.
    @_noLocks
    private func dueCount(_ block: RenderBlock) -> Int {
        let end = block.sampleTime &+ Int64(block.frameCount)
        var count = 0
        while count < waitingCount, waiting[count].sampleTime < end { count &+= 1 }
        return count
    }

    /// What is due in a block, as far as it was sent; without taking it.
    @_noLocks
    package func preview(_ block: RenderBlock) -> EventList {
        EventList(waiting.pointer, count: dueCount(block))
    }

    /// Forgets the block's events.
    @_noLocks
    package mutating func end() {
        wiredPieceCount = 0
        guard dueCount > 0 else { return }
        for place in dueCount..<waitingCount { waiting[place &- dueCount] = waiting[place] }
        waitingCount &-= dueCount
        dueCount = 0
    }

    /// Sorts in an event in the form that the unit takes.
    @_noLocks
    private mutating func sortInAsTaken(_ event: UnitEvent) {
        guard event.isPacket, !keepsPackets else { return sortIn(event) }
        let packet = event.packet
        var place = 0
        while place < packet.channelMessageCount {
            sortIn(packet.channelMessage(place, cable: event.cable, at: event.sampleTime))
            place &+= 1
        }
    }

    @_noLocks
    private mutating func sortIn(_ event: UnitEvent) {
        guard waitingCount < Self.capacity else { return }
        var place = waitingCount
        while place > 0, waiting[place &- 1].sampleTime > event.sampleTime {
            waiting[place] = waiting[place &- 1]
            place &-= 1
        }
        waiting[place] = event
        waitingCount &+= 1
    }
}
