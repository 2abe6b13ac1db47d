import AVFRender

/// Keys that go down and up.
extension Scheduler {
    /// Strikes the notes of a frame.
    @_noLocks
    mutating func strikeAll(_ frame: Int64, _ lanes: UnsafePointer<Lane>, _ block: RenderBlock) {
        var place = 0
        while place < strikeCount {
            let strike = strikes[place]
            place &+= 1
            let (event, lane) = (strike.event.pointee, lanes + Int(strike.lane))
            let bus = Int(lane.pointee.bus)
            let slot = bus &* SoundingNotes.slotCount &+ event.slot
            if notes.isDown(slot) { release(slot, at: frame, block) }
            let message = UnitEvent(status: event.status, event.data1, event.data2, at: frame)
            guard bus < busCount, !isLate(slot) else {
                droppedCount &+= 1
                continue
            }
            guard send(message, to: bus, block) else { continue }
            notes.strike(
                slot, end: strike.end, track: lane.pointee.track,
                releaseVelocity: UInt8(truncatingIfNeeded: event.place))
        }
        strikeCount = 0
    }

    /// Releases the keys that are due at a frame.
    @_noLocks
    mutating func releaseDue(_ frame: Int64, _ tempo: TempoTable, _ block: RenderBlock) {
        while let slot = notes.first, notes.nextEnd < .max, self.frame(ofEnd: notes.nextEnd, tempo) <= frame {
            release(slot, at: frame, block)
        }
    }

    /// Lets a key go up; without room for the message it is sent with the next block.
    @_noLocks
    mutating func release(_ slot: Int, at frame: Int64, _ block: RenderBlock) {
        let isSent = sendRelease(slot, at: frame, block)
        notes.lift(slot)
        guard !isSent, lateCount < late.count else { return }
        late[lateCount] = Int32(truncatingIfNeeded: slot)
        lateCount &+= 1
    }

    @_noLocks
    private func sendRelease(_ slot: Int, at frame: Int64, _ block: RenderBlock) -> Bool {
        let channel = UInt8(truncatingIfNeeded: slot >> 7 & 15)
        let event = UnitEvent(
            status: 0x80 | channel, UInt8(truncatingIfNeeded: slot & 127), notes[slot].releaseVelocity,
            at: frame)
        return send(event, to: slot / SoundingNotes.slotCount, block)
    }

    /// Whether a key's release waits for room.
    @_noLocks
    private func isLate(_ slot: Int) -> Bool {
        var place = 0
        while place < lateCount {
            if Int(late[place]) == slot { return true }
            place &+= 1
        }
        return false
    }

    /// Sends the releases that found no room in the block before.
    @_noLocks
    mutating func releaseLate(_ block: RenderBlock) {
        var (place, kept) = (0, 0)
        while place < lateCount {
            let slot = Int(late[place])
            if !sendRelease(slot, at: block.sampleTime, block) {
                late[kept] = late[place]
                kept &+= 1
            }
            place &+= 1
        }
        lateCount = kept
    }

    /// Whether a key is down whose track does not sound any more.
    @_noLocks
    private func hasInaudible(_ timeline: TimelineBody) -> Bool {
        var place = 0
        while place < notes.count {
            if !timeline.isAudible(notes[notes.slot(at: place)].track) { return true }
            place &+= 1
        }
        return false
    }

    /// Releases all keys, or those of tracks that do not sound any more, at a block's first frame.
    @_noLocks
    mutating func releaseStopped(_ block: RenderBlock) {
        if releasesAll {
            while let slot = notes.first { release(slot, at: block.sampleTime, block) }
        } else if let body = snapshot, hasInaudible(body.pointee.timeline) {
            // In the order of keys: the heap's order is none.
            var slot = 0
            while slot < busCount &* SoundingNotes.slotCount, notes.count > 0 {
                if notes.isDown(slot), !body.pointee.timeline.isAudible(notes[slot].track) {
                    release(slot, at: block.sampleTime, block)
                }
                slot &+= 1
            }
        }
        (releasesAll, releasesInaudible) = (false, false)
    }
}
