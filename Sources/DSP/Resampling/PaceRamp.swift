import CAVFDSP

/// A pace in input frames per output frame that moves along a straight line to its target.
///
/// Counted in 2⁻³² of a frame, so that sums are exact: where it has led does not depend on how time is cut.
package struct PaceRamp {
    /// One frame.
    package static var frame: UInt64 { @_noLocks get { 1 << 32 } }

    /// Input for the next output frame.
    package private(set) var rate: UInt64 = 1 << 32
    /// The rate at the end of the line.
    package private(set) var target: UInt64 = 1 << 32
    private var step: Int64 = 0
    private var remainingFrameCount = 0

    /// A pace of one frame per frame.
    package init() {}

    /// What is added to the rate after each output frame, as long as `framesUntilTurn` says.
    package var rateStep: Int64 { @_noLocks get { remainingFrameCount > 0 ? step : 0 } }

    /// Output frames for which `rateStep` holds.
    package var framesUntilTurn: Int {
        @_noLocks get { remainingFrameCount > 0 ? remainingFrameCount : .max }
    }

    /// Takes a new target: at once, or over `frameCount` output frames from where the rate is now.
    @_noLocks
    package mutating func follow(_ rate: Double, over frameCount: Int) {
        let newTarget = UInt64(rate * 0x1p32 + 0.5)
        guard newTarget != target || frameCount == 0 else { return }
        target = newTarget
        remainingFrameCount = frameCount
        if frameCount == 0 { self.rate = newTarget }
        step = (Int64(newTarget) - Int64(self.rate)) / Int64(max(1, frameCount))
    }

    /// The input that so many output frames pass over.
    @_noLocks
    package func distance(over frameCount: Int) -> UInt64 {
        let moving = min(frameCount, remainingFrameCount)
        let sum = Int64(moving) * Int64(rate) + step * Int64(moving) * Int64(moving - 1) / 2
        return UInt64(sum) + UInt64(frameCount - moving) * target
    }

    /// The output frames, at most `limit`, until the input has moved on by more than a distance.
    @_noLocks
    package func framesUntil(_ distance: UInt64, atMost limit: Int) -> Int {
        guard self.distance(over: limit) > distance else { return limit }
        var (tooFew, enough) = (0, limit)
        while tooFew + 1 < enough {
            let middle = (tooFew + enough) / 2
            if self.distance(over: middle) > distance { enough = middle } else { tooFew = middle }
        }
        return enough
    }

    /// Moves on by so many output frames.
    @_noLocks
    package mutating func advance(_ frameCount: Int) {
        let moving = min(frameCount, remainingFrameCount)
        remainingFrameCount -= moving
        rate = remainingFrameCount == 0 ? target : UInt64(Int64(rate) + step * Int64(moving))
    }
}
