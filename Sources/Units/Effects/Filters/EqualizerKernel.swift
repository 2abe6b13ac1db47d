import AVFDSP
import AVFRender
import CAVFDSP

/// Any number of second-order bands in series, designed by the Audio EQ Cookbook, and a gain behind them.
///
/// Apple's N-band EQ: types, ranges, defaults and parameter addresses are those of AVAudioUnitEQ and 'nbeq'.
package struct EqualizerKernel: Kernel, ~Copyable {
    package static let symbol = "equalizer"
    package static let name = "Equalizer"
    package static let summary = "Shapes the spectrum with parametric, pass, stop and shelf bands."
    package static let kind = UnitKind.effect
    package static let subtype = fourCharacterCode("nbeq")
    package static let defaultSectionCount = 10
    package static let isAppleClass = true

    /// The global gain, and what each band has.
    package enum Parameter: Int, CaseIterable, Sendable {
        case globalGain, bypass, filterType, frequency, gain, bandwidth
    }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        switch parameter {
        case .globalGain:
            ParameterSpec(
                "Global Gain", -96...24, default: 0, .decibels, "Gain behind all bands; −96 dB is silence.")
        case .bypass:
            .toggle("Bypass", default: true, "Whether the band leaves the sound alone.")
        case .filterType:
            ParameterSpec(
                "Filter Type", 0...10, default: 0, .indexed, "What the band does to the spectrum.",
                namedValues: FilterShape.allCases.map { NamedValue(Float($0.rawValue), name(of: $0)) })
        case .frequency:
            ParameterSpec(
                "Frequency", 20...96_000, default: 1000, .hertz,
                "Centre or corner frequency; held below half of the sample rate.", isLogarithmic: true)
        case .gain:
            ParameterSpec("Gain", -96...24, default: 0, .decibels, "Gain of a parametric or shelf band.")
        case .bandwidth:
            ParameterSpec(
                "Bandwidth", 0.05...5, default: 0.5, .octaves,
                "Width of a parametric, resonant, band-pass or band-stop band.")
        }
    }

    private static func name(of shape: FilterShape) -> String {
        switch shape {
        case .parametric: "Parametric"
        case .lowPass: "Low Pass"
        case .highPass: "High Pass"
        case .resonantLowPass: "Resonant Low Pass"
        case .resonantHighPass: "Resonant High Pass"
        case .bandPass: "Band Pass"
        case .bandStop: "Band Stop"
        case .lowShelf: "Low Shelf"
        case .highShelf: "High Shelf"
        case .resonantLowShelf: "Resonant Low Shelf"
        case .resonantHighShelf: "Resonant High Shelf"
        }
    }

    // MARK: - Where a band's parameters are

    /// What each band has, in the order of its places.
    private static let bandParameters: [Parameter] = [.bypass, .filterType, .frequency, .gain, .bandwidth]
    private static var parametersOfABand: Int { @_noLocks get { 5 } }

    /// Apple's address of a band's parameter: the parameter in thousands, the band below.
    package static func address(_ parameter: Parameter, band: Int) -> UInt64 {
        parameter == .globalGain ? 0 : UInt64(parameter.rawValue * 1000 + band)
    }

    package static func parameters(sectionCount: Int) -> [UnitDescriptor.Parameter] {
        let global = UnitDescriptor.Parameter(address: 0, symbol: "globalGain", spec: spec(.globalGain))
        return [global]
            + (0..<sectionCount).flatMap { band in
                bandParameters.map { parameter in
                    let symbol = SourceName.of(case: parameter)
                    let spec = spec(parameter)
                    return UnitDescriptor.Parameter(
                        address: address(parameter, band: band),
                        symbol: "band\(band + 1)" + SourceName.capitalised(symbol),
                        spec: spec.renamed("Band \(band + 1) \(spec.name)"))
                }
            }
    }

    // MARK: - Processing

    private let sampleRateHz: Double
    private let bandCount: Int
    private let rampFrameCount: Int
    private var cascade: BiquadCascade
    private let known: UnsafeMutablePointer<Float>
    private var globalDecibels = Float.nan
    private var globalGain = GainRamp()
    private var isFresh = true

    package init(_ configuration: UnitConfiguration) {
        sampleRateHz = configuration.sampleRateHz
        bandCount = configuration.sectionCount
        rampFrameCount = Int(configuration.sampleRateHz * GainRamp.seconds)
        cascade = BiquadCascade(sectionCount: bandCount, channelCount: configuration.channelCount)
        known = .allocate(capacity: bandCount * Self.parametersOfABand)
        known.initialize(repeating: .nan, count: bandCount * Self.parametersOfABand)
    }

    deinit { known.deallocate() }

    @_noLocks
    package mutating func reset() {
        cascade.reset()
        globalDecibels = .nan
        isFresh = true
    }

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        for band in 0..<bandCount { follow(parameters, band) }
        cascade.process(
            input: block.input.channels, output: block.output.channels, frameCount: block.frameCount)
        scale(block, decibels: parameters[.globalGain])
    }

    /// Designs a band anew if one of its parameters has changed.
    @_noLocks
    private mutating func follow(_ parameters: ParameterValues<Parameter>, _ band: Int) {
        let first = band * Self.parametersOfABand
        var hasChanged = false
        for place in 0..<Self.parametersOfABand {
            let value = parameters[index: 1 + first + place]
            if known[first + place] != value { hasChanged = true }
            known[first + place] = value
        }
        guard hasChanged else { return }
        let coefficients = Self.design(known + first, sampleRateHz: sampleRateHz)
        cascade.set(band, coefficients, isActive: known[first] < 0.5)
    }

    /// The filter of a band with these parameters.
    @_noLocks
    private static func design(
        _ band: UnsafePointer<Float>, sampleRateHz: Double
    ) -> BiquadCoefficients {
        BiquadCoefficients.design(
            shape(band[1]), frequencyHz: Double(band[2]), bandwidthOctaves: Double(band[4]),
            gainDecibels: Double(band[3]), sampleRateHz: sampleRateHz)
    }

    /// The slowest band's decay; each other one delays that by some of its own.
    package static func tailSeconds(
        _ parameters: ParameterValues<Parameter>, sectionCount: Int, sampleRateHz: Double
    ) -> Double {
        let decays = (0..<sectionCount).map { band in
            let values = (0..<parametersOfABand).map {
                parameters[index: 1 + band * parametersOfABand + $0]
            }
            return values[0] < 0.5 ? design(values, sampleRateHz: sampleRateHz).decayFrameCount : 0
        }
        let (longest, sum) = (decays.max() ?? 0, decays.reduce(0, +))
        return (18 * longest + 4 * (sum - longest)) / sampleRateHz + 0.05
    }

    @_noLocks
    private mutating func scale(_ block: RenderBlock, decibels: Float) {
        if globalDecibels != decibels {
            globalDecibels = decibels
            globalGain.follow(linearGain(ofDecibels: decibels), over: isFresh ? 0 : rampFrameCount)
        }
        isFresh = false
        guard globalGain.remainingFrameCount > 0 || globalGain.settled != 1 else { return }
        for channel in 0..<block.output.channelCount {
            globalGain.apply(to: block.output[channel], into: block.output[channel], block.frameCount)
        }
        globalGain.advance(block.frameCount)
    }

    /// The shape that a filter type stands for.
    @_noLocks
    static func shape(_ value: Float) -> FilterShape {
        switch Int(value) {
        case 1: .lowPass
        case 2: .highPass
        case 3: .resonantLowPass
        case 4: .resonantHighPass
        case 5: .bandPass
        case 6: .bandStop
        case 7: .lowShelf
        case 8: .highShelf
        case 9: .resonantLowShelf
        case 10: .resonantHighShelf
        default: .parametric
        }
    }
}
