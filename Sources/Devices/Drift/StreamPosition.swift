/// Where a stream stood when it last gave or took frames, by a filtered clock.
package struct StreamPosition: BitwiseCopyable, Equatable, Sendable {
    /// Frames since the stream began.
    package let frameCount: Int
    /// When it stood there, in seconds since the ring's origin.
    package let seconds: Double
    /// How long one frame lasts by the stream's own clock.
    package let secondsPerFrame: Double
    /// The most frames that the stream moves at once.
    package let blockFrameCount: Int
    /// How often a reader found less than it needed.
    package var shortageCount = 0

    /// The longest time that a position is carried on before the stream is taken to have stopped, beyond one
    /// block.
    private static var reachSeconds: Double { @_noLocks get { 0.02 } }

    @_noLocks
    package init(frameCount: Int, seconds: Double, secondsPerFrame: Double, blockFrameCount: Int) {
        self.frameCount = frameCount
        self.seconds = seconds
        self.secondsPerFrame = secondsPerFrame
        self.blockFrameCount = blockFrameCount
    }

    private var longestReach: Double {
        @_noLocks get { Double(blockFrameCount) + Self.reachSeconds / secondsPerFrame }
    }

    /// Frames, and parts of frames, that the stream has moved on since, at most one block and 20 ms.
    @_noLocks
    package func advance(at now: Double) -> Double {
        min(max((now - seconds) / secondsPerFrame, -longestReach), longestReach)
    }

    /// Whether the stream is later than one block and 20 ms.
    @_noLocks
    package func isOverdue(at now: Double) -> Bool { (now - seconds) / secondsPerFrame >= longestReach }
}
