import CAVFDSP

/// A channel that may lie in memory which the plan does not own, and one who reads it.
struct BufferAlias {
    /// Where the unit that made the channel says in which memory it lies; nil for the plan's buffer.
    let lent: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>
    /// The plan's buffer, as the unit that made the channel sees it.
    let own: UnsafePointer<UnsafeMutablePointer<Float>>
    /// The reader's view of the channel; nil for one who reads the plan's buffer only.
    let reader: UnsafeMutablePointer<UnsafeMutablePointer<Float>>?

    /// Shows the reader where the samples are, or brings them to where it looks.
    @_noLocks
    func settle(frameCount: Int) {
        if let reader {
            reader.pointee = lent.pointee ?? own.pointee
        } else if let samples = lent.pointee {
            avf_dsp_copy(own.pointee, samples, frameCount)
        }
    }
}

/// Finds out who reads which lent channel, step by step in a plan's order.
struct BufferAliasBook {
    /// The aliases so far, each with the step that makes the channel.
    private(set) var entries: [(step: Int, alias: BufferAlias)] = []
    private var aliasingSteps: [(step: Int, alias: BufferAlias)?]

    /// A book for a plan with so many buffers.
    init(bufferCount: Int) {
        aliasingSteps = Array(repeating: nil, count: bufferCount)
    }

    /// Notes a channel that a step reads.
    mutating func read(
        _ buffer: PlanBuffer, at place: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, by unit: RenderUnit
    ) {
        guard case .arena(let number) = buffer, let (step, alias) = aliasingSteps[number] else { return }
        let reader = unit.readsInputsOnly ? place : nil
        entries.append((step, BufferAlias(lent: alias.lent, own: alias.own, reader: reader)))
    }

    /// Notes a channel that a step makes.
    mutating func write(
        _ buffer: PlanBuffer, at place: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, by step: Int,
        lent: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>?
    ) {
        let alias = lent.map { BufferAlias(lent: $0, own: UnsafePointer(place), reader: nil) }
        switch buffer {
        case .arena(let number): aliasingSteps[number] = alias.map { (step, $0) }
        case .output: if let alias { entries.append((step, alias)) }
        case .silence: break
        }
    }
}
