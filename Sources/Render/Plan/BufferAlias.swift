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
    /// The channels that steps lend.
    private var channels: [(step: Int, alias: BufferAlias)] = []
    /// Which of them each buffer is now; negative for none.
    private var channelOfBuffer: [Int32]

    /// A book for a plan with so many buffers.
    init(bufferCount: Int) {
        channelOfBuffer = Array(repeating: -1, count: bufferCount)
    }

    /// Notes a channel that a step reads.
    @inline(__always)
    mutating func read(
        _ buffer: PlanBuffer, at place: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, by unit: RenderUnit
    ) {
        guard case .arena(let number) = buffer, channelOfBuffer[number] >= 0 else { return }
        let (step, alias) = channels[Int(channelOfBuffer[number])]
        let reader = unit.readsInputsOnly ? place : nil
        entries.append((step, BufferAlias(lent: alias.lent, own: alias.own, reader: reader)))
    }

    /// Notes a channel that a step makes.
    @inline(__always)
    mutating func write(
        _ buffer: PlanBuffer, at place: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, by step: Int,
        lent: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>?
    ) {
        guard let lent else {
            if case .arena(let number) = buffer { channelOfBuffer[number] = -1 }
            return
        }
        let alias = BufferAlias(lent: lent, own: UnsafePointer(place), reader: nil)
        switch buffer {
        case .arena(let number):
            channelOfBuffer[number] = Int32(channels.count)
            channels.append((step, alias))
        case .output: entries.append((step, alias))
        case .silence: break
        }
    }
}
