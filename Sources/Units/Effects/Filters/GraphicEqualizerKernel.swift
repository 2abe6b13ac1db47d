import AVFDSP
import AVFRender
import CAVFDSP

/// Ten octaves or thirty-one thirds of octaves with a slider each: Apple's 'greq'.
///
/// The response goes through the sliders, because neighbouring bells are designed together.
package struct GraphicEqualizerKernel: Kernel, ~Copyable {
    package static let symbol = "graphicEqualizer"
    package static let name = "Graphic Equalizer"
    package static let summary = "Shapes the spectrum with ten or thirty-one sliders."
    package static let kind = UnitKind.effect
    package static let subtype = fourCharacterCode("greq")

    /// A slider, which there is thirty-one times, and which sliders count.
    package enum Parameter: Int, CaseIterable, Sendable { case gain, bandLayout }

    package static func spec(_ parameter: Parameter) -> ParameterSpec {
        switch parameter {
        case .gain:
            ParameterSpec("Gain", -20...20, default: 0, .decibels, "Gain at the band's frequency.")
        case .bandLayout:
            ParameterSpec(
                "Bands", 0...1, default: 1, .indexed,
                "Whether the sliders are octaves from 31.25 Hz or thirds of octaves from 20 Hz on.",
                namedValues: [NamedValue(0, "Ten"), NamedValue(1, "Thirty-One")])
        }
    }

    private static let sliderCount = 31
    /// Apple's `kGraphicEQParam_NumberOfBands`.
    private static let bandLayoutAddress: UInt64 = 10_000

    package static func parameters(sectionCount: Int) -> [UnitDescriptor.Parameter] {
        let slider = spec(.gain)
        return (0..<sliderCount).map {
            UnitDescriptor.Parameter(
                address: UInt64($0), symbol: "band\($0 + 1)", spec: slider.renamed("Band \($0 + 1)"))
        } + [
            UnitDescriptor.Parameter(
                address: bandLayoutAddress, symbol: "bandLayout", spec: spec(.bandLayout))
        ]
    }

    /// A third of an octave at 20 Hz rings longest.
    package static func tailSeconds(
        _ parameters: ParameterValues<Parameter>, sampleRateHz: Double
    ) -> Double { 3 }

    private var cascade: BiquadCascade
    private var octaves: GraphicEqualizerDesign
    private var thirds: GraphicEqualizerDesign
    private let known: UnsafeMutablePointer<Float>
    private static var valueCount: Int { @_noLocks get { 32 } }

    package init(_ configuration: UnitConfiguration) {
        let rate = configuration.sampleRateHz
        // ISO 266's exact middle frequencies: 1000 Hz and powers of 2^(1/3).
        octaves = GraphicEqualizerDesign(
            frequenciesHz: (-5...4).map { 1000 * avf_dsp_exp2(Double($0)) }, bandwidthOctaves: 1,
            sampleRateHz: rate)
        thirds = GraphicEqualizerDesign(
            frequenciesHz: (-17...13).map { 1000 * avf_dsp_exp2(Double($0) / 3) },
            bandwidthOctaves: 1.0 / 3, sampleRateHz: rate)
        cascade = BiquadCascade(
            sectionCount: Self.sliderCount, channelCount: configuration.channelCount)
        known = .allocate(capacity: Self.valueCount)
        known.initialize(repeating: .nan, count: Self.valueCount)
    }

    deinit { known.deallocate() }

    @_noLocks
    package mutating func reset() { cascade.reset() }

    @_noLocks
    package mutating func process(_ block: RenderBlock, _ parameters: ParameterValues<Parameter>) {
        if hasChanged(parameters) { design() }
        cascade.process(
            input: block.input.channels, output: block.output.channels, frameCount: block.frameCount)
    }

    @_noLocks
    private func hasChanged(_ parameters: ParameterValues<Parameter>) -> Bool {
        var hasChanged = false
        for index in 0..<Self.valueCount where known[index] != parameters[index: index] {
            known[index] = parameters[index: index]
            hasChanged = true
        }
        return hasChanged
    }

    @_noLocks
    private mutating func design() {
        let bandCount: Int
        if known[Self.valueCount - 1] < 0.5 {
            octaves.solve(known)
            bandCount = octaves.bandCount
        } else {
            thirds.solve(known)
            bandCount = thirds.bandCount
        }
        let isActive = !isFlat(bandCount)
        for band in 0..<bandCount { cascade.set(band, section(band), isActive: isActive) }
        for band in bandCount..<cascade.sectionCount { cascade.set(band, .identity, isActive: false) }
    }

    @_noLocks
    private func section(_ band: Int) -> BiquadCoefficients {
        known[Self.valueCount - 1] < 0.5 ? octaves.section(band) : thirds.section(band)
    }

    /// Whether all sliders stand at 0, when the sound passes untouched.
    @_noLocks
    private func isFlat(_ bandCount: Int) -> Bool {
        for band in 0..<bandCount where known[band] != 0 { return false }
        return true
    }
}
