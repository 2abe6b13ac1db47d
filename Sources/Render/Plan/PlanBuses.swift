/// The buses of a plan's calls, all in two flat tables.
///
/// Lists of lists for each call would be most of what compiling a large graph costs.
package struct PlanBuses: Sendable {
    /// The channels of all buses, bus by bus.
    package var channels: [PlanBuffer] = []
    /// Where each bus ends in `channels`.
    private var ends: [Int] = []

    /// No buses.
    package init() {}

    /// Makes room for the buses of so many calls.
    package mutating func reserve(callCount: Int) {
        channels.reserveCapacity(2 * callCount)
        ends.reserveCapacity(callCount)
    }

    // MARK: - Reading

    /// How many buses there are: the number of the next one.
    package var count: Int { ends.count }

    /// Where the channels of a bus are.
    package func places(ofBus bus: Int) -> Range<Int> { (bus == 0 ? 0 : ends[bus - 1])..<ends[bus] }

    /// Where the channels of these buses are, side by side.
    package func places(ofBuses buses: Range<Int>) -> Range<Int> {
        guard !buses.isEmpty else { return 0..<0 }
        return places(ofBus: buses.lowerBound).lowerBound..<ends[buses.upperBound - 1]
    }

    /// The channels of each of these buses.
    package func lists(_ buses: Range<Int>) -> [[PlanBuffer]] {
        buses.map { Array(channels[places(ofBus: $0)]) }
    }

    /// The channels of these buses, without their borders.
    package func joined(_ buses: Range<Int>) -> ArraySlice<PlanBuffer> {
        channels[places(ofBuses: buses)]
    }

    // MARK: - Adding

    /// Adds a bus; returns where its channels are.
    @discardableResult
    package mutating func addBus(_ bus: [PlanBuffer]) -> Range<Int> {
        channels += bus
        return endBus()
    }

    /// Adds a bus with the same channels as one that is there; returns where they are.
    @discardableResult
    package mutating func addBus(copyOf places: Range<Int>) -> Range<Int> {
        for place in places { channels.append(channels[place]) }
        return endBus()
    }

    /// Adds a bus of consecutive buffers of the arena; returns where its channels are.
    @discardableResult
    package mutating func addBus(arenaFrom first: Int, count: Int) -> Range<Int> {
        for number in first..<first + count { channels.append(.arena(number)) }
        return endBus()
    }

    /// Adds the buses of a call of `unit`.
    package mutating func step(
        of unit: RenderUnit, inputs: [[PlanBuffer]], outputs: [[PlanBuffer]], domain: Int = 0
    ) -> PlanStep {
        let first = count
        inputs.forEach { addBus($0) }
        let firstOutput = count
        outputs.forEach { addBus($0) }
        return PlanStep(
            unit: unit, buses: CallBuses(inputs: first..<firstOutput, outputs: firstOutput..<count),
            domain: domain)
    }

    private mutating func endBus() -> Range<Int> {
        let start = ends.last ?? 0
        ends.append(channels.count)
        return start..<channels.count
    }
}

/// The numbers of a call's buses.
package struct CallBuses: Sendable {
    /// Its input buses.
    package let inputs: Range<Int>
    /// Its output buses.
    package let outputs: Range<Int>

    /// Buses with these numbers.
    package init(inputs: Range<Int>, outputs: Range<Int>) {
        self.inputs = inputs
        self.outputs = outputs
    }
}
