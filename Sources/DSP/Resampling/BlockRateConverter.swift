import CAVFDSP

/// The filter of a `BlockRateConverter`.
final class BlockFilter: SharedDesign, @unchecked Sendable {  // Proof: constants.
    let spectrum: DoubleFFT.Spectrum

    /// The spectrum for a ratio, made if it is not among the newest designs. [control]
    static func shared(_ design: ResamplerDesign, _ plan: BlockPlan) -> BlockFilter {
        let key = Key(
            form: .spectrum, ratio: design.ratio, quality: design.quality, phase: design.phase)
        return DesignCache.shared.design(key) { BlockFilter(key, plan.filter(of: design)) }
    }

    private init(_ key: Key, _ spectrum: DoubleFFT.Spectrum) {
        self.spectrum = spectrum
        super.init(key)
    }

    override var byteCount: Int { 2 * spectrum.real.count * MemoryLayout<Double>.stride }
}

/// Converts block by block through the spectrum: a block's spectrum is filtered, cut or extended to the
/// length that belongs to the other rate, and turned back (overlap-save).
///
/// Blocks begin at fixed frames of the stream, so how the stream is cut changes no bit.
final class BlockRateConverter: RateConverter {
    private static let largestBlockFrameCount = 1 << 17

    private let plan: BlockPlan
    private let filter: DoubleFFT.Spectrum
    private var inputFFT: DoubleFFT
    private var outputFFT: DoubleFFT
    private let history: SampleHistory
    private let ready: SampleHistory
    private var readFrameCount = 0
    private let binCapacity: Int
    private let real: UnsafeMutablePointer<Double>
    private let imaginary: UnsafeMutablePointer<Double>
    private let block: UnsafeMutablePointer<Double>

    /// Nil when the ratio has large prime factors, or asks for blocks of more than 131,072 frames.
    init?(ratio: RateRatio, channelCount: Int, quality: ResamplerQuality, phase: ResamplerPhase) {
        let design = ResamplerDesign(ratio: ratio, quality: quality, phase: phase)
        guard let plan = BlockPlan(design, largestBlockFrameCount: Self.largestBlockFrameCount) else {
            return nil
        }
        self.plan = plan
        filter = BlockFilter.shared(design, plan).spectrum
        inputFFT = DoubleFFT(size: plan.inputBlockFrameCount)
        outputFFT = DoubleFFT(size: plan.outputBlockFrameCount)
        binCapacity = max(inputFFT.binCount, outputFFT.binCount)
        real = .allocate(capacity: binCapacity)
        imaginary = .allocate(capacity: binCapacity)
        block = .allocate(capacity: plan.outputBlockFrameCount)
        history = SampleHistory(channelCount: channelCount, capacity: plan.inputBlockFrameCount)
        ready = SampleHistory(channelCount: channelCount, capacity: plan.outputHopFrameCount)
        restart()
    }

    deinit {
        for memory in [real, imaginary, block] { memory.deallocate() }
    }

    var lookaheadFrameCount: Int { plan.futureFrameCount + plan.inputHopFrameCount - 1 }

    func neededFrameCount(forOutput frameCount: Int) -> Int {
        let missing = frameCount - (ready.frameCount - readFrameCount)
        guard missing > 0 else { return 0 }
        let blockCount = (missing + plan.outputHopFrameCount - 1) / plan.outputHopFrameCount
        return history.capacity - history.frameCount + (blockCount - 1) * plan.inputHopFrameCount
    }

    func convert(
        _ input: UnsafePointer<UnsafeMutablePointer<Double>>?, inputFrameCount: Int,
        output: UnsafePointer<UnsafeMutablePointer<Double>>, outputFrameCount: Int
    ) -> (consumedFrameCount: Int, producedFrameCount: Int) {
        var (consumed, produced) = (0, 0)
        while true {
            produced += deliver(output, from: produced, upTo: outputFrameCount - produced)
            guard produced < outputFrameCount else { return (consumed, produced) }
            let taken = min(history.capacity - history.frameCount, inputFrameCount - consumed)
            history.append(input, from: consumed, count: taken)
            consumed += taken
            guard history.frameCount == history.capacity else { return (consumed, produced) }
            convertBlock()
        }
    }

    func restart() {
        history.restart(silentFrameCount: plan.pastFrameCount)
        ready.restart(silentFrameCount: 0)
        readFrameCount = 0
    }

    private func deliver(
        _ output: UnsafePointer<UnsafeMutablePointer<Double>>, from first: Int, upTo limit: Int
    ) -> Int {
        let count = min(limit, ready.frameCount - readFrameCount)
        for (index, source) in ready.channels.enumerated() {
            (output[index] + first).update(from: source + readFrameCount, count: count)
        }
        readFrameCount += count
        return count
    }

    private func convertBlock() {
        ready.restart(silentFrameCount: plan.outputHopFrameCount)
        readFrameCount = 0
        for (source, target) in zip(history.channels, ready.channels) {
            transform(source)
            target.update(from: block + plan.skippedFrameCount, count: plan.outputHopFrameCount)
        }
        history.drop(plan.inputHopFrameCount)
    }

    /// One channel's block of input into `block`.
    private func transform(_ source: UnsafePointer<Double>) {
        let binCount = filter.real.count
        inputFFT.forward(source, real: real, imaginary: imaginary, binCount: binCount)
        avf_dsp_multiply_spectra(real, imaginary, filter.real, filter.imaginary, binCount)
        (real + binCount).update(repeating: 0, count: binCapacity - binCount)
        (imaginary + binCount).update(repeating: 0, count: binCapacity - binCount)
        outputFFT.inverse(real: real, imaginary: imaginary, block)
    }
}
