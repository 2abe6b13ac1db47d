// Made by `avf-dev generate` from the units' declarations. Do not edit.

import AVFEngine
import AVFRender
import AVFUnits

/// Raises or lowers what is above a frequency.
///
/// Not one of Apple's classes. C: `AVF_UNIT_HIGH_SHELF`.
open class AVAudioUnitHighShelf: AVAudioUnitEffect, @unchecked Sendable {
    // Sendable: see AVAudioNode.

    /// A unit with its parameters at their defaults.
    public override init() { super.init(UnitNode(native: UnitEntry(HighShelfKernel.self))) }

    /// Where half of the gain is reached, in decibels; held below half of the sample rate.
    ///
    /// 10000…96000 Hz, default 10000 Hz. Values outside are clamped. [any] C:
    /// `AVF_HIGH_SHELF_CUTOFF_FREQUENCY`.
    public var cutoffFrequency: Float {
        get { unit.parameters.load(0) }
        set { unit.parameters.store(newValue, at: 0) }
    }

    /// Gain of the highest frequencies.
    ///
    /// −40…40 dB, default 0 dB. Values outside are clamped. [any] C: `AVF_HIGH_SHELF_GAIN`.
    public var gain: Float {
        get { unit.parameters.load(1) }
        set { unit.parameters.store(newValue, at: 1) }
    }
}
