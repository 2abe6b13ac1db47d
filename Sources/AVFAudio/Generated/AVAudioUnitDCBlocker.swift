// Made by `avf-dev generate` from the units' declarations. Do not edit.

import AVFEngine
import AVFRender
import AVFUnits

/// Takes away a constant offset.
///
/// Not one of Apple's classes. C: `AVF_UNIT_DC_BLOCKER`.
open class AVAudioUnitDCBlocker: AVAudioUnitEffect, @unchecked Sendable {
    // Sendable: see AVAudioNode.

    /// A unit with its parameters at their defaults.
    public override init() { super.init(UnitNode(native: UnitEntry(DCBlockerKernel.self))) }

    /// Where the gain is −3 dB; below, 6 dB an octave less.
    ///
    /// 1…40 Hz, default 5 Hz. Values outside are clamped. [any] C:
    /// `AVF_DC_BLOCKER_CUTOFF_FREQUENCY`.
    public var cutoffFrequency: Float {
        get { unit.parameters.load(0) }
        set { unit.parameters.store(newValue, at: 0) }
    }
}
