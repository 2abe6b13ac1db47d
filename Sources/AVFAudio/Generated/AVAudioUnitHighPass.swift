// Made by `avf-dev generate` from the units' declarations. Do not edit.

import AVFEngine
import AVFRender
import AVFUnits

/// Lets pass what is above a frequency, 12 dB an octave.
///
/// Not one of Apple's classes. C: `AVF_UNIT_HIGH_PASS`.
open class AVAudioUnitHighPass: AVAudioUnitEffect, @unchecked Sendable {
    // Sendable: see AVAudioNode.

    /// A unit with its parameters at their defaults.
    public override init() { super.init(UnitNode(native: UnitEntry(HighPassKernel.self))) }

    /// Corner of the filter; held below half of the sample rate.
    ///
    /// 10…96000 Hz, default 6900 Hz. Values outside are clamped. [any] C:
    /// `AVF_HIGH_PASS_CUTOFF_FREQUENCY`.
    public var cutoffFrequency: Float {
        get { unit.parameters.load(0) }
        set { unit.parameters.store(newValue, at: 0) }
    }

    /// Gain at the cut-off frequency; −3.01 dB is maximally flat.
    ///
    /// −20…40 dB, default 0 dB. Values outside are clamped. [any] C: `AVF_HIGH_PASS_RESONANCE`.
    public var resonance: Float {
        get { unit.parameters.load(1) }
        set { unit.parameters.store(newValue, at: 1) }
    }
}
