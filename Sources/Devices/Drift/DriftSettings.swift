/// What a drift loop must know of the two streams.
package struct DriftSettings: BitwiseCopyable, Equatable, Sendable {
    /// Rate of the stream that leads.
    package let leaderRateHz: Double
    /// Rate of the stream that follows.
    package let followerRateHz: Double
    /// Frames of one block of the stream that leads.
    package let leaderBlockFrameCount: Int
    /// Frames that the stream that follows moves at once.
    package let followerBlockFrameCount: Int
    /// Frames that the resampler looks ahead, of the stream that it reads.
    package let reachFrameCount: Int
    /// The latency to begin with, in frames of the stream that follows.
    package let targetFrameCount: Double
    /// Frames that the ring holds.
    package let ringFrameCount: Int

    /// The resampler reads at most four times as fast or as slowly as it writes.
    package static let paces = 0.25...4.0

    /// Settings for two streams.
    ///
    /// The threads of both streams may together be `latenessSeconds` late without a gap. Unless a
    /// `targetFrameCount` is given, the latency is the shortest that this and the blocks allow.
    @_noLocks
    package init(
        leaderRateHz: Double, followerRateHz: Double, leaderBlockFrameCount: Int,
        followerBlockFrameCount: Int, reachFrameCount: Int = 48, latenessSeconds: Double = 0.002,
        targetFrameCount: Double? = nil
    ) {
        self.leaderRateHz = leaderRateHz
        self.followerRateHz = followerRateHz
        self.leaderBlockFrameCount = max(1, leaderBlockFrameCount)
        self.followerBlockFrameCount = max(1, followerBlockFrameCount)
        let pace = followerRateHz / leaderRateHz
        // A filter that reads faster than it writes is stretched by as much.
        self.reachFrameCount = Int(Double(reachFrameCount) * max(1, pace) + 0.999)
        let blocks = Double(leaderBlockFrameCount) * pace + Double(followerBlockFrameCount)
        let shortest = blocks + Double(self.reachFrameCount) + 1.2 * latenessSeconds * followerRateHz
        let target = targetFrameCount ?? shortest
        self.targetFrameCount = target
        // One tenth of a second for a leader that stands still; a power of two, as the ring makes it.
        let wanted = Int(target + 2 * blocks + 0.1 * followerRateHz)
        var capacity = 1
        while capacity < wanted { capacity *= 2 }
        ringFrameCount = capacity
    }

    /// Frames of the stream that follows for each frame of the one that leads, by their nominal rates.
    package var nominalPace: Double { @_noLocks get { followerRateHz / leaderRateHz } }

    /// Blocks of both streams, in frames of the one that follows: the longer one.
    private var longerBlock: Double {
        @_noLocks get {
            max(Double(leaderBlockFrameCount) * nominalPace, Double(followerBlockFrameCount))
        }
    }

    /// An error of latency beyond this is dropped and not pulled out: three quarters of a block and 20 ms.
    var floodFrameCount: Double { @_noLocks get { 0.75 * longerBlock + 0.02 * followerRateHz } }

    /// The latency that the ring has room for.
    var longestTargetFrameCount: Double {
        @_noLocks get { Double(ringFrameCount) - 2 * longerBlock - floodFrameCount }
    }
}
