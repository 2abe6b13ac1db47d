/// A place in a plan's channel tables that is filled anew with the caller's memory for each block.
struct OutputPlace {
    let place: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    let channel: Int
}

/// The flat tables of a plan: steps, buses, channel pointers, output places and domains.
final class PlanMemory {
    let steps: UnsafeMutableBufferPointer<RenderStep>
    let domains: UnsafeMutableBufferPointer<RateDomain>
    let outputPlaces: UnsafeMutableBufferPointer<OutputPlace>
    private let buses: UnsafeMutableBufferPointer<AudioBus>
    private let channels: UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>>

    init(
        steps planSteps: [PlanStep], domains planDomains: [PlanDomain], arena: borrowing BufferArena,
        bufferFrameCapacity: Int
    ) {
        var size = Filled()
        for step in planSteps {
            for bus in [step.inputs, step.outputs].joined() {
                size.buses += 1
                size.channels += bus.count
                size.outputPlaces += bus.count(where: \.isOutput)
            }
        }
        steps = .allocate(capacity: planSteps.count)
        domains = .allocate(capacity: planDomains.count)
        buses = .allocate(capacity: size.buses)
        channels = .allocate(capacity: size.channels)
        outputPlaces = .allocate(capacity: size.outputPlaces)

        for (index, domain) in planDomains.enumerated() {
            let capacity = min(domain.frameCapacity ?? bufferFrameCapacity, bufferFrameCapacity)
            domains.initializeElement(at: index, to: RateDomain(domain, frameCapacity: capacity))
        }
        var filled = Filled()
        for step in planSteps { add(step, arena, &filled) }
    }

    deinit {
        steps.deallocate()
        domains.deallocate()
        outputPlaces.deallocate()
        buses.deallocate()
        channels.deallocate()
    }

    /// How many elements of each table have their values.
    private struct Filled {
        var steps = 0
        var buses = 0
        var channels = 0
        var outputPlaces = 0
    }

    private func add(_ step: PlanStep, _ arena: borrowing BufferArena, _ filled: inout Filled) {
        let inputs = (buses.baseAddress ?? Self.noBuses) + filled.buses
        for bus in step.inputs { add(bus, arena, &filled) }
        for bus in step.outputs { add(bus, arena, &filled) }
        steps.initializeElement(
            at: filled.steps,
            to: RenderStep(
                unit: Unmanaged.passUnretained(step.unit), inputs: inputs, inputCount: step.inputs.count,
                outputs: inputs + step.inputs.count, outputCount: step.outputs.count, domain: step.domain))
        filled.steps += 1
    }

    private func add(_ bus: [PlanBuffer], _ arena: borrowing BufferArena, _ filled: inout Filled) {
        let first = (channels.baseAddress ?? Self.noChannels) + filled.channels
        buses.initializeElement(at: filled.buses, to: AudioBus(channels: first, channelCount: bus.count))
        filled.buses += 1
        for (index, buffer) in bus.enumerated() {
            channels.initializeElement(at: filled.channels, to: memory(of: buffer, arena))
            filled.channels += 1
            guard case .output(let channel) = buffer else { continue }
            outputPlaces.initializeElement(
                at: filled.outputPlaces, to: OutputPlace(place: first + index, channel: channel))
            filled.outputPlaces += 1
        }
    }

    /// Where a channel lies; the caller's memory is not known before the block.
    private func memory(
        of buffer: PlanBuffer, _ arena: borrowing BufferArena
    ) -> UnsafeMutablePointer<Float> {
        if case .arena(let number) = buffer { arena.buffer(number) } else { arena.silence }
    }

    // Where a plan without any bus points: never read, because the counts are zero.
    nonisolated(unsafe) private static let noChannels = UnsafeMutablePointer<UnsafeMutablePointer<Float>>
        .allocate(capacity: 1)
    nonisolated(unsafe) private static let noBuses = UnsafeMutablePointer<AudioBus>.allocate(capacity: 1)
}
