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
        let allBuses = planSteps.flatMap { $0.inputs + $0.outputs }
        let allBuffers = allBuses.flatMap { $0 }
        steps = .allocate(capacity: planSteps.count)
        domains = .allocate(capacity: planDomains.count)
        buses = .allocate(capacity: allBuses.count)
        channels = .allocate(capacity: allBuffers.count)
        outputPlaces = .allocate(capacity: allBuffers.count(where: \.isOutput))

        for (index, domain) in planDomains.enumerated() {
            let capacity = min(domain.frameCapacity ?? bufferFrameCapacity, bufferFrameCapacity)
            domains.initializeElement(at: index, to: RateDomain(domain, frameCapacity: capacity))
        }
        fillChannels(allBuffers, arena)
        fillBuses(allBuses)
        fillSteps(planSteps)
    }

    deinit {
        steps.deallocate()
        domains.deallocate()
        outputPlaces.deallocate()
        buses.deallocate()
        channels.deallocate()
    }

    private func fillChannels(_ buffers: [PlanBuffer], _ arena: borrowing BufferArena) {
        var placeCount = 0
        for (index, buffer) in buffers.enumerated() {
            switch buffer {
            case .arena(let number): channels.initializeElement(at: index, to: arena.buffer(number))
            case .silence: channels.initializeElement(at: index, to: arena.silence)
            case .output(let channel):
                channels.initializeElement(at: index, to: arena.silence)
                guard let place = channels.baseAddress else { continue }
                outputPlaces.initializeElement(
                    at: placeCount, to: OutputPlace(place: place + index, channel: channel))
                placeCount += 1
            }
        }
    }

    private func fillBuses(_ planBuses: [[PlanBuffer]]) {
        var firstChannel = 0
        for (index, bus) in planBuses.enumerated() {
            buses.initializeElement(
                at: index, to: audioBus(firstChannel: firstChannel, channelCount: bus.count))
            firstChannel += bus.count
        }
    }

    private func audioBus(firstChannel: Int, channelCount: Int) -> AudioBus {
        let base = channels.baseAddress ?? Self.noChannels
        return AudioBus(channels: base + firstChannel, channelCount: channelCount)
    }

    private func fillSteps(_ planSteps: [PlanStep]) {
        var firstBus = 0
        for (index, step) in planSteps.enumerated() {
            let inputs = (buses.baseAddress ?? Self.noBuses) + firstBus
            steps.initializeElement(
                at: index,
                to: RenderStep(
                    unit: Unmanaged.passUnretained(step.unit), inputs: inputs, inputCount: step.inputs.count,
                    outputs: inputs + step.inputs.count, outputCount: step.outputs.count, domain: step.domain)
            )
            firstBus += step.inputs.count + step.outputs.count
        }
    }

    // Where a plan without any bus points: never read, because the counts are zero.
    nonisolated(unsafe) private static let noChannels = UnsafeMutablePointer<UnsafeMutablePointer<Float>>
        .allocate(capacity: 1)
    nonisolated(unsafe) private static let noBuses = UnsafeMutablePointer<AudioBus>.allocate(capacity: 1)
}
