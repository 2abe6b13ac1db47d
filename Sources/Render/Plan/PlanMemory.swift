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
    private var loans = UnsafeMutableBufferPointer<Loan>(start: nil, count: 0)

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
        var book = LoanBook(bufferCount: arena.bufferCount)
        for step in planSteps { add(step, arena, &filled, &book) }
        lend(book.entries.sorted { $0.step < $1.step })
    }

    deinit {
        steps.deallocate()
        domains.deallocate()
        outputPlaces.deallocate()
        buses.deallocate()
        channels.deallocate()
        loans.deallocate()
    }

    /// How many elements of each table have their values.
    private struct Filled {
        var steps = 0
        var buses = 0
        var channels = 0
        var outputPlaces = 0
    }

    private func add(
        _ step: PlanStep, _ arena: borrowing BufferArena, _ filled: inout Filled, _ book: inout LoanBook
    ) {
        let inputs = (buses.baseAddress ?? Self.noBuses) + filled.buses
        for bus in step.inputs {
            let place = add(bus, arena, &filled)
            for (index, buffer) in bus.enumerated() { book.read(buffer, at: place + index, by: step.unit) }
        }
        for (number, bus) in step.outputs.enumerated() {
            let place = add(bus, arena, &filled)
            let lent = number == 0 ? step.unit.lentChannels : nil
            for (index, buffer) in bus.enumerated() {
                book.write(buffer, at: place + index, by: filled.steps, lent: lent.map { $0 + index })
            }
        }
        steps.initializeElement(
            at: filled.steps,
            to: RenderStep(
                unit: Unmanaged.passUnretained(step.unit), inputs: inputs, inputCount: step.inputs.count,
                outputs: inputs + step.inputs.count, outputCount: step.outputs.count, domain: step.domain,
                unitNumber: step.unit.serialNumber))
        filled.steps += 1
    }

    /// Gives each step its loans, side by side.
    private func lend(_ entries: [(step: Int, loan: Loan)]) {
        loans = .allocate(capacity: entries.count)
        for (index, entry) in entries.enumerated() {
            loans.initializeElement(at: index, to: entry.loan)
            if steps[entry.step].loanCount == 0 {
                steps[entry.step].loans = loans.baseAddress.map { UnsafePointer($0 + index) }
            }
            steps[entry.step].loanCount += 1
        }
    }

    /// Adds a bus; returns where its channels are.
    private func add(
        _ bus: [PlanBuffer], _ arena: borrowing BufferArena, _ filled: inout Filled
    ) -> UnsafeMutablePointer<UnsafeMutablePointer<Float>> {
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
