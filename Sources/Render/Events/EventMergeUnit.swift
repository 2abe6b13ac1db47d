/// Joins the events of two wires: in the order of time, at one time first those of the first wire.
package final class EventMergeUnit: RenderUnit, @unchecked Sendable {  // Proof: see RenderUnit.
    /// A unit that has joined nothing.
    package init() { super.init() }

    package override func process(_ block: RenderBlock) {
        guard let events = block.events else { return }
        let (first, second) = (events.pointee.input, events.pointee.secondInput)
        var (place, secondPlace) = (0, 0)
        while place < first.count || secondPlace < second.count {
            let isFirst =
                secondPlace == second.count
                || place < first.count && first[place].sampleTime <= second[secondPlace].sampleTime
            if isFirst {
                place = Self.send(first, place, block)
            } else {
                secondPlace = Self.send(second, secondPlace, block)
            }
        }
    }

    /// Sends an event with all pieces of its message; returns the place behind it.
    @_noLocks
    private static func send(_ list: EventList, _ start: Int, _ block: RenderBlock) -> Int {
        var place = start
        repeat {
            _ = block.send(list[place])
            place &+= 1
        } while place < list.count && list[place].continues
        return place
    }
}
