import AVFDSP
import AVFRender
import CAVFDSP

/// A spectrum meter with a level for each third of an octave, through which the sound passes untouched.
///
/// Spectra of 8192 samples under a Hann window, a new one each 1024 frames; a sine of full scale reads 0 dB.
package struct SpectrumKernel: Kernel, ~Copyable {
    package static let symbol = "spectrum"
    package static let name = "Spectrum Meter"
    package static let summary = "Shows the level of each third of an octave; the sound passes untouched."
    package static let kind = UnitKind.effect
    package static let subtype = fourCharacterCode("spec")

    /// How long it averages, and a level, which there is thirty-one times.
    package enum Parameter: Int, CaseIterable, Sendable { case averagingTime, level }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        switch parameter {
        case .averagingTime:
            ParameterSpec(
                "Averaging Time", 0.01...10, default: 0.125, .seconds,
                "Time in which the levels go 63 % of their way; sound level meters have 0.125 s or 1 s.",
                isLogarithmic: true)
        case .level:
            .meter("Level", -120...20, "Level of a third of an octave; that of 1 kHz is the eighteenth.")
        }
    }

    package static func parameters(sectionCount: Int) -> [UnitDescriptor.Parameter] {
        let level = spec(.level)
        return [
            UnitDescriptor.Parameter(address: 0, symbol: "averagingTime", spec: spec(.averagingTime))
        ]
            + (1...bandCount).map {
                UnitDescriptor.Parameter(
                    address: UInt64($0), symbol: "level\($0)", spec: level.renamed("Level \($0)"))
            }
    }

    /// Bands from 20 Hz to 20 kHz.
    private static var bandCount: Int { @_noLocks get { 31 } }
    private static var size: Int { @_noLocks get { 8192 } }
    private static var hopFrameCount: Int { @_noLocks get { 1024 } }

    // First, because under the thread sanitizer Swift 6.3 takes the first word of `self` for an address.
    private let powers: UnsafeMutablePointer<Double>
    private let window: UnsafeMutablePointer<Float>
    private let windowed: UnsafeMutablePointer<Float>
    private let real: UnsafeMutablePointer<Float>
    private let imaginary: UnsafeMutablePointer<Float>
    /// The first bin of each band, and behind the last one.
    private let edges: UnsafeMutablePointer<Int>
    private let channelCount: Int
    private let sampleRateHz: Double
    private let history: ChannelRows
    private var transform: RealFFT
    private var filledFrameCount = 0

    package init(_ configuration: UnitConfiguration) {
        channelCount = configuration.channelCount
        sampleRateHz = configuration.sampleRateHz
        transform = RealFFT(minimumSize: Self.size)
        history = ChannelRows(channelCount: channelCount, frameCount: Self.size)
        powers = .allocate(capacity: Self.bandCount)
        powers.initialize(repeating: 0, count: Self.bandCount)
        window = .allocate(capacity: Self.size)
        windowed = .allocate(capacity: Self.size)
        for (index, weight) in Window.hann(Self.size).enumerated() {
            (window + index).initialize(to: weight)
            (windowed + index).initialize(to: 0)
        }
        real = .allocate(capacity: Self.size / 2 + 1)
        imaginary = .allocate(capacity: Self.size / 2 + 1)
        edges = .allocate(capacity: Self.bandCount + 1)
        for edge in 0...Self.bandCount {
            // ISO 266's exact middle frequencies are 1000 Hz and powers of 2^(1/3); edges lie half-way.
            let frequency = 1000 * avf_dsp_exp2((Double(edge) - 17.5) / 3)
            let bin = Int((frequency * Double(Self.size) / configuration.sampleRateHz).rounded(.up))
            (edges + edge).initialize(to: min(bin, Self.size / 2 + 1))
        }
    }

    deinit {
        powers.deallocate()
        window.deallocate()
        windowed.deallocate()
        real.deallocate()
        imaginary.deallocate()
        edges.deallocate()
    }

    @_noLocks
    package mutating func reset() {
        filledFrameCount = 0
        for channel in 0..<channelCount { avf_dsp_clear(history[channel], Self.size) }
        for band in 0..<Self.bandCount { powers[band] = 0 }
    }

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        let weight = OnePole.weight(
            timeSeconds: Double(parameters[.averagingTime]),
            sampleRateHz: sampleRateHz / Double(Self.hopFrameCount))
        var done = 0
        while done < block.frameCount {
            let count = min(block.frameCount - done, Self.hopFrameCount - filledFrameCount)
            let place = Self.size - Self.hopFrameCount + filledFrameCount
            for channel in 0..<channelCount {
                avf_dsp_copy(history[channel] + place, block.input[channel] + done, count)
            }
            filledFrameCount += count
            done += count
            if filledFrameCount == Self.hopFrameCount { look(weight) }
        }
        for channel in 0..<block.output.channelCount {
            avf_dsp_copy(block.output[channel], block.input[channel], block.frameCount)
        }
    }

    @_noLocks
    package func show(on meters: MeterValues<Parameter>) {
        for band in 0..<Self.bandCount {
            let power = powers[band]
            meters[index: band + 1] = power < 1e-12 ? -120 : 10 * Float(avf_dsp_log10(power))
        }
    }

    /// Takes the spectrum of the history, and moves it on.
    @_noLocks
    private mutating func look(_ weight: Double) {
        filledFrameCount = 0
        for band in 0..<Self.bandCount { powers[band] *= 1 - weight }
        for channel in 0..<channelCount {
            avf_dsp_multiply(windowed, history[channel], window, Self.size)
            transform.forward(windowed, real: real, imaginary: imaginary)
            for band in 0..<Self.bandCount { powers[band] += weight * power(band) / Double(channelCount) }
            avf_dsp_copy(
                history[channel], history[channel] + Self.hopFrameCount, Self.size - Self.hopFrameCount)
        }
    }

    /// A sine of full scale has the power 1: twice its mean square, from both halves of the spectrum, and a
    /// Hann window lets pass 3/8 of the power.
    @_noLocks
    private func power(_ band: Int) -> Double {
        let (first, count) = (edges[band], edges[band + 1] - edges[band])
        guard count > 0 else { return 0 }
        let sum =
            avf_dsp_sum_of_squares(real + first, count) + avf_dsp_sum_of_squares(imaginary + first, count)
        return sum * 4 / (Double(Self.size) * Double(Self.size) * 0.375)
    }
}
