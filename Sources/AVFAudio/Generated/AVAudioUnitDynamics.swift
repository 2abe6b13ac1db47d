// Made by `avf-dev generate` from the units' declarations. Do not edit.

import AVFEngine
import AVFRender
import AVFUnits

/// Holds down what is loud, and pushes down what is faint.
///
/// Not one of Apple's classes. C: `AVF_UNIT_DYNAMICS`.
open class AVAudioUnitDynamics: AVAudioUnitEffect, @unchecked Sendable {
    // Sendable: see AVAudioNode.

    /// A unit with its parameters at their defaults.
    public override init() { super.init(UnitNode(native: UnitEntry(DynamicsKernel.self))) }

    /// Level above which the sound is held down.
    ///
    /// −40…20 dB, default −20 dB. Values outside are clamped. [any] C: `AVF_DYNAMICS_THRESHOLD`.
    public var threshold: Float {
        get { unit.parameters.load(0) }
        set { unit.parameters.store(newValue, at: 0) }
    }

    /// How far the output can rise above the threshold, ever more slowly.
    ///
    /// 0.1…40 dB, default 5 dB. Values outside are clamped. [any] C: `AVF_DYNAMICS_HEADROOM`.
    public var headroom: Float {
        get { unit.parameters.load(1) }
        set { unit.parameters.store(newValue, at: 1) }
    }

    /// Decibels by which the output falls for each decibel below the expansion threshold.
    ///
    /// 1…50, default 2. Values outside are clamped. [any] C: `AVF_DYNAMICS_EXPANSION_RATIO`.
    public var expansionRatio: Float {
        get { unit.parameters.load(2) }
        set { unit.parameters.store(newValue, at: 2) }
    }

    /// Level below which the sound is pushed down.
    ///
    /// −120…0 dB, default −120 dB. Values outside are clamped. [any] C:
    /// `AVF_DYNAMICS_EXPANSION_THRESHOLD`.
    public var expansionThreshold: Float {
        get { unit.parameters.load(3) }
        set { unit.parameters.store(newValue, at: 3) }
    }

    /// Time in which the gain goes 63 % of its way down.
    ///
    /// 0.0001…0.2 s, default 0.001 s. Values outside are clamped. [any] C:
    /// `AVF_DYNAMICS_ATTACK_TIME`.
    public var attackTime: Float {
        get { unit.parameters.load(4) }
        set { unit.parameters.store(newValue, at: 4) }
    }

    /// Time in which the gain goes 63 % of its way up.
    ///
    /// 0.01…3 s, default 0.05 s. Values outside are clamped. [any] C: `AVF_DYNAMICS_RELEASE_TIME`.
    public var releaseTime: Float {
        get { unit.parameters.load(5) }
        set { unit.parameters.store(newValue, at: 5) }
    }

    /// Gain behind it.
    ///
    /// −40…40 dB, default 0 dB. Values outside are clamped. [any] C: `AVF_DYNAMICS_OVERALL_GAIN`.
    public var overallGain: Float {
        get { unit.parameters.load(6) }
        set { unit.parameters.store(newValue, at: 6) }
    }

    /// By how much the gain is down.
    ///
    /// 0…120 dB, default 0 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_DYNAMICS_COMPRESSION_AMOUNT`.
    public var compressionAmount: Float {
        get { unit.parameters.load(7) }
    }

    /// Peak level of the input.
    ///
    /// −120…40 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_DYNAMICS_INPUT_AMPLITUDE`.
    public var inputAmplitude: Float {
        get { unit.parameters.load(8) }
    }

    /// Peak level of the output.
    ///
    /// −120…40 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_DYNAMICS_OUTPUT_AMPLITUDE`.
    public var outputAmplitude: Float {
        get { unit.parameters.load(9) }
    }
}
