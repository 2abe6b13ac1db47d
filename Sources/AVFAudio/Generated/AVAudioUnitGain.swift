// Made by `avf-dev generate` from the units' declarations. Do not edit.

import AVFEngine
import AVFRender
import AVFUnits

/// Sets the level, and the balance of a stereo signal.
///
/// Not one of Apple's classes. C: `AVF_UNIT_GAIN`.
open class AVAudioUnitGain: AVAudioUnitEffect, @unchecked Sendable {
    // Sendable: see AVAudioNode.

    /// A unit with its parameters at their defaults.
    public override init() { super.init(UnitNode(native: UnitEntry(GainKernel.self))) }

    /// Level change; −96 dB is silence.
    ///
    /// −96…24 dB, default 0 dB. Values outside are clamped. [any] C: `AVF_GAIN_GAIN`.
    public var gain: Float {
        get { unit.parameters.load(0) }
        set { unit.parameters.store(newValue, at: 0) }
    }

    /// Balance of a stereo signal: towards one side, the other side falls.
    ///
    /// No effect on other layouts. −1…1, default 0. Values outside are clamped. [any] C:
    /// `AVF_GAIN_PAN`.
    public var pan: Float {
        get { unit.parameters.load(1) }
        set { unit.parameters.store(newValue, at: 1) }
    }
}
