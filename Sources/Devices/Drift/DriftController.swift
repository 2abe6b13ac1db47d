import CAVFDSP

/// Turns an error of latency into a correction of the pace: proportional and integral parts behind two
/// one-pole smoothers.
///
/// The form is that of PipeWire's and zita-ajbridge's loops; the bandwidth falls as 1/t from 0.5 to 0.005 Hz.
/// The proportional part is limited to 50 ppm, the integral to 1000 ppm. An average error of more than 12
/// frames, which is a change of the clocks, opens the bandwidth to 0.1 Hz again.
package struct DriftController: BitwiseCopyable, Sendable {
    private enum Constant {
        static var widestHz: Double { @_noLocks get { 0.5 } }
        static var narrowestHz: Double { @_noLocks get { 0.005 } }
        static var longestProportional: Double { @_noLocks get { 50e-6 } }
        static var longestIntegral: Double { @_noLocks get { 1000e-6 } }
        static var averagingSeconds: Double { @_noLocks get { 0.5 } }
        static var reopeningFrames: Double { @_noLocks get { 12 } }
        static var reopeningSeconds: Double { @_noLocks get { 10 } }
        static var holdSeconds: Double { @_noLocks get { 3 } }
        static var measuringSeconds: Double { @_noLocks get { 1 } }
    }

    /// The latency that is aimed at, in frames of the stream that follows.
    package private(set) var targetFrameCount: Double
    /// Relative difference of the clocks, as far as it is known.
    package private(set) var drift = 0.0

    private var smoothedOnce = 0.0
    private var smoothedTwice = 0.0
    private var averageError = 0.0
    private var lockedSeconds = 0.0
    private var holdSeconds = 0.0
    private var heldErrorSum = 0.0
    private var heldErrorCount = 0.0

    /// A controller that knows nothing of the clocks yet.
    @_noLocks
    package init(targetFrameCount: Double) { self.targetFrameCount = targetFrameCount }

    /// The correction for one block: the pace is the nominal one times 1 + correction.
    ///
    /// - Parameters:
    ///   - error: Frames that the own position is behind the place that the target wants.
    ///   - blockFrameCount: The block's frames, of the stream that follows.
    ///   - blockSeconds: The block's duration.
    /// - Returns: The correction, relative.
    @_noLocks
    package mutating func correction(
        error: Double, blockFrameCount: Double, blockSeconds: Double
    ) -> Double {
        watch(error, blockSeconds)
        let bandwidthHz = min(max(1 / max(lockedSeconds, 1e-9), Constant.narrowestHz), Constant.widestHz)
        let omega = 2 * Double.pi * bandwidthHz * blockSeconds
        let smoothing = 1 - avf_dsp_exp(-20 * omega)
        let limit = Constant.longestProportional
        let pull = min(max(1.5 * omega / blockFrameCount * held(error, blockSeconds), -limit), limit)
        smoothedOnce += smoothing * (pull - smoothedOnce)
        smoothedTwice += smoothing * (smoothedOnce - smoothedTwice)
        let integral = drift + omega / 1.5 * smoothedTwice
        drift = min(max(integral, -Constant.longestIntegral), Constant.longestIntegral)
        lockedSeconds += blockSeconds
        return smoothedTwice + drift
    }

    /// Forgets the error but not the drift: the position has been set anew.
    ///
    /// With `accepting`, the next three seconds only measure: what error is left becomes part of the target.
    @_noLocks
    package mutating func reseat(accepting: Bool) {
        smoothedOnce = 0
        smoothedTwice = 0
        averageError = 0
        heldErrorSum = 0
        heldErrorCount = 0
        holdSeconds = accepting ? Constant.holdSeconds : 0
    }

    /// Begins again with other clocks, of which `drift` is known.
    @_noLocks
    package mutating func restart(drift: Double = 0) {
        reseat(accepting: false)
        self.drift = min(max(drift, -Constant.longestIntegral), Constant.longestIntegral)
        lockedSeconds = drift == 0 ? 0 : Constant.reopeningSeconds
    }

    /// Aims at a longer latency from now on.
    @_noLocks
    package mutating func raiseTarget(by frameCount: Double) { targetFrameCount += frameCount }

    @_noLocks
    private mutating func watch(_ error: Double, _ blockSeconds: Double) {
        averageError += (1 - avf_dsp_exp(-blockSeconds / Constant.averagingSeconds)) * (error - averageError)
        guard abs(averageError) > Constant.reopeningFrames, lockedSeconds > Constant.reopeningSeconds
        else { return }
        lockedSeconds = Constant.reopeningSeconds
        averageError = 0
    }

    /// The error that counts: none while it is only measured.
    @_noLocks
    private mutating func held(_ error: Double, _ blockSeconds: Double) -> Double {
        guard holdSeconds > 0 else { return error }
        holdSeconds -= blockSeconds
        if holdSeconds < Constant.measuringSeconds {
            heldErrorSum += error
            heldErrorCount += 1
        }
        if holdSeconds <= 0 { targetFrameCount += heldErrorSum / max(1, heldErrorCount) }
        return 0
    }
}
