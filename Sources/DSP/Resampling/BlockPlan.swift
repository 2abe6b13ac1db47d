/// The lengths of a `BlockRateConverter`'s blocks.
struct BlockPlan {
    /// Input frames of a block: a power of two times the ratio's smallest whole number of them.
    let inputBlockFrameCount: Int
    /// Output frames that last as long.
    let outputBlockFrameCount: Int
    /// Frames before a block's new ones that the filter needs.
    let pastFrameCount: Int
    /// Frames after a block's own ones that the filter needs.
    let futureFrameCount: Int
    /// From block to block.
    let inputHopFrameCount: Int
    /// Output frames that each block gives.
    let outputHopFrameCount: Int
    /// Output frames of a block before those.
    let skippedFrameCount: Int

    /// Blocks of at least four filters' length; nil when they cannot be transformed or get too long.
    init?(_ design: ResamplerDesign, largestBlockFrameCount: Int) {
        guard design.ratio.phaseCount <= 4096, design.ratio.phasesPerOutput <= 4096 else { return nil }
        let input = Int(design.ratio.phasesPerOutput)
        let output = Int(design.ratio.phaseCount)
        let isLinear = design.phase == .linear
        pastFrameCount = Self.multiple(of: input, atLeast: isLinear ? design.tapCount / 2 : design.tapCount)
        futureFrameCount = Self.multiple(of: input, atLeast: design.lookaheadFrameCount)
        let overlap = pastFrameCount + futureFrameCount
        // From 16 on both transforms begin with a stage of 8, which makes them fast.
        var count = 16
        while input * count < max(4 * design.tapCount, 2 * overlap) { count *= 2 }
        inputBlockFrameCount = input * count
        outputBlockFrameCount = output * count
        inputHopFrameCount = inputBlockFrameCount - overlap
        outputHopFrameCount = inputHopFrameCount / input * output
        skippedFrameCount = pastFrameCount / input * output
        guard max(inputBlockFrameCount, outputBlockFrameCount) <= largestBlockFrameCount,
            DoubleFFT.hasFactors(of: inputBlockFrameCount), DoubleFFT.hasFactors(of: outputBlockFrameCount)
        else { return nil }
    }

    /// The filter's spectrum below half of the lower rate, scaled for the two transforms.
    func filter(of design: ResamplerDesign) -> DoubleFFT.Spectrum {
        let oversampling = design.phase == .linear ? 1 : ResamplerDesign.minimumPhaseOversampling
        let kernel = design.kernel(oversampling: oversampling)
        var fft = DoubleFFT(size: inputBlockFrameCount * oversampling)
        var time = [Double](repeating: 0, count: fft.size)
        let middle = design.phase == .linear ? kernel.count / 2 : 0
        for (index, weight) in kernel.enumerated() {
            time[(index - middle + fft.size) % fft.size] = weight / Double(inputBlockFrameCount)
        }
        let whole = fft.spectrum(of: time)
        // Half of the lower rate itself lies in the stop band.
        let binCount = min(inputBlockFrameCount, outputBlockFrameCount) / 2
        var kept = DoubleFFT.Spectrum(binCount: binCount)
        kept.real = Array(whole.real[0..<binCount])
        kept.imaginary = Array(whole.imaginary[0..<binCount])
        return kept
    }

    private static func multiple(of unit: Int, atLeast count: Int) -> Int {
        (count + unit - 1) / unit * unit
    }
}
