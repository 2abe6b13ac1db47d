import CAVFDSP

/// Frames of a capturing device on their way from blocks of one size to pieces of any other.
///
/// Used by the thread that renders. Where pieces are as long as blocks, nothing stays here.
struct BlockQueue: ~Copyable {
    private let channelCount: Int
    private let blockFrameCapacity: Int
    /// Blocks without sound after a disturbance of the leader.
    private let pauseBlockCount: Int
    private let block: ChannelRoom
    private let waiting: ChannelRoom
    private var waitingCount = 0
    private var isTaken = false
    private var seenDisturbanceCount = -1
    private var pausingCount = 0

    private static var blockLimit: Int { @_noLocks get { 4 } }

    /// An empty queue.
    init(channelCount: Int, blockFrameCapacity: Int, pauseBlockCount: Int) {
        self.channelCount = channelCount
        self.blockFrameCapacity = blockFrameCapacity
        self.pauseBlockCount = max(1, pauseBlockCount)
        block = ChannelRoom(channelCount: channelCount, frameCapacity: blockFrameCapacity)
        waiting = ChannelRoom(
            channelCount: channelCount, frameCapacity: Self.blockLimit * blockFrameCapacity)
    }

    /// Reads the next block of the device; it is silent while blocks come out of their time, because those
    /// are no clock.
    @_noLocks
    mutating func read(
        _ follower: borrowing InputFollower, frameCount: Int, now: UInt64, disturbanceCount: Int
    ) {
        let count = min(frameCount, blockFrameCapacity)
        if disturbanceCount != seenDisturbanceCount {
            seenDisturbanceCount = disturbanceCount
            pausingCount = pauseBlockCount
            follower.restartLeader()
        }
        if pausingCount > 0 {
            pausingCount -= 1
            block.clear(channelCount: channelCount)
        } else {
            _ = follower.read(into: block.channels, frameCount: count, hostTimeNanoseconds: now)
        }
        // Frames that are not taken must not make those late that will be.
        if !isTaken { waitingCount = 0 }
        isTaken = false
        append(count)
    }

    /// Takes frames from the front; false when there are fewer.
    @_noLocks
    mutating func take(into channels: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount: Int) -> Bool {
        isTaken = true
        guard frameCount <= waitingCount else { return false }
        for channel in 0..<channelCount {
            avf_dsp_copy(channels[channel], waiting.channels[channel], frameCount)
        }
        drop(frameCount)
        return true
    }

    @_noLocks
    private mutating func append(_ frameCount: Int) {
        let excess = waitingCount + frameCount - Self.blockLimit * blockFrameCapacity
        if excess > 0 { drop(excess) }
        for channel in 0..<channelCount {
            avf_dsp_copy(waiting.channels[channel] + waitingCount, block.channels[channel], frameCount)
        }
        waitingCount += frameCount
    }

    @_noLocks
    private mutating func drop(_ frameCount: Int) {
        waitingCount -= frameCount
        for channel in 0..<channelCount {
            let samples = waiting.channels[channel]
            for frame in 0..<waitingCount { samples[frame] = samples[frame + frameCount] }
        }
    }
}
