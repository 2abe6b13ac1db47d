/// The events of one track on the render side, and how the track lies in the song.
package struct Lane: BitwiseCopyable, @unchecked Sendable {
    // Proof: the memory belongs to a `LaneMemory` that the timeline keeps, and is never changed.
    let events: UnsafePointer<ScheduledEvent>
    let count: Int
    let bytes: UnsafePointer<UInt8>
    /// The track's identifier.
    var track: Int32 = 0
    /// The event bus that the events go to.
    var bus: Int32 = 0
    /// Where the track's beginning is in the song, in units; may be negative.
    var offset: Int64 = 0
    /// What is played again and again, in units of the track.
    var loopStart: Int64 = 0
    /// The end of that.
    var loopEnd: Int64 = 0
    /// How often the loop is played; 1 for a track that goes straight on.
    var passCount: Int64 = 1
    /// The first event of the loop, and the first one behind it.
    var loopStartPlace = 0
    var loopEndPlace = 0

    /// Sets the loop; one shorter than a tick is none.
    mutating func setLoop(from start: Int64, to end: Int64, passCount: Int64) {
        guard end - start >= TimeBase.unitsPerTick, passCount > 1 else { return }
        loopStart = start
        loopEnd = end
        self.passCount = passCount
        loopStartPlace = place(ofUnit: start)
        loopEndPlace = place(ofUnit: end)
    }

    /// The place of the first event at a unit of the track or later.
    @_noLocks
    func place(ofUnit unit: Int64) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low &+ high) >> 1
            if events[middle].unit < unit { low = middle &+ 1 } else { high = middle }
        }
        return low
    }
}

/// How far a lane has been played.
struct LaneCursor: BitwiseCopyable {
    /// The place of the next event.
    var place: Int
    /// The song's unit minus the track's.
    var shift: Int64
    /// How many passes through the loop are over.
    var pass: Int64

    /// The first event of a lane at a unit of the song or later: a function of the position alone.
    @_noLocks
    init(_ lane: UnsafePointer<Lane>, fromUnit unit: Int64) {
        let local = unit &- lane.pointee.offset
        let length = lane.pointee.loopEnd &- lane.pointee.loopStart
        pass = 0
        if lane.pointee.passCount > 1, local >= lane.pointee.loopEnd {
            pass = min((local &- lane.pointee.loopEnd) / length &+ 1, lane.pointee.passCount &- 1)
        }
        shift = lane.pointee.offset &+ pass &* length
        place = lane.pointee.place(ofUnit: max(0, unit &- shift))
        wrap(lane)
    }

    /// Whether there is another pass behind this one.
    @_noLocks
    func isRepeated(_ lane: UnsafePointer<Lane>) -> Bool { pass &+ 1 < lane.pointee.passCount }

    /// Goes back to the loop's start if the pass is over.
    @_noLocks
    private mutating func wrap(_ lane: UnsafePointer<Lane>) {
        guard isRepeated(lane), place >= lane.pointee.loopEndPlace else { return }
        let length = lane.pointee.loopEnd &- lane.pointee.loopStart
        // Without events the loop is over at once, however often it is played.
        let isEmpty = lane.pointee.loopStartPlace >= lane.pointee.loopEndPlace
        let passes = isEmpty ? lane.pointee.passCount &- 1 &- pass : 1
        place = lane.pointee.loopStartPlace
        guard !isEmpty || lane.pointee.passCount < .max else {
            place = lane.pointee.count
            pass = lane.pointee.passCount &- 1
            return
        }
        pass &+= passes
        shift = shift &+ passes &* length
    }

    /// Goes on to the next event.
    @_noLocks
    mutating func advance(_ lane: UnsafePointer<Lane>) {
        place &+= 1
        wrap(lane)
    }

    /// The song's unit of the next event; the largest number if there is none.
    @_noLocks
    func nextUnit(_ lane: UnsafePointer<Lane>) -> Int64 {
        place < lane.pointee.count ? lane.pointee.events[place].unit &+ shift : .max
    }

    /// Where notes end at the latest, in units of the song: where the loop begins again.
    @_noLocks
    func lastEnd(_ lane: UnsafePointer<Lane>) -> Int64 {
        isRepeated(lane) ? lane.pointee.loopEnd &+ shift : .max
    }
}
