// Made by `avf-dev generate` from the units' declarations. Do not edit.

import AVFEngine
import AVFRender
import AVFUnits

/// Lets pass what is around a frequency.
///
/// Not one of Apple's classes. C: `AVF_UNIT_BAND_PASS`.
open class AVAudioUnitBandPass: AVAudioUnitEffect, @unchecked Sendable {
    // Sendable: see AVAudioNode.

    /// A unit with its parameters at their defaults.
    public override init() { super.init(UnitNode(native: UnitEntry(BandPassKernel.self))) }

    /// Middle of the band; held below half of the sample rate.
    ///
    /// 20…96000 Hz, default 5000 Hz. Values outside are clamped. [any] C:
    /// `AVF_BAND_PASS_CENTER_FREQUENCY`.
    public var centerFrequency: Float {
        get { unit.parameters.load(0) }
        set { unit.parameters.store(newValue, at: 0) }
    }

    /// Distance of the points with −3 dB; 1200 cents are an octave.
    ///
    /// 100…12000 cents, default 600 cents. Values outside are clamped. [any] C:
    /// `AVF_BAND_PASS_BANDWIDTH`.
    public var bandwidth: Float {
        get { unit.parameters.load(1) }
        set { unit.parameters.store(newValue, at: 1) }
    }
}
