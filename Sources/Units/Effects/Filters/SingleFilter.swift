import AVFDSP
import AVFRender

/// One second-order section, and the two or three numbers that it was designed for.
struct SingleFilter: ~Copyable {
    private let sampleRateHz: Double
    private var cascade: BiquadCascade
    private var frequencyHz = Float.nan
    private var decibels = Float.nan
    private var width = Float.nan

    init(_ configuration: UnitConfiguration) {
        sampleRateHz = configuration.sampleRateHz
        cascade = BiquadCascade(sectionCount: 1, channelCount: configuration.channelCount)
    }

    @_noLocks
    mutating func reset() { cascade.reset() }

    /// Filters a block with a pass filter whose gain at its frequency is the resonance; open at half of the
    /// rate.
    @_noLocks
    mutating func process(
        _ block: RenderBlock, pass shape: FilterShape, frequencyHz: Float, resonanceDecibels: Float
    ) {
        if isNew(frequencyHz, resonanceDecibels, 0) {
            let coefficients = BiquadCoefficients.design(
                shape, frequencyHz: Double(frequencyHz), quality: Self.quality(resonanceDecibels),
                sampleRateHz: sampleRateHz)
            let isOpen = isLowPass(shape) && Double(frequencyHz) >= sampleRateHz / 2
            cascade.set(0, coefficients, isActive: !isOpen)
        }
        run(block)
    }

    /// Filters a block with a bell of that quality factor.
    @_noLocks
    mutating func process(_ block: RenderBlock, bellAtHz frequencyHz: Float, quality: Float, decibels: Float)
    {
        if isNew(frequencyHz, decibels, quality) {
            let coefficients = BiquadCoefficients.design(
                .parametric, frequencyHz: Double(frequencyHz), quality: Double(quality),
                gainDecibels: Double(decibels), sampleRateHz: sampleRateHz)
            cascade.set(0, coefficients, isActive: decibels != 0)
        }
        run(block)
    }

    /// Filters a block with a shelf, or with a band-pass of that many octaves.
    @_noLocks
    mutating func process(
        _ block: RenderBlock, _ shape: FilterShape, frequencyHz: Float, octaves: Float = 1,
        decibels: Float = 0
    ) {
        if isNew(frequencyHz, decibels, octaves) {
            let coefficients = BiquadCoefficients.design(
                shape, frequencyHz: Double(frequencyHz),
                bandwidthOctaves: FilterTail.heldOctaves(
                    octaves, frequencyHz: frequencyHz, sampleRateHz: sampleRateHz),
                gainDecibels: Double(decibels), sampleRateHz: sampleRateHz)
            cascade.set(0, coefficients, isActive: decibels != 0 || isBandPass(shape))
        }
        run(block)
    }

    /// A resonance of 0 dB is a gain of 1 at the corner: Q in decibels.
    @_noLocks
    private static func quality(_ resonanceDecibels: Float) -> Double {
        Double(linearGain(ofDecibels: resonanceDecibels))
    }

    @_noLocks
    private mutating func isNew(_ frequencyHz: Float, _ decibels: Float, _ width: Float) -> Bool {
        let isSame = self.frequencyHz == frequencyHz && self.decibels == decibels && self.width == width
        self.frequencyHz = frequencyHz
        self.decibels = decibels
        self.width = width
        return !isSame
    }

    @_noLocks
    private func isLowPass(_ shape: FilterShape) -> Bool {
        if case .lowPass = shape { true } else { false }
    }

    @_noLocks
    private func isBandPass(_ shape: FilterShape) -> Bool {
        if case .bandPass = shape { true } else { false }
    }

    @_noLocks
    private mutating func run(_ block: RenderBlock) {
        cascade.process(
            input: block.input.channels, output: block.output.channels, frameCount: block.frameCount)
    }
}
