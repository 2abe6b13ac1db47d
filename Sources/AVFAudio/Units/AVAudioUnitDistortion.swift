import AVFEngine
import AVFRender
import AVFUnits

/// Bends and breaks the sound: echoes, ring modulators, coarse samples, a polynomial and a soft clip.
///
/// C: `AVF_UNIT_DISTORTION`.
open class AVAudioUnitDistortion: AVAudioUnitEffect, @unchecked Sendable {
    // Sendable: see AVAudioNode.

    /// A distortion with the preset `drumsBitBrush`, `preGain` −6 and `wetDryMix` 50.
    public override init() {
        super.init(UnitNode(native: UnitEntry(DistortionKernel.self)))
        loadFactoryPreset(.drumsBitBrush)
    }

    /// The same by its component description.
    ///
    /// For the description of another unit the input passes through, and `loadError` says why.
    public override init(audioComponentDescription: AudioComponentDescription) {
        super.init(own: UnitNode(native: UnitEntry(DistortionKernel.self)), as: audioComponentDescription)
        loadFactoryPreset(.drumsBitBrush)
    }

    /// Sets everything but `preGain` and `wetDryMix`, which stay.
    open func loadFactoryPreset(_ preset: AVAudioUnitDistortionPreset) {
        let kept: [DistortionKernel.Parameter] = [.softClipGain, .finalMix]
        unit.loadPreset(preset.rawValue, keeping: Set(kept.map(\.rawValue)))
    }

    /// Gain in decibels before the sound is distorted, −80…20, default −6.
    ///
    /// Values outside are clamped. [any] C: `AVF_DISTORTION_SOFT_CLIP_GAIN`.
    open var preGain: Float {
        get { self[.softClipGain] }
        set { self[.softClipGain] = newValue }
    }

    /// Share of the distorted sound in percent: 0 is dry only, 100 wet only; default 50.
    ///
    /// Values outside are clamped. [any] C: `AVF_DISTORTION_FINAL_MIX`.
    open var wetDryMix: Float {
        get { self[.finalMix] }
        set { self[.finalMix] = newValue }
    }

    private subscript(parameter: DistortionKernel.Parameter) -> Float {
        get { unit.parameters.load(parameter.rawValue) }
        set { unit.parameters.store(newValue, at: parameter.rawValue) }
    }
}
