// Made by `avf-dev generate` from the units' declarations. Do not edit.

import AVFEngine
import AVFRender
import AVFUnits

/// Raises or lowers what is below a frequency.
///
/// Not one of Apple's classes. C: `AVF_UNIT_LOW_SHELF`.
open class AVAudioUnitLowShelf: AVAudioUnitEffect, @unchecked Sendable {
    // Sendable: see AVAudioNode.

    /// A unit with its parameters at their defaults.
    public override init() { super.init(UnitNode(native: UnitEntry(LowShelfKernel.self))) }

    /// Where half of the gain is reached, in decibels.
    ///
    /// 10…200 Hz, default 80 Hz. Values outside are clamped. [any] C:
    /// `AVF_LOW_SHELF_CUTOFF_FREQUENCY`.
    public var cutoffFrequency: Float {
        get { unit.parameters.load(0) }
        set { unit.parameters.store(newValue, at: 0) }
    }

    /// Gain of the lowest frequencies.
    ///
    /// −40…40 dB, default 0 dB. Values outside are clamped. [any] C: `AVF_LOW_SHELF_GAIN`.
    public var gain: Float {
        get { unit.parameters.load(1) }
        set { unit.parameters.store(newValue, at: 1) }
    }
}
