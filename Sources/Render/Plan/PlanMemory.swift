import AVFRealtime

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
    private var aliases = UnsafeMutableBufferPointer<BufferAlias>(start: nil, count: 0)
    private let events: PlanEvents?
    private let transports: OwnedBuffer<TransportPosition>
    /// Whether a step writes into the caller's memory.
    let writesOutput: Bool

    init(
        steps planSteps: [PlanStep], buses planBuses: PlanBuses, domains planDomains: [PlanDomain],
        arena: borrowing BufferArena, bufferFrameCapacity: Int, eventBusCount: Int,
        eventDrops: EventDropCounter?, hasTransport: Bool
    ) {
        events = eventBusCount > 0 ? PlanEvents(planSteps, busCount: eventBusCount, drops: eventDrops) : nil
        transports = OwnedBuffer(repeating: TransportPosition(), count: planDomains.count)
        let size = Filled(planSteps, planBuses)
        writesOutput = size.writesOutput
        steps = .allocate(capacity: planSteps.count)
        domains = .allocate(capacity: planDomains.count)
        buses = .allocate(capacity: size.buses)
        channels = .allocate(capacity: size.channels)
        outputPlaces = .allocate(capacity: size.outputPlaces)

        let transports = hasTransport ? transports.pointer : nil
        for (index, domain) in planDomains.enumerated() {
            let capacity = min(domain.frameCapacity ?? bufferFrameCapacity, bufferFrameCapacity)
            domains.initializeElement(
                at: index,
                to: RateDomain(domain, frameCapacity: capacity, transport: transports.map { $0 + index }))
        }
        var filled = Filled()
        var book = BufferAliasBook(bufferCount: arena.bufferCount)
        for step in planSteps { add(step, planBuses, arena, &filled, &book) }
        lend(book.entries)
    }

    deinit {
        steps.deallocate()
        domains.deallocate()
        outputPlaces.deallocate()
        buses.deallocate()
        channels.deallocate()
        aliases.deallocate()
    }

    /// How many elements of each table have their values.
    private struct Filled {
        var steps = 0
        var buses = 0
        var channels = 0
        var outputPlaces = 0
        var writesOutput = false

        init() {}

        /// What these steps need.
        init(_ planSteps: [PlanStep], _ planBuses: PlanBuses) {
            steps = planSteps.count
            for step in planSteps {
                add(step.buses.inputs, planBuses)
                let before = outputPlaces
                add(step.buses.outputs, planBuses)
                writesOutput = writesOutput || outputPlaces > before
            }
        }

        private mutating func add(_ numbers: Range<Int>, _ planBuses: PlanBuses) {
            let places = planBuses.places(ofBuses: numbers)
            buses += numbers.count
            channels += places.count
            for place in places where planBuses.channels[place].isOutput { outputPlaces += 1 }
        }
    }

    private func add(
        _ step: PlanStep, _ planBuses: PlanBuses, _ arena: borrowing BufferArena, _ filled: inout Filled,
        _ book: inout BufferAliasBook
    ) {
        let (inputNumbers, outputNumbers) = (step.buses.inputs, step.buses.outputs)
        let inputs = UnsafePointer((buses.baseAddress ?? Self.noBuses) + filled.buses)
        for bus in inputNumbers {
            let places = planBuses.places(ofBus: bus)
            let first = add(places, planBuses, arena, &filled)
            for place in places {
                let view = first + (place - places.lowerBound)
                book.read(planBuses.channels[place], at: view, by: step.unit)
            }
        }
        let lent = step.unit.aliasedChannels
        for bus in outputNumbers {
            let places = planBuses.places(ofBus: bus)
            let first = add(places, planBuses, arena, &filled)
            let isLent = bus == outputNumbers.lowerBound && lent != nil
            for index in 0..<places.count {
                book.write(
                    planBuses.channels[places.lowerBound + index], at: first + index, by: filled.steps,
                    lent: isLent ? lent.map { $0 + index } : nil)
            }
        }
        steps.initializeElement(
            at: filled.steps,
            to: RenderStep(
                unit: Unmanaged.passUnretained(step.unit), inputs: inputs, inputCount: inputNumbers.count,
                outputs: inputs + inputNumbers.count, outputCount: outputNumbers.count, domain: step.domain,
                unitNumber: step.unit.serialNumber, events: events?.events(ofStep: filled.steps)))
        filled.steps += 1
    }

    /// Gives each step its aliases, side by side and in their order.
    private func lend(_ entries: [(step: Int, alias: BufferAlias)]) {
        aliases = .allocate(capacity: entries.count)
        guard let base = aliases.baseAddress else { return }
        for entry in entries { steps[entry.step].aliasCount += 1 }
        var next = base
        for index in steps.indices where steps[index].aliasCount > 0 {
            steps[index].aliases = UnsafePointer(next)
            next += steps[index].aliasCount
            steps[index].aliasCount = 0
        }
        for entry in entries {
            guard let first = steps[entry.step].aliases else { continue }
            (base + (first - UnsafePointer(base)) + steps[entry.step].aliasCount).initialize(to: entry.alias)
            steps[entry.step].aliasCount += 1
        }
    }

    /// Adds a bus; returns where its channels are.
    @inline(__always)
    private func add(
        _ places: Range<Int>, _ planBuses: PlanBuses, _ arena: borrowing BufferArena,
        _ filled: inout Filled
    ) -> UnsafeMutablePointer<UnsafeMutablePointer<Float>> {
        let first = (channels.baseAddress ?? Self.noChannels) + filled.channels
        buses.initializeElement(at: filled.buses, to: AudioBus(channels: first, channelCount: places.count))
        filled.buses += 1
        for place in places {
            let buffer = planBuses.channels[place]
            channels.initializeElement(at: filled.channels, to: memory(of: buffer, arena))
            filled.channels += 1
            guard case .output(let channel) = buffer else { continue }
            outputPlaces.initializeElement(
                at: filled.outputPlaces,
                to: OutputPlace(place: first + (place - places.lowerBound), channel: channel))
            filled.outputPlaces += 1
        }
        return first
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
