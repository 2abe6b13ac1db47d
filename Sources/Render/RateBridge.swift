import AVFDSP
import AVFRealtime

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

    /// Makes a block; returns how many frames of its input lie behind the place of the next output frame.
    @_noLocks
    mutating func process(_ block: RenderBlock) -> Int {
        _ = resampler.process(
            input: block.input.channels, inputFrameCount: inputFrameCount, output: block.output.channels,
            outputFrameCount: block.frameCount)
        return resampler.aheadFrameCount
    }

    @_noLocks
    mutating func reset() { resampler.reset() }
}

/// Converts from the rate of one domain of a plan to the rate of the domain that it feeds.
///
/// The domain behind it runs ahead by what the filter sees of the future, so the conversion adds no latency:
/// frame 0 of one rate is frame 0 of the other.
package final class RateBridge: DomainBridge, @unchecked Sendable {  // Proof: see RenderUnit.
    private let state: OwnedCell<RateBridgeState>
    private let inputRateHz: Double
    private let outputRateHz: Double

    /// A bridge between two rates.
    package init(inputRateHz: Double, outputRateHz: Double, channelCount: Int) {
        self.inputRateHz = inputRateHz
        self.outputRateHz = outputRateHz
        state = OwnedCell(
            RateBridgeState(
                resampler: Resampler(
                    inputRateHz: inputRateHz, outputRateHz: outputRateHz, channelCount: channelCount)))
        super.init()
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
        if takeResetRequest() { state.pointer.pointee.reset() }
        return state.pointer.pointee.beginBlock(frameCount: frameCount)
    }

    package override func process(_ block: RenderBlock) { noteAhead(state.pointer.pointee.process(block)) }

    package override var targetRate: Double { inputRateHz / outputRateHz }
}
