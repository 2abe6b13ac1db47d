/// The render side of a `RateBridge`.
struct RateBridgeState: ~Copyable {
    private var inputFrameCount = 0
    private(set) var blockSampleTime: Int64 = 0
    private var nextSampleTime: Int64 = 0

    /// Says how many frames the domain behind the bridge must make, and moves its time on.
    @_noLocks
    mutating func beginBlock(outputFrameCount: Int) -> Int {
        blockSampleTime = nextSampleTime
        inputFrameCount = outputFrameCount
        nextSampleTime += Int64(inputFrameCount)
        return inputFrameCount
    }
}

/// Converts from the rate of one domain of a plan to the rate of the domain that it feeds.
package final class RateBridge: RenderUnit, @unchecked Sendable {  // Proof: see RenderUnit.
    let state: UnsafeMutablePointer<RateBridgeState>

    /// A bridge between two rates.
    package init(inputRateHz: Double, outputRateHz: Double, channelCount: Int, maximumOutputFrameCount: Int) {
        state = .allocate(capacity: 1)
        state.initialize(to: RateBridgeState())
        super.init()
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
    }

    package override var allowsInPlace: Bool { false }

    /// Frames that a block may need beyond its share.
    package static func extraFrameCount(ratio: Double) -> Int { 16 }

    /// Sample time of the newest block in the domain behind the bridge.
    package var blockSampleTime: Int64 { state.pointee.blockSampleTime }
}
