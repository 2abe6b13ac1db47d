import CAVFDSP

/// A channel that may lie in memory which the plan does not own, and one who reads it.
struct Loan {
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
struct LoanBook {
    /// The loans so far, each with the step that makes the channel.
    private(set) var entries: [(step: Int, loan: Loan)] = []
    private var lenders: [(step: Int, loan: Loan)?]

    /// A book for a plan with so many buffers.
    init(bufferCount: Int) {
        lenders = Array(repeating: nil, count: bufferCount)
    }

    /// Notes a channel that a step reads.
    mutating func read(
        _ buffer: PlanBuffer, at place: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, by unit: RenderUnit
    ) {
        guard case .arena(let number) = buffer, let (step, loan) = lenders[number] else { return }
        let reader = unit.sparesInputs ? place : nil
        entries.append((step, Loan(lent: loan.lent, own: loan.own, reader: reader)))
    }

    /// Notes a channel that a step makes.
    mutating func write(
        _ buffer: PlanBuffer, at place: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, by step: Int,
        lent: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>?
    ) {
        let loan = lent.map { Loan(lent: $0, own: UnsafePointer(place), reader: nil) }
        switch buffer {
        case .arena(let number): lenders[number] = loan.map { (step, $0) }
        case .output: if let loan { entries.append((step, loan)) }
        case .silence: break
        }
    }
}
