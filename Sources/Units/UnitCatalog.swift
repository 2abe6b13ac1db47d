import AVFRender

/// Every native unit.
///
/// Adding a line here gives the unit all its faces.
package enum UnitCatalog {
    /// Every native unit.
    package static let all = plugins + others

    /// The units that can be LV2 plugins, in the order of their indices: add at the end.
    package static let plugins: [UnitEntry] = [
        UnitEntry(EqualizerKernel.self),
        UnitEntry(GainKernel.self),
        UnitEntry(ToneKernel.self),
        UnitEntry(DelayKernel.self),
        UnitEntry(SampleDelayKernel.self),
        UnitEntry(LowPassKernel.self),
        UnitEntry(HighPassKernel.self),
        UnitEntry(BandPassKernel.self),
        UnitEntry(LowShelfKernel.self),
        UnitEntry(HighShelfKernel.self),
        UnitEntry(ParametricEqualizerKernel.self),
        UnitEntry(GraphicEqualizerKernel.self),
        UnitEntry(ReverbKernel.self),
        UnitEntry(DynamicsKernel.self),
        UnitEntry(LimiterKernel.self),
        UnitEntry(MultibandCompressorKernel.self),
        UnitEntry(DistortionKernel.self),
        UnitEntry(NoiseKernel.self),
        UnitEntry(SweepKernel.self),
        UnitEntry(ImpulseTrainKernel.self),
        UnitEntry(ChorusKernel.self),
        UnitEntry(FlangerKernel.self),
        UnitEntry(PhaserKernel.self),
        UnitEntry(TremoloKernel.self),
        UnitEntry(GateKernel.self),
        UnitEntry(DeEsserKernel.self),
        UnitEntry(StereoWidthKernel.self),
        UnitEntry(CrossoverKernel.self),
        UnitEntry(DCBlockerKernel.self),
        UnitEntry(LoudnessKernel.self),
        UnitEntry(SpectrumKernel.self),
        UnitEntry(MatrixReverbKernel.self),
        UnitEntry(ConvolutionKernel.self),
        UnitEntry(WavetableKernel.self),
        UnitEntry(SilenceKernel.self),
        UnitEntry(BinauralPannerKernel.self),
        UnitEntry(MIDITransposeKernel.self),
        UnitEntry(SamplerKernel.self),
    ]

    /// The units that are no LV2 plugins: they change the pace, or have many buses.
    private static let others: [UnitEntry] = [
        UnitEntry(VarispeedKernel.self),
        UnitEntry(TimePitchKernel.self),
        UnitEntry(MatrixMixerKernel.self),
    ]

    /// The unit with that symbol.
    package static subscript(symbol: String) -> UnitEntry? {
        all.first { $0.descriptor.identifier == symbol }
    }

    /// The first unit that fits a component description, and as which component; zeroes fit anything.
    package static func entry(
        matching component: ComponentDescription
    ) -> (entry: UnitEntry, component: ComponentDescription)? {
        let pattern = present(component)
        if let entry = all.first(where: { $0.descriptor.component.matches(pattern) }) {
            return (entry, entry.descriptor.component)
        }
        guard pitchEffect.matches(pattern) else { return nil }
        return (UnitEntry(TimePitchKernel.self), pitchEffect)
    }

    /// The time pitch as an effect, which Apple's systems have besides the one that changes the pace.
    package static let pitchEffect = ComponentDescription(
        type: UnitKind.effect.componentType, subtype: TimePitchKernel.subtype,
        manufacturer: fourCharacterCode("appl"))

    /// A component description with the subtype of the unit that has taken an older one's place.
    package static func present(_ component: ComponentDescription) -> ComponentDescription {
        var present = component
        present.subtype = successors[component.subtype] ?? component.subtype
        return present
    }

    /// Apple's older units, and the newer ones that do the same.
    private static let successors = [fourCharacterCode("tmpt"): fourCharacterCode("nutp")]
}
