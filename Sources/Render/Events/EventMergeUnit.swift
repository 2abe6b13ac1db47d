/// Joins the events of two wires: in the order of time, at one time first those of the first wire.
package final class EventMergeUnit: RenderUnit, @unchecked Sendable {  // Proof: see RenderUnit.
    /// A unit that has joined nothing.
    package init() { super.init() }

    package override func process(_ block: RenderBlock) {
        guard let events = block.events else { return }
        EventMerge.join(events.pointee.input, events.pointee.secondInput, block)
    }
}

/// Two lists of events in one.
enum EventMerge {
    /// Sends the events of both lists in the order of time.
    @_noLocks
    static func join(_ first: EventList, _ second: EventList, _ block: RenderBlock) {
        var (place, secondPlace) = (0, 0)
        while place < first.count || secondPlace < second.count {
            let isFirst =
                secondPlace == second.count
                || place < first.count && first[place].sampleTime <= second[secondPlace].sampleTime
            if isFirst {
                place = sendMessage(first, place, block)
            } else {
                secondPlace = sendMessage(second, secondPlace, block)
            }
        }
    }

    /// Sends an event with all pieces of its message; returns the place behind it.
    @_noLocks
    private static func sendMessage(_ list: EventList, _ start: Int, _ block: RenderBlock) -> Int {
        var place = start
        repeat {
            _ = block.send(list[place])
            place &+= 1
        } while place < list.count && list[place].continues
        return place
    }
}
