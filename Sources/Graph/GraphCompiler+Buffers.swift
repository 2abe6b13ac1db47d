import AVFRender

extension GraphCompiler {
    /// Gives every channel a buffer and forgets calls that only copy.
    func schedule(_ calls: CallList, reusesBuffers: Bool) -> Schedule {
        var allocator = BufferAllocator(calls, reusesBuffers: reusesBuffers)
        let steps = calls.steps.compactMap { allocator.place($0, isCopy: isCopy($0)) }
        let domainOfNode = zip(nodes, calls.domains.domainOfPlace).map { ($0.id, $1 ?? 0) }
        return Schedule(
            steps: steps, domains: calls.domains.domains, arenaBufferCount: allocator.bufferCount,
            latencyFrames: calls.latencyFrames,
            domainOfNode: Dictionary(domainOfNode, uniquingKeysWith: { first, _ in first }),
            nodes: model.nodes)
    }

    /// The output node's call does nothing when a signal of its own shape could be made in the caller's
    /// memory.
    private func isCopy(_ step: UnplacedStep) -> Bool {
        guard case .node(let id) = step.call, model.nodes[id]?.role == .output else { return false }
        return step.inputs.first?.count == step.outputs.first?.count
    }
}

/// Hands out buffers in the order of the calls, the lowest free one first, and takes each back after its last
/// use.
private struct BufferAllocator {
    /// Buffers so far.
    var bufferCount: Int { usersOfBuffer.count }
    private var free: [Int] = []
    private let reusesBuffers: Bool
    /// How often each value is still read.
    private var usesLeft: [Int]
    /// Where each value lies, once it has been made.
    private var buffers: [PlanBuffer?]
    /// Whether a value may lie in memory that nobody may write.
    private var isLent: [Bool]
    /// How many values share each buffer.
    private var usersOfBuffer: [Int] = []

    /// Counts how often each channel is read, and lets a signal that only goes to the caller be made there.
    init(_ calls: CallList, reusesBuffers: Bool) {
        self.reusesBuffers = reusesBuffers
        usesLeft = Array(repeating: 0, count: calls.valueCount)
        buffers = Array(repeating: nil, count: calls.valueCount)
        isLent = Array(repeating: false, count: calls.valueCount)
        for step in calls.steps {
            for bus in step.inputs {
                for case .value(let value) in bus { usesLeft[value] += 1 }
            }
        }
        guard let last = calls.steps.last(where: { $0.outputs.first?.first == .output(0) }),
            let input = last.inputs.first, let output = last.outputs.first, input.count == output.count,
            Set(input).count == input.count, !input.contains(.silence)
        else { return }
        for case (.value(let value), .output(let number)) in zip(input, output) {
            buffers[value] = .output(number)
        }
    }

    mutating func place(_ step: UnplacedStep, isCopy: Bool) -> Schedule.Step? {
        let inputs = step.inputs.map { $0.map(buffer) }
        if isCopy, zip(step.inputs, inputs).allSatisfy({ isInCallersMemory($1) }) { return nil }
        let outputs = step.outputs.enumerated().map { bus, channels in
            placeOutput(
                channels, over: step.allowsInPlace && bus < step.inputs.count ? step.inputs[bus] : nil)
        }
        if step.lendsOutput, let bus = step.outputs.first {
            for case .value(let value) in bus { isLent[value] = true }
        }
        for bus in step.inputs {
            for case .value(let value) in bus { release(value) }
        }
        for bus in step.outputs {
            for case .value(let value) in bus where usesLeft[value] == 0 { giveBack(value) }
        }
        return Schedule.Step(
            call: step.call, inputs: inputs, outputs: outputs, domain: step.domain,
            endedDomain: step.endedDomain)
    }

    private func isInCallersMemory(_ bus: [PlanBuffer]) -> Bool {
        bus.enumerated().allSatisfy { $1 == .output($0) }
    }

    private mutating func placeOutput(_ channels: [Channel], over input: [Channel]?) -> [PlanBuffer] {
        if let input, canWorkInPlace(channels, over: input) {
            for case (.value(let value), let old) in zip(channels, input) {
                let shared = buffer(old)
                buffers[value] = shared
                if case .arena(let number) = shared { usersOfBuffer[number] += 1 }
            }
        }
        return channels.map { placed($0) }
    }

    /// Each input channel has a buffer of its own that is not lent and that nobody else reads, now or later.
    private func canWorkInPlace(_ channels: [Channel], over input: [Channel]) -> Bool {
        channels.count == input.count
            && zip(channels, input).allSatisfy { channel, old in
                guard case .value(let value) = channel, case .value(let oldValue) = old,
                    usesLeft[oldValue] == 1, buffers[value] == nil, !isLent[oldValue],
                    case .arena? = buffers[oldValue]
                else { return false }
                return true
            }
    }

    private mutating func placed(_ channel: Channel) -> PlanBuffer {
        guard case .value(let value) = channel else { return buffer(channel) }
        if let buffer = buffers[value] { return buffer }
        let number: Int
        if let lowest = free.min(), let index = free.firstIndex(of: lowest) {
            number = free.remove(at: index)
        } else {
            number = bufferCount
            usersOfBuffer.append(0)
        }
        usersOfBuffer[number] = 1
        buffers[value] = .arena(number)
        return .arena(number)
    }

    private func buffer(_ channel: Channel) -> PlanBuffer {
        switch channel {
        case .silence: .silence
        case .output(let number): .output(number)
        case .value(let value): buffers[value] ?? .silence
        }
    }

    private mutating func release(_ value: Int) {
        usesLeft[value] -= 1
        if usesLeft[value] == 0 { giveBack(value) }
    }

    private mutating func giveBack(_ value: Int) {
        guard case .arena(let number)? = buffers[value] else { return }
        usersOfBuffer[number] -= 1
        if usersOfBuffer[number] == 0, reusesBuffers { free.append(number) }
    }
}
