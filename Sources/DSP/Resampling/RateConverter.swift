/// Changes the sample rate of planar audio in double precision, as a stream.
///
/// Output frame n lies at input time n · inputRate / outputRate: before the first input frame and after the
/// last there is silence. How the stream is cut changes no bit. Not for the render side; see `Resampler` for
/// that.
package protocol RateConverter: AnyObject {
    /// Input frames that must follow an output's own place before it can be made.
    var lookaheadFrameCount: Int { get }

    /// Input frames that `convert` must be given next to make exactly `frameCount` output frames.
    func neededFrameCount(forOutput frameCount: Int) -> Int

    /// Makes up to `outputFrameCount` frames and takes as much input as they need, at most what there is.
    ///
    /// Without input, silence follows: as much of it as is needed.
    func convert(
        _ input: UnsafePointer<UnsafeMutablePointer<Double>>?, inputFrameCount: Int,
        output: UnsafePointer<UnsafeMutablePointer<Double>>, outputFrameCount: Int
    ) -> (consumedFrameCount: Int, producedFrameCount: Int)

    /// Goes back to the beginning of the stream.
    func restart()
}

/// Chooses how a rate is converted.
package enum RateConversion {
    /// Rates further apart than this are converted as if they were no further apart.
    package static let largestRatio = 256.0

    /// The fastest converter that has the quality, and that withholds no more than its filter needs.
    ///
    /// `isPatient` is for whole files, where latency does not matter: best quality works on blocks of
    /// some thousand frames then where the rates' ratio is one of small prime factors, as it is between all
    /// usual rates; high quality does too where the output's rate is so low that this is faster.
    package static func converter(
        inputRateHz: Double, outputRateHz: Double, channelCount: Int, quality: ResamplerQuality,
        phase: ResamplerPhase = .linear, isPatient: Bool = false
    ) -> any RateConverter {
        #if hasFeature(Embedded)
            // A plugin's binary is to be small, and 125 dB are enough for what it loads.
            return FastRateConverter(
                inputRateHz: inputRateHz, outputRateHz: outputRateHz, channelCount: channelCount,
                quality: .high, phase: phase)
        #else
            let ratio = RateRatio(held: inputRateHz, outputRateHz: outputRateHz)
            let isReduced = 2 * ratio.phasesPerOutput > 3 * ratio.phaseCount
            if isPatient, quality == .best || quality == .high && isReduced,
                let blocks = BlockRateConverter(
                    ratio: ratio, channelCount: channelCount, quality: quality, phase: phase)
            {
                return blocks
            }
            guard quality == .best else {
                return FastRateConverter(
                    inputRateHz: inputRateHz, outputRateHz: outputRateHz, channelCount: channelCount,
                    quality: quality, phase: phase)
            }
            return DirectRateConverter(
                ratio: ratio, channelCount: channelCount, quality: quality, phase: phase)
        #endif
    }

    /// Output frames that an input of `frameCount` frames lasts: rounded up.
    package static func outputFrameCount(
        forInput frameCount: Int, inputRateHz: Double, outputRateHz: Double
    ) -> Int {
        RateRatio(held: inputRateHz, outputRateHz: outputRateHz).outputFrameCount(forInput: frameCount)
    }

    /// Input frames after which inputs and outputs lie at the same places again; nil when that takes long.
    package static func period(inputRateHz: Double, outputRateHz: Double) -> Int? {
        let ratio = RateRatio(held: inputRateHz, outputRateHz: outputRateHz)
        return ratio.phasesPerOutput <= 4096 ? Int(ratio.phasesPerOutput) : nil
    }
}
