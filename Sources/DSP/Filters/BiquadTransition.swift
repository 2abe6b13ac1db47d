/// The way of one section from its old coefficients to its new ones.
struct BiquadTransition {
    /// Where the current move started.
    private(set) var origin = BiquadCoefficients.identity
    /// Where it ends.
    private(set) var target = BiquadCoefficients.identity
    /// Frames of the move that are done.
    private(set) var movedFrameCount = BiquadCascade.transitionFrameCount
    /// Whether the section is to filter once the move is done.
    private var isWanted = false

    /// Whether the coefficients differ from frame to frame.
    var isMoving: Bool { @_noLocks get { movedFrameCount < BiquadCascade.transitionFrameCount } }

    /// Whether the section filters, be it on its way out.
    var isRunning: Bool { @_noLocks get { isWanted || isMoving } }

    /// Frames until the move is done.
    var remainingFrameCount: Int { @_noLocks get { BiquadCascade.transitionFrameCount - movedFrameCount } }

    /// The change from one frame to the next: a division by a power of two, hence exact.
    var step: BiquadCoefficients {
        @_noLocks get {
            guard isMoving else { return .init(b0: 0, b1: 0, b2: 0, a1: 0, a2: 0) }
            let share = 1 / Double(BiquadCascade.transitionFrameCount)
            return .init(
                b0: (target.b0 - origin.b0) * share, b1: (target.b1 - origin.b1) * share,
                b2: (target.b2 - origin.b2) * share, a1: (target.a1 - origin.a1) * share,
                a2: (target.a2 - origin.a2) * share)
        }
    }

    /// Turns towards a new target; false when that is where it already goes.
    @_noLocks
    mutating func head(for newTarget: BiquadCoefficients, isActive: Bool, atOnce: Bool) -> Bool {
        guard !(newTarget == target) || isActive != isWanted else { return false }
        origin = current
        target = newTarget
        isWanted = isActive
        movedFrameCount = 0
        if atOnce { complete() }
        return true
    }

    /// Ends the move at its target.
    @_noLocks
    mutating func complete() {
        origin = target
        movedFrameCount = BiquadCascade.transitionFrameCount
    }

    /// Moves on by `count` frames, at most `remainingFrameCount`.
    @_noLocks
    mutating func advance(_ count: Int) {
        movedFrameCount += count
        if !isMoving { complete() }
    }

    private var current: BiquadCoefficients {
        @_noLocks get {
            let step = step
            let frames = Double(movedFrameCount)
            return .init(
                b0: origin.b0 + step.b0 * frames, b1: origin.b1 + step.b1 * frames,
                b2: origin.b2 + step.b2 * frames, a1: origin.a1 + step.a1 * frames,
                a2: origin.a2 + step.a2 * frames)
        }
    }
}
