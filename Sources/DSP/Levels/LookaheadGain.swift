import CAVFDSP

/// A gain that has come down smoothly by the time that it is needed, and rises again exponentially.
package struct LookaheadGain: ~Copyable {
    // First, because under the thread sanitizer Swift 6.3 takes the first word of `self` for an address.
    private let needs: UnsafeMutablePointer<Float>
    private let frames: UnsafeMutablePointer<UInt64>
    private let recent: UnsafeMutablePointer<Int64>
    private let recentSums: UnsafeMutablePointer<Int64>
    private let capacity: Int
    private let maximumAverage: Int
    private var state: avf_dsp_lookahead

    /// A gain of 1 that looks ahead by at most that many frames. [control]
    package init(maximumLatencyFrameCount: Int) {
        maximumAverage = max(1, maximumLatencyFrameCount / 2)
        var size = 16
        while size < 2 * maximumAverage + 4 { size *= 2 }
        capacity = size
        needs = .allocate(capacity: size)
        needs.initialize(repeating: 1, count: size)
        frames = .allocate(capacity: size)
        frames.initialize(repeating: 0, count: size)
        recent = .allocate(capacity: maximumAverage)
        recent.initialize(repeating: 0, count: maximumAverage)
        recentSums = .allocate(capacity: maximumAverage)
        recentSums.initialize(repeating: 0, count: maximumAverage)
        state = avf_dsp_lookahead(
            average: 1, hold: 4, needs: needs, frames: frames, mask: UInt32(size - 1), first: 0, end: 0,
            frame: 0, released: 1, recent: recent, recentSums: recentSums, place: 0, sum: 0, sumOfSums: 0)
        configure(latencyFrameCount: maximumLatencyFrameCount)
    }

    deinit {
        needs.deallocate()
        frames.deallocate()
        recent.deallocate()
        recentSums.deallocate()
    }

    /// Frames from a need to the gain that meets it.
    package var latencyFrameCount: Int { @_noLocks get { 2 * Int(state.average) } }

    /// Frames after which a gain that has just been configured knows all it must.
    package var primingFrameCount: Int { @_noLocks get { 4 * Int(state.average) + 4 } }

    /// Starts anew at a gain of 1, looking ahead by that many frames or one less.
    @_noLocks
    package mutating func configure(latencyFrameCount: Int) {
        let average = min(max(1, latencyFrameCount / 2), maximumAverage)
        state.average = UInt32(average)
        state.hold = UInt32(2 * average + 2)
        state.first = 0
        state.end = 0
        state.frame = 0
        state.released = 1
        state.place = 0
        let one = Int64(1) << 30
        for place in 0..<average {
            recent[place] = one
            recentSums[place] = one * Int64(average)
        }
        state.sum = one * Int64(average)
        state.sumOfSums = one * Int64(average) * Int64(average)
    }

    /// Writes gains for needs of 0…1; the weight is the share of the way back to 1 in each frame.
    @_noLocks
    package mutating func process(
        needs: UnsafePointer<Float>, releaseWeight: Float, gains: UnsafeMutablePointer<Float>,
        frameCount: Int
    ) {
        avf_dsp_lookahead_run(&state, releaseWeight, gains, needs, frameCount)
    }
}
