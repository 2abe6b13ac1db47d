import AVFRender

extension GraphCompiler {
    /// Gives every channel a buffer and forgets calls that only copy.
    func schedule(_ calls: inout CallList, reusesBuffers: Bool) -> Schedule {
        let (eventBusCount, latencyFrames, valueCount) = (
            calls.eventBusCount, calls.latencyFrames, calls.valueCount
        )
        var (steps, buses) = calls.take()
        var allocator = BufferAllocator(
            steps, &buses, valueCount: valueCount, reusesBuffers: reusesBuffers)
        var kept = 0
        for index in steps.indices {
            let isCopy = steps[index].place >= 0 && isCopy(steps[index], allocator)
            guard allocator.place(steps[index], isCopy: isCopy) else { continue }
            if kept < index { steps[kept] = steps[index] }
            kept += 1
        }
        steps.removeLast(steps.count - kept)
        return Schedule(
            steps: steps, buses: allocator.takeBuses(), domains: calls.domains,
            arenaBufferCount: allocator.bufferCount, eventBusCount: eventBusCount,
            latencyFrames: latencyFrames, compiler: self)
    }

    /// The output node's call does nothing when a signal of its own shape could be made in the caller's
    /// memory.
    @inline(__always)
    private func isCopy(_ step: Schedule.Step, _ allocator: borrowing BufferAllocator) -> Bool {
        guard nodes.nodes[step.place].kind == .output,
            let input = step.buses.inputs.first, let output = step.buses.outputs.first
        else { return false }
        return allocator.buses.places(ofBus: input).count == allocator.buses.places(ofBus: output).count
    }
}

/// Hands out buffers in the order of the calls, the lowest free one first, and takes each back after its last
/// use.
private struct BufferAllocator: ~Copyable {
    /// A value, and where it lies.
    private struct Value {
        /// How often it is still read.
        var usesLeft: Int32 = 0
        /// Its buffer; a channel of the caller's memory counts down from −2; −1 before it has been made.
        var buffer: Int32 = -1
        /// Whether it may lie in read-only memory.
        var isAliased = false

        mutating func place(inOutput channel: Int) { buffer = -2 - Int32(channel) }

        var place: PlanBuffer {
            if buffer >= 0 { return .arena(Int(buffer)) }
            return buffer == -1 ? .silence : .output(-2 - Int(buffer))
        }
    }

    /// The buses of the calls, with buffers in the place of values where they have been placed.
    private(set) var buses: PlanBuses
    /// Buffers so far.
    var bufferCount: Int { usersOfBuffer.count }
    private var free = FreeNumbers()
    private let reusesBuffers: Bool
    private var values: [Value]
    /// How many values share each buffer.
    private var usersOfBuffer: [Int32] = []

    /// Counts how often each channel is read, and lets a signal that only goes to the caller be made there;
    /// the buses are taken away.
    init(_ steps: [Schedule.Step], _ given: inout PlanBuses, valueCount: Int, reusesBuffers: Bool) {
        buses = given
        given = PlanBuses()
        self.reusesBuffers = reusesBuffers
        values = Array(repeating: Value(), count: valueCount)
        usersOfBuffer.reserveCapacity(reusesBuffers ? 0 : valueCount)
        for step in steps {
            for place in buses.places(ofBuses: step.buses.inputs) {
                if case .arena(let value) = buses.channels[place] { values[value].usesLeft += 1 }
            }
        }
        makeInCallersMemory(steps)
    }

    private mutating func makeInCallersMemory(_ steps: [Schedule.Step]) {
        guard
            let last = steps.last(where: { buses.joined($0.buses.outputs).first == .output(0) }),
            let inputBus = last.buses.inputs.first, let outputBus = last.buses.outputs.first
        else { return }
        let input = buses.channels[buses.places(ofBus: inputBus)]
        let output = buses.channels[buses.places(ofBus: outputBus)]
        guard input.count == output.count, Set(input).count == input.count, !input.contains(.silence)
        else { return }
        for case (.arena(let value), .output(let number)) in zip(input, output) {
            values[value].place(inOutput: number)
        }
    }

