import AVFRender

extension GraphCompiler {
    /// Gives every channel a buffer and forgets calls that only copy.
    func schedule(_ calls: CallList, reusesBuffers: Bool) -> Schedule {
        var allocator = BufferAllocator(calls, reusesBuffers: reusesBuffers)
        let steps = calls.steps.filter { allocator.place($0, isCopy: isCopy($0, calls.buses)) }
        return Schedule(
            steps: steps, buses: allocator.buses, domains: calls.domains.domains,
            arenaBufferCount: allocator.bufferCount, eventBusCount: calls.eventBusCount,
            latencyFrames: calls.latencyFrames, places: places, domainOfPlace: calls.domains.domainOfPlace,
            nodes: model.nodes)
    }

    /// The output node's call does nothing when a signal of its own shape could be made in the caller's
    /// memory.
    private func isCopy(_ step: Schedule.Step, _ buses: PlanBuses) -> Bool {
        guard case .node(let id) = step.call, model.nodes[id]?.role == .output,
            let input = step.buses.inputs.first, let output = step.buses.outputs.first
        else { return false }
        return buses.places(ofBus: input).count == buses.places(ofBus: output).count
    }
}

/// Hands out buffers in the order of the calls, the lowest free one first, and takes each back after its last
/// use.
private struct BufferAllocator {
    /// The buses of the calls, with buffers in the place of values where they have been placed.
    private(set) var buses: PlanBuses
    /// Buffers so far.
    var bufferCount: Int { usersOfBuffer.count }
    private var free = FreeNumbers()
    private let reusesBuffers: Bool
    /// How often each value is still read.
    private var usesLeft: [Int]
    /// Where each value lies, once it has been made.
    private var buffers: [PlanBuffer?]
    /// Whether a value may lie in read-only memory.
    private var isAliased: [Bool]
    /// How many values share each buffer.
    private var usersOfBuffer: [Int] = []

    /// Counts how often each channel is read, and lets a signal that only goes to the caller be made there.
    init(_ calls: CallList, reusesBuffers: Bool) {
        buses = calls.buses
        self.reusesBuffers = reusesBuffers
        usesLeft = Array(repeating: 0, count: calls.valueCount)
        buffers = Array(repeating: nil, count: calls.valueCount)
        isAliased = Array(repeating: false, count: calls.valueCount)
        for step in calls.steps {
            for case .arena(let value) in buses.joined(step.buses.inputs) { usesLeft[value] += 1 }
        }
        guard
            let last = calls.steps.last(where: { buses.joined($0.buses.outputs).first == .output(0) }),
            let inputBus = last.buses.inputs.first, let outputBus = last.buses.outputs.first
        else { return }
        let input = buses.channels[buses.places(ofBus: inputBus)]
        let output = buses.channels[buses.places(ofBus: outputBus)]
        guard input.count == output.count, Set(input).count == input.count, !input.contains(.silence)
        else { return }
        for case (.arena(let value), .output(let number)) in zip(input, output) {
            buffers[value] = .output(number)
        }
    }

    /// Places a call's values; false for a call that only copies what is in the caller's memory already.
    mutating func place(_ step: Schedule.Step, isCopy: Bool) -> Bool {
        let (inputs, outputs) = (step.buses.inputs, step.buses.outputs)
        if isCopy, inputs.allSatisfy({ isInCallersMemory($0) }) { return false }
        for (index, bus) in outputs.enumerated() {
            let isInPlace = step.allowsInPlace && index < inputs.count
            placeOutput(bus, over: isInPlace ? inputs.lowerBound + index : nil)
        }
        if step.aliasesOutput, let bus = outputs.first {
            for case .arena(let value) in buses.joined(bus..<bus + 1) { isAliased[value] = true }
        }
        for case .arena(let value) in buses.joined(inputs) { release(value) }
        for case .arena(let value) in buses.joined(outputs) where usesLeft[value] == 0 { giveBack(value) }
        putDown(inputs)
        putDown(outputs)
        return true
    }

    private func isInCallersMemory(_ bus: Int) -> Bool {
        buses.joined(bus..<bus + 1).enumerated().allSatisfy { buffer($1) == .output($0) }
    }

    private mutating func placeOutput(_ bus: Int, over input: Int?) {
        let places = buses.places(ofBus: bus)
        if let input, canWorkInPlace(places, over: buses.places(ofBus: input)) {
            for (place, old) in zip(places, buses.places(ofBus: input)) {
                guard case .arena(let value) = buses.channels[place] else { continue }
                let shared = buffer(buses.channels[old])
                buffers[value] = shared
                if case .arena(let number) = shared { usersOfBuffer[number] += 1 }
            }
        }
        for place in places {
            guard case .arena(let value) = buses.channels[place], buffers[value] == nil else { continue }
            findBuffer(for: value)
        }
    }

    /// Each input channel has a buffer of its own that is no alias and that no other call reads, now or
    /// later.
    private func canWorkInPlace(_ places: Range<Int>, over input: Range<Int>) -> Bool {
        places.count == input.count
            && zip(places, input).allSatisfy { place, old in
                guard case .arena(let value) = buses.channels[place],
                    case .arena(let oldValue) = buses.channels[old],
                    usesLeft[oldValue] == 1, buffers[value] == nil, !isAliased[oldValue],
                    case .arena? = buffers[oldValue]
                else { return false }
                return true
            }
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
        buffers[value] = .arena(number)
    }

    /// Puts the buffers of a call's values in their places: its channels are not looked at again.
    private mutating func putDown(_ numbers: Range<Int>) {
        guard let first = numbers.first, let last = numbers.last else { return }
        let end = buses.places(ofBus: last).upperBound
        for place in buses.places(ofBus: first).lowerBound..<end {
            buses.channels[place] = buffer(buses.channels[place])
        }
    }

    private func buffer(_ channel: PlanBuffer) -> PlanBuffer {
        guard case .arena(let value) = channel else { return channel }
        return buffers[value] ?? .silence
    }

    private mutating func release(_ value: Int) {
        usesLeft[value] -= 1
        if usesLeft[value] == 0 { giveBack(value) }
    }

    private mutating func giveBack(_ value: Int) {
        guard case .arena(let number)? = buffers[value] else { return }
        usersOfBuffer[number] -= 1
        if usersOfBuffer[number] == 0, reusesBuffers { free.insert(number) }
    }
}
