import Synchronization

/// The part of a plan that runs at one sample rate.
///
/// The first domain is the output's. Each further one ends in a `RateBridge`, which says how many frames its
/// domain must make for a block of the domain that it feeds.
struct RateDomain {
    /// Which domain this one feeds; the first domain feeds itself.
    let parent: Int
    /// Frames of this domain in the current block.
    var frameCount = 0
    /// Sample time of the current block's first frame.
    var sampleTime: Int64 = 0
    private let bridge: UnsafeMutablePointer<RateBridgeState>?

    init(parent: Int, bridge: RateBridge?) {
        self.parent = parent
        self.bridge = bridge?.state
    }

    /// Takes this block's frame count and time from the bridge.
    @_noLocks
    mutating func follow(frameCountOfParent: Int) {
        guard let bridge else { return }
        frameCount = bridge.pointee.beginBlock(outputFrameCount: frameCountOfParent)
        sampleTime = bridge.pointee.blockSampleTime.pointee.load(ordering: .relaxed)
    }
}
