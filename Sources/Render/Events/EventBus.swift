/// The events that one output bus gives for one block, in the order of time.
///
/// Plain memory, whose owner frees it. The unit that writes it and those that read it have one sample time.
@frozen
public struct EventBus: BitwiseCopyable {
    /// Events that fit into a bus.
    public static var capacity: Int { @_noLocks get { 1024 } }

    private let events: UnsafeMutablePointer<UnitEvent>
    private let capacity: Int
    /// How many events there are.
    public private(set) var count = 0
    /// Messages that did not fit since the bus was emptied.
    public private(set) var droppedCount = 0
    /// Events that the messages take at most, in words or in bytes.
    private var fill = 0
    /// Where what did not fit is counted, and for which unit.
    private let drops: UnsafePointer<EventDrops>?
    private let unit: UInt64
    /// Where the newest event is.
    private var newest = -1
    private var isDropping = false

    /// An empty bus in memory for so many events; what does not fit is counted in `drops` for a unit.
    package init(
        _ events: UnsafeMutablePointer<UnitEvent>, capacity: Int = EventBus.capacity,
        drops: UnsafePointer<EventDrops>? = nil, unit: UInt64 = 0
    ) {
        self.events = events
        self.capacity = capacity
        self.drops = drops
        self.unit = unit
    }

    /// The events.
    public var list: EventList { @_noLocks get { EventList(events, count: count) } }

    /// Forgets all events.
    @_noLocks
    package mutating func removeAll() {
        count = 0
        fill = 0
        droppedCount = 0
        newest = -1
        isDropping = false
    }

    /// Whether there is room for the message that an event begins.
    @_noLocks
    package func hasRoom(for event: UnitEvent) -> Bool { fill &+ event.largestPieceCount <= capacity }

    /// Adds an event behind those of the same time; false if there is no room for its message.
    ///
    /// The rest of a message goes where the message is.
    @_noLocks
    public mutating func append(_ event: UnitEvent) -> Bool {
        if event.continues {
            guard !isDropping, newest >= 0 else { return false }
            insert(event, at: newest &+ 1)
            return true
        }
        let size = event.largestPieceCount
        isDropping = fill &+ size > capacity
        guard !isDropping else {
            countDropped(1)
            return false
        }
        fill &+= size
        var place = count
        while place > 0, events[place &- 1].sampleTime > event.sampleTime { place &-= 1 }
        insert(event, at: place)
        return true
    }

    /// Counts messages that were lost before they could be added.
    @_noLocks
    public mutating func countDropped(_ messageCount: Int) {
        droppedCount &+= messageCount
        drops?.pointee.add(messageCount, unit: unit)
    }

    /// Adds a MIDI message; false if there is no room for it.
    @_noLocks
    public mutating func append(
        _ bytes: UnsafePointer<UInt8>, byteCount: Int, cable: UInt8 = 0, at sampleTime: Int64
    ) -> Bool {
        var done = 0
        while done < byteCount {
            let event = UnitEvent(
                bytes + done, byteCount: byteCount &- done, continues: done > 0, cable: cable, at: sampleTime)
            guard append(event) else { return false }
            done &+= UnitEvent.byteCapacity
        }
        return byteCount > 0
    }

    @_noLocks
    private mutating func insert(_ event: UnitEvent, at place: Int) {
        guard count < capacity else { return }
        var last = count
        while last > place {
            (events + last).initialize(to: events[last &- 1])
            last &-= 1
        }
        (events + place).initialize(to: event)
        newest = place
        count &+= 1
    }
}

/// The events of a block: what has arrived, and where a unit puts what it makes.
@frozen
public struct BlockEvents: BitwiseCopyable {
    /// What has arrived, in the order of time; times are within the block.
    public var input = EventList()
    /// The bus that the events come from; nil for none.
    private let source: UnsafePointer<EventBus>?
    /// The bus that is joined to it; nil for all units but those that do so.
    private let secondSource: UnsafePointer<EventBus>?
    /// The output buses.
    public var outputs: UnsafePointer<UnsafeMutablePointer<EventBus>>?
    /// How many output buses are connected, the first ones of the unit's.
    public var outputCount: Int

    /// Events from a bus and into others.
    @_noLocks
    package init(
        from source: UnsafePointer<EventBus>? = nil,
        and secondSource: UnsafePointer<EventBus>? = nil,
        to outputs: UnsafePointer<UnsafeMutablePointer<EventBus>>? = nil,
        outputCount: Int = 0
    ) {
        self.source = source
        self.secondSource = secondSource
        self.outputs = outputs
        self.outputCount = outputCount
    }

    /// What has arrived from the second source, in the order of time.
    var secondInput: EventList { @_noLocks get { secondSource?.pointee.list ?? EventList() } }

    /// Takes what its source has made of this block, and empties the outputs.
    @_noLocks
    package mutating func begin() {
        input = source?.pointee.list ?? EventList()
        guard let outputs else { return }
        var bus = 0
        while bus < outputCount {
            outputs[bus].pointee.removeAll()
            bus &+= 1
        }
    }
}
