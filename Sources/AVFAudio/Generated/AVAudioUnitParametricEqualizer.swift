// Made by `avf-dev generate` from the units' declarations. Do not edit.

import AVFEngine
import AVFRender
import AVFUnits

/// Raises or lowers what is around a frequency.
///
/// Not one of Apple's classes. C: `AVF_UNIT_PARAMETRIC_EQUALIZER`.
open class AVAudioUnitParametricEqualizer: AVAudioUnitEffect, @unchecked Sendable {
    // Sendable: see AVAudioNode.

    /// A unit with its parameters at their defaults.
    public override init() { super.init(UnitNode(native: UnitEntry(ParametricEqualizerKernel.self))) }

    /// Middle of the bell; held below half of the sample rate.
    ///
    /// 20…96000 Hz, default 2000 Hz. Values outside are clamped. [any] C:
    /// `AVF_PARAMETRIC_EQUALIZER_CENTER_FREQUENCY`.
    public var centerFrequency: Float {
        get { unit.parameters.load(0) }
        set { unit.parameters.store(newValue, at: 0) }
    }

    /// Centre frequency divided by the bandwidth: the higher the narrower.
    ///
    /// 0.1…20, default 1. Values outside are clamped. [any] C: `AVF_PARAMETRIC_EQUALIZER_QUALITY`.
    public var quality: Float {
        get { unit.parameters.load(1) }
        set { unit.parameters.store(newValue, at: 1) }
    }

    /// Gain at the centre.
    ///
    /// −20…20 dB, default 0 dB. Values outside are clamped. [any] C:
    /// `AVF_PARAMETRIC_EQUALIZER_GAIN`.
    public var gain: Float {
        get { unit.parameters.load(2) }
        set { unit.parameters.store(newValue, at: 2) }
    }
}
