import AVFRender

extension GraphCompiler {
    /// Gives every channel a buffer and forgets calls that only copy.
    func schedule(_ calls: CallList) -> Schedule {
        var allocator = BufferAllocator(steps: calls.steps)
        let steps = calls.steps.compactMap { allocator.place($0, isCopy: isCopy($0)) }
        return Schedule(
            steps: steps, domains: calls.domains.domains, arenaBufferCount: allocator.bufferCount,
            latencyFrames: calls.latencyFrames, domainOfNode: calls.domains.domainOfNode,
            names: model.nodes.mapValues(\.name))
    }

    /// The output node's call does nothing when a signal of its own shape could be made in the caller's memory.
    private func isCopy(_ step: UnplacedStep) -> Bool {
        guard case .node(let id) = step.call, model.nodes[id]?.role == .output else { return false }
        return step.inputs.first?.count == step.outputs.first?.count
    }
}

/// Hands out buffers in the order of the calls, the lowest free one first, and takes each back after its last use.
private struct BufferAllocator {
    private(set) var bufferCount = 0
    private var free: [Int] = []
    private var usesLeft: [Channel: Int] = [:]
    private var usersOfBuffer: [Int: Int] = [:]
    private var buffers: [Channel: PlanBuffer] = [:]

    /// Counts how often each channel is read, and lets a signal that only goes to the caller be made there.
    init(steps: [UnplacedStep]) {
        for channel in steps.flatMap({ $0.inputs.joined() }) { usesLeft[channel, default: 0] += 1 }
        guard let last = steps.last(where: { $0.outputs.first?.first == .output(0) }),
            let input = last.inputs.first, let output = last.outputs.first, input.count == output.count,
            Set(input).count == input.count, !input.contains(.silence)
        else { return }
        for (channel, target) in zip(input, output) {
            if case .output(let number) = target { buffers[channel] = .output(number) }
        }
    }

    mutating func place(_ step: UnplacedStep, isCopy: Bool) -> Schedule.Step? {
        let inputs = step.inputs.map { $0.map(buffer) }
        if isCopy, zip(step.inputs, inputs).allSatisfy({ isInCallersMemory($1) }) { return nil }
        let outputs = step.outputs.enumerated().map { bus, channels in
            placeOutput(
                channels, over: step.allowsInPlace && bus < step.inputs.count ? step.inputs[bus] : nil)
        }
        for channel in step.inputs.joined() { release(channel) }
        for channel in step.outputs.joined() where usesLeft[channel, default: 0] == 0 { giveBack(channel) }
        return Schedule.Step(
            call: step.call, inputs: inputs, outputs: outputs, domain: step.domain,
            endedDomain: step.endedDomain)
    }

    private func isInCallersMemory(_ bus: [PlanBuffer]) -> Bool {
        bus.enumerated().allSatisfy { $1 == .output($0) }
    }

    private mutating func placeOutput(_ channels: [Channel], over input: [Channel]?) -> [PlanBuffer] {
        if let input, canWorkInPlace(channels, over: input) {
            for (channel, old) in zip(channels, input) {
                let shared = buffer(old)
                buffers[channel] = shared
                if case .arena(let number) = shared { usersOfBuffer[number, default: 0] += 1 }
            }
        }
        return channels.map { placed($0) }
    }

    /// Each input channel has a buffer of its own that nobody else reads later.
    private func canWorkInPlace(_ channels: [Channel], over input: [Channel]) -> Bool {
        channels.count == input.count && Set(input).count == input.count
            && zip(channels, input).allSatisfy { channel, old in
                guard usesLeft[old] == 1, buffers[channel] == nil, case .arena = buffer(old) else {
                    return false
                }
                return true
            }
    }

    private mutating func placed(_ channel: Channel) -> PlanBuffer {
        if case .output(let number) = channel { return .output(number) }
        if let buffer = buffers[channel] { return buffer }
        let number: Int
        if let lowest = free.min(), let index = free.firstIndex(of: lowest) {
            number = free.remove(at: index)
        } else {
            number = bufferCount
            bufferCount += 1
        }
        usersOfBuffer[number] = 1
        buffers[channel] = .arena(number)
        return .arena(number)
    }

    private func buffer(_ channel: Channel) -> PlanBuffer {
        switch channel {
        case .silence: .silence
        case .output(let number): .output(number)
        case .value: buffers[channel] ?? .silence
        }
    }

    private mutating func release(_ channel: Channel) {
        guard let uses = usesLeft[channel] else { return }
        usesLeft[channel] = uses - 1
        if uses == 1 { giveBack(channel) }
    }

    private mutating func giveBack(_ channel: Channel) {
        guard case .arena(let number)? = buffers[channel] else { return }
        usersOfBuffer[number, default: 1] -= 1
        if usersOfBuffer[number] == 0 { free.append(number) }
    }
}
