import AVFDSP
import Synchronization

/// The render side of a `RateBridge`.
struct RateBridgeState: ~Copyable {
    /// Sample time of the current block in the domain behind the bridge.
    ///
    /// Apart, because any thread reads it.
    let blockSampleTime: UnsafeMutablePointer<Atomic<Int64>>
    private var nextSampleTime: Int64 = 0
    private var inputFrameCount = 0
    private var resampler: Resampler

    init(resampler: consuming Resampler, blockSampleTime: UnsafeMutablePointer<Atomic<Int64>>) {
        self.resampler = resampler
        self.blockSampleTime = blockSampleTime
    }

    /// Says how many frames the domain behind the bridge must make, and moves its time on.
    @_noLocks
    mutating func beginBlock(outputFrameCount: Int) -> Int {
        blockSampleTime.pointee.store(nextSampleTime, ordering: .relaxed)
        inputFrameCount = resampler.inputFrameCount(forOutput: outputFrameCount)
        nextSampleTime += Int64(inputFrameCount)
        return inputFrameCount
    }

    @_noLocks
    mutating func process(_ block: RenderBlock) {
        _ = resampler.process(
            input: block.input.channels, inputFrameCount: inputFrameCount, output: block.output.channels,
            outputFrameCount: block.frameCount)
    }

    @_noLocks
    mutating func reset() { resampler.reset() }
}

/// Converts from the rate of one domain of a plan to the rate of the domain that it feeds.
///
/// The domain behind it runs ahead by what the filter sees of the future, so the conversion adds no latency:
/// frame 0 of one rate is frame 0 of the other.
package final class RateBridge: RenderUnit, @unchecked Sendable {  // Proof: see RenderUnit.
    let state: UnsafeMutablePointer<RateBridgeState>
    private let sampleTime: UnsafeMutablePointer<Atomic<Int64>>

    /// A bridge between two rates.
    package init(inputRateHz: Double, outputRateHz: Double, channelCount: Int) {
        sampleTime = .allocate(capacity: 1)
        sampleTime.initialize(to: Atomic(0))
        state = .allocate(capacity: 1)
        state.initialize(
            to: RateBridgeState(
                resampler: Resampler(
                    inputRateHz: inputRateHz, outputRateHz: outputRateHz, channelCount: channelCount),
                blockSampleTime: sampleTime))
        super.init()
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
        sampleTime.deinitialize(count: 1)
        sampleTime.deallocate()
    }

    /// The most frames that the domain behind must make for a block of that many.
    package static func inputFrameCapacity(
        inputRateHz: Double, outputRateHz: Double, outputFrameCount: Int
    ) -> Int {
        let ratio = inputRateHz / outputRateHz
        // The filter's reach at the start of the stream: half of 192 taps at the lower of the two rates.
        let reach = 256 * max(1, ratio)
        return Int((Double(outputFrameCount) * ratio + reach).rounded(.up))
    }

    /// Sample time of the newest block in the domain behind the bridge. [any]
    package var blockSampleTime: Int64 {
        sampleTime.pointee.load(ordering: .relaxed)
    }

    package override var allowsInPlace: Bool { false }

    package override func process(_ block: RenderBlock) {
        state.pointee.process(block)
        // After the block, because its frames were counted before the request was seen.
        if takeResetRequest() { state.pointee.reset() }
    }
}
