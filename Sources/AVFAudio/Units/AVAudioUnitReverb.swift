import AVFEngine
import AVFRender
import AVFUnits

/// A room around the sound.
///
/// C: `AVF_UNIT_REVERB`.
open class AVAudioUnitReverb: AVAudioUnitEffect, @unchecked Sendable {
    // Sendable: see AVAudioNode.

    /// A medium hall, without the dry sound: `wetDryMix` 100.
    public override init() {
        super.init(UnitNode(native: UnitEntry(ReverbKernel.self)))
        loadFactoryPreset(.mediumHall)
    }

    /// The same by its component description.
    ///
    /// For the description of another unit the input passes through, and `loadError` says why.
    public override init(audioComponentDescription: AudioComponentDescription) {
        super.init(own: UnitNode(native: UnitEntry(ReverbKernel.self)), as: audioComponentDescription)
        loadFactoryPreset(.mediumHall)
    }

    /// Turns the room into another one, which fades in; `wetDryMix` stays.
    open func loadFactoryPreset(_ preset: AVAudioUnitReverbPreset) {
        unit.loadPreset(preset.rawValue, keeping: [ReverbKernel.Parameter.dryWetMix.rawValue])
    }

    /// Share of the room in percent: 0 is dry only, 100, the default, wet only; constant power between.
    ///
    /// Values outside are clamped. [any] C: `AVF_REVERB_DRY_WET_MIX`.
    open var wetDryMix: Float {
        get { unit.parameters.load(ReverbKernel.Parameter.dryWetMix.rawValue) }
        set { unit.parameters.store(newValue, at: ReverbKernel.Parameter.dryWetMix.rawValue) }
    }
}

extension UnitNode {
    /// Sets every parameter to what a factory preset says, but leaves some as they are.
    func loadPreset(_ index: Int, keeping kept: Set<Int> = []) {
        guard descriptor.presets.indices.contains(index) else { return }
        let preset = descriptor.presets[index]
        for (place, parameter) in descriptor.parameters.enumerated() where !kept.contains(place) {
            parameters.store(preset.values[parameter.symbol] ?? parameter.spec.defaultValue, at: place)
        }
    }
}
