// Made by `avf-dev generate` from the units' declarations. Do not edit.

import AVFEngine
import AVFRender
import AVFUnits

/// Keeps the sound below 0 dB, between the samples too.
///
/// Not one of Apple's classes. C: `AVF_UNIT_LIMITER`.
open class AVAudioUnitLimiter: AVAudioUnitEffect, @unchecked Sendable {
    // Sendable: see AVAudioNode.

    /// A unit with its parameters at their defaults.
    public override init() { super.init(UnitNode(native: UnitEntry(LimiterKernel.self))) }

    /// How early the gain begins to fall before a peak: the unit's latency, less a quarter
    /// millisecond.
    ///
    /// 0.001…0.03 s, default 0.012 s. Values outside are clamped. [any] C:
    /// `AVF_LIMITER_ATTACK_TIME`.
    public var attackTime: Float {
        get { unit.parameters.load(0) }
        set { unit.parameters.store(newValue, at: 0) }
    }

    /// Time in which the gain goes 63 % of its way back up.
    ///
    /// 0.001…0.06 s, default 0.024 s. Values outside are clamped. [any] C:
    /// `AVF_LIMITER_DECAY_TIME`.
    public var decayTime: Float {
        get { unit.parameters.load(1) }
        set { unit.parameters.store(newValue, at: 1) }
    }

    /// Gain before it.
    ///
    /// −40…40 dB, default 0 dB. Values outside are clamped. [any] C: `AVF_LIMITER_PRE_GAIN`.
    public var preGain: Float {
        get { unit.parameters.load(2) }
        set { unit.parameters.store(newValue, at: 2) }
    }
}
