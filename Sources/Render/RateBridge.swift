import AVFDSP

/// The render side of a `RateBridge`.
struct RateBridgeState: ~Copyable {
    private var inputFrameCount = 0
    private var resampler: Resampler

    init(resampler: consuming Resampler) { self.resampler = resampler }

    /// Says how many frames the domain behind the bridge must make.
    @_noLocks
    mutating func beginBlock(frameCount: Int) -> Int {
        inputFrameCount = resampler.inputFrameCount(forOutput: frameCount)
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
package final class RateBridge: DomainBridge, @unchecked Sendable {  // Proof: see RenderUnit.
    private let state: UnsafeMutablePointer<RateBridgeState>
    private let inputRateHz: Double
    private let outputRateHz: Double

    /// A bridge between two rates.
    package init(inputRateHz: Double, outputRateHz: Double, channelCount: Int) {
        self.inputRateHz = inputRateHz
        self.outputRateHz = outputRateHz
        state = .allocate(capacity: 1)
        state.initialize(
            to: RateBridgeState(
                resampler: Resampler(
                    inputRateHz: inputRateHz, outputRateHz: outputRateHz, channelCount: channelCount)))
        super.init()
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// The most frames that the domain behind must make for a block of that many.
    package static func inputFrameCapacity(
        inputRateHz: Double, outputRateHz: Double, outputFrameCount: Int
    ) -> Int {
        let ratio = inputRateHz / outputRateHz
        // The filter's reach at the start of the stream: half of 176 taps at the lower of the two rates.
        let reach = 256 * max(1, ratio)
        return Int((Double(outputFrameCount) * ratio + reach).rounded(.up))
    }

    package override func inputFrameBound(forOutput frameCount: Int) -> Int {
        Self.inputFrameCapacity(
            inputRateHz: inputRateHz, outputRateHz: outputRateHz, outputFrameCount: frameCount)
    }

    package override func beginBlock(frameCount: Int) -> Int {
        if takeResetRequest() { state.pointee.reset() }
        return state.pointee.beginBlock(frameCount: frameCount)
    }

    package override func process(_ block: RenderBlock) { state.pointee.process(block) }
}