    /// Hands over the buses, which are gone then.
    mutating func takeBuses() -> PlanBuses {
        let taken = buses
        buses = PlanBuses()
        return taken
    }

    /// Places a call's values; false for a call that only copies what is in the caller's memory already.
    mutating func place(_ step: Schedule.Step, isCopy: Bool) -> Bool {
        let (inputs, outputs) = (step.buses.inputs, step.buses.outputs)
        if isCopy, inputs.allSatisfy({ isInCallersMemory($0) }) { return false }
        for bus in outputs {
            let input = inputs.lowerBound + (bus - outputs.lowerBound)
            placeOutput(bus, over: step.allowsInPlace && input < inputs.upperBound ? input : nil)
        }
        if step.aliasesOutput, let bus = outputs.first {
            for place in buses.places(ofBus: bus) {
                if case .arena(let value) = buses.channels[place] { values[value].isAliased = true }
            }
        }
        let (read, made) = (buses.places(ofBuses: inputs), buses.places(ofBuses: outputs))
        for place in read {
            if case .arena(let value) = buses.channels[place] { release(value) }
        }
        for place in made {
            if case .arena(let value) = buses.channels[place], values[value].usesLeft == 0 {
                giveBack(value)
            }
        }
        putDown(read)
        putDown(made)
        return true
    }

    private func isInCallersMemory(_ bus: Int) -> Bool {
        buses.joined(bus..<bus + 1).enumerated().allSatisfy { buffer($1) == .output($0) }
    }

    private mutating func placeOutput(_ bus: Int, over input: Int?) {
        let places = buses.places(ofBus: bus)
        if let input, canWorkInPlace(places, over: buses.places(ofBus: input)) {
            share(places, buses.places(ofBus: input))
        }
        for place in places {
            guard case .arena(let value) = buses.channels[place], values[value].buffer == -1 else {
                continue
            }
            findBuffer(for: value)
        }
    }

    private mutating func share(_ places: Range<Int>, _ input: Range<Int>) {
        for (place, old) in zip(places, input) {
            guard case .arena(let value) = buses.channels[place],
                case .arena(let oldValue) = buses.channels[old]
            else { continue }
            values[value].buffer = values[oldValue].buffer
            if values[value].buffer >= 0 { usersOfBuffer[Int(values[value].buffer)] += 1 }
        }
    }

    /// Each input channel has a buffer of its own that is no alias and that no other call reads, now or
    /// later.
    private func canWorkInPlace(_ places: Range<Int>, over input: Range<Int>) -> Bool {
        guard places.count == input.count else { return false }
        for (place, old) in zip(places, input) {
            guard case .arena(let value) = buses.channels[place],
                case .arena(let oldValue) = buses.channels[old], values[oldValue].usesLeft == 1,
                values[value].buffer == -1, !values[oldValue].isAliased, values[oldValue].buffer >= 0
            else { return false }
        }
        return true
    }

    private mutating func findBuffer(for value: Int) {
        let number: Int
        if let lowest = free.takeLowest() {
            number = lowest
        } else {
            number = bufferCount
            usersOfBuffer.append(0)
        }
        usersOfBuffer[number] = 1
        values[value].buffer = Int32(number)
    }

    /// Puts the buffers of a call's values in their places: its channels are not looked at again.
    private mutating func putDown(_ places: Range<Int>) {
        for place in places {
            if case .arena(let value) = buses.channels[place] {
                buses.channels[place] = values[value].place
            }
        }
    }

    private func buffer(_ channel: PlanBuffer) -> PlanBuffer {
        guard case .arena(let value) = channel else { return channel }
        return values[value].place
    }

    private mutating func release(_ value: Int) {
        values[value].usesLeft -= 1
        if values[value].usesLeft == 0 { giveBack(value) }
    }

    private mutating func giveBack(_ value: Int) {
        let number = Int(values[value].buffer)
        guard number >= 0 else { return }
        usersOfBuffer[number] -= 1
        if usersOfBuffer[number] == 0, reusesBuffers { free.insert(number) }
    }
}
