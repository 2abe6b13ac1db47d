import AVFRealtime

/// The event buses of a plan, and what each of its calls sees of them.
final class PlanEvents {
    private let memory: OwnedBuffer<UnitEvent>
    private let buses: OwnedBuffer<EventBus>
    private let outputs: OwnedBuffer<UnsafeMutablePointer<EventBus>>
    private let blocks: OwnedBuffer<BlockEvents>
    /// The place of each call's view in `blocks`.
    private let places: [Int: Int]
    private let drops: EventDropCounter?

    /// Buses for these calls; `drops` counts the messages that do not fit.
    init(_ steps: [PlanStep], busCount: Int, drops: EventDropCounter?) {
        let memory = OwnedBuffer<UnitEvent>(uninitializedCount: busCount * EventBus.capacity)
        let events = memory.pointer
        let makers = Self.makers(steps, busCount)
        let buses = OwnedBuffer(count: busCount) {
            EventBus(events + $0 * EventBus.capacity, drops: drops?.pointer, unit: makers[$0])
        }
        let first = buses.pointer
        let outputs = OwnedBuffer(count: busCount) { first + $0 }
        let firstOutput = UnsafePointer(outputs.pointer)
        let wired = steps.indices.filter { !steps[$0].events.isEmpty }
        places = Dictionary(uniqueKeysWithValues: zip(wired, wired.indices))
        blocks = OwnedBuffer(count: wired.count) { place in
            let numbers = steps[wired[place]].events
            return BlockEvents(
                from: numbers.input.map { UnsafePointer(first + $0) },
                and: numbers.secondInput.map { UnsafePointer(first + $0) },
                to: firstOutput + numbers.outputs.lowerBound,
                outputCount: numbers.outputs.count)
        }
        self.drops = drops
        self.memory = memory
        self.buses = buses
        self.outputs = outputs
    }

    /// The number of the unit that writes each bus.
    private static func makers(_ steps: [PlanStep], _ busCount: Int) -> [UInt64] {
        var makers = [UInt64](repeating: 0, count: busCount)
        for step in steps {
            for bus in step.events.outputs { makers[bus] = step.unit.serialNumber }
        }
        return makers
    }

    /// What a call sees; nil for one without event buses.
    func events(ofStep step: Int) -> UnsafeMutablePointer<BlockEvents>? {
        places[step].map { blocks.pointer + $0 }
    }
}
