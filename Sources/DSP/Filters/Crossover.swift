import CAVFDSP

/// Four bands whose sum is flat: Linkwitz–Riley filters of fourth order.
///
/// Linkwitz, "Active crossover networks for noncoincident drivers", 1976. The signal is cut at the middle
/// frequency first; each half then turns its phase as the other half's crossover will, so that the sum is an
/// all-pass.
package struct Crossover: ~Copyable {
    /// Bands.
    package static var bandCount: Int { @_noLocks get { 4 } }

    private let sampleRateHz: Double
    private var lowHalf: BiquadCascade
    private var highHalf: BiquadCascade
    private var first: BiquadCascade
    private var second: BiquadCascade
    private var third: BiquadCascade
    private var fourth: BiquadCascade

    /// A crossover whose frequencies `set` says. [control]
    package init(channelCount: Int, sampleRateHz: Double) {
        self.sampleRateHz = sampleRateHz
        lowHalf = BiquadCascade(sectionCount: 3, channelCount: channelCount)
        highHalf = BiquadCascade(sectionCount: 3, channelCount: channelCount)
        first = BiquadCascade(sectionCount: 2, channelCount: channelCount)
        second = BiquadCascade(sectionCount: 2, channelCount: channelCount)
        third = BiquadCascade(sectionCount: 2, channelCount: channelCount)
        fourth = BiquadCascade(sectionCount: 2, channelCount: channelCount)
    }

    /// Forgets the past of the signal.
    @_noLocks
    package mutating func reset() {
        lowHalf.reset()
        highHalf.reset()
        first.reset()
        second.reset()
        third.reset()
        fourth.reset()
    }

    /// Goes over to other frequencies, in rising order.
    @_noLocks
    package mutating func set(_ low: Double, _ middle: Double, _ high: Double) {
        for section in 0..<2 {
            lowHalf.set(section, butterworth(.lowPass, middle), isActive: true)
            highHalf.set(section, butterworth(.highPass, middle), isActive: true)
            first.set(section, butterworth(.lowPass, low), isActive: true)
            second.set(section, butterworth(.highPass, low), isActive: true)
            third.set(section, butterworth(.lowPass, high), isActive: true)
            fourth.set(section, butterworth(.highPass, high), isActive: true)
        }
        lowHalf.set(2, allPass(high), isActive: true)
        highHalf.set(2, allPass(low), isActive: true)
    }

    @_noLocks
    private func butterworth(_ shape: FilterShape, _ frequencyHz: Double) -> BiquadCoefficients {
        .design(
            shape, frequencyHz: frequencyHz, quality: 0.707106781186547524401, sampleRateHz: sampleRateHz)
    }

    @_noLocks
    private func allPass(_ frequencyHz: Double) -> BiquadCoefficients {
        .allPass(
            frequencyHz: frequencyHz, quality: 0.707106781186547524401, sampleRateHz: sampleRateHz)
    }

    /// Splits a block; each band has its own channels, and none of them may be the input's.
    @_noLocks
    package mutating func process(
        input: UnsafePointer<UnsafeMutablePointer<Float>>,
        bands: UnsafePointer<UnsafePointer<UnsafeMutablePointer<Float>>>, frameCount: Int
    ) {
        lowHalf.process(input: input, output: bands[0], frameCount: frameCount)
        highHalf.process(input: input, output: bands[3], frameCount: frameCount)
        second.process(input: bands[0], output: bands[1], frameCount: frameCount)
        first.process(input: bands[0], output: bands[0], frameCount: frameCount)
        third.process(input: bands[3], output: bands[2], frameCount: frameCount)
        fourth.process(input: bands[3], output: bands[3], frameCount: frameCount)
    }
}
