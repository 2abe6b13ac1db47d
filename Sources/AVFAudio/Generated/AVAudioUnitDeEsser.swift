// Made by `avf-dev generate` from the units' declarations. Do not edit.

import AVFEngine
import AVFRender
import AVFUnits

/// Turns down the highs of a voice while they hiss.
///
/// Not one of Apple's classes. C: `AVF_UNIT_DE_ESSER`.
open class AVAudioUnitDeEsser: AVAudioUnitEffect, @unchecked Sendable {
    // Sendable: see AVAudioNode.

    /// A unit with its parameters at their defaults.
    public override init() { super.init(UnitNode(native: UnitEntry(DeEsserKernel.self))) }

    /// From where on it hisses.
    ///
    /// 2000…12000 Hz, default 5500 Hz. Values outside are clamped. [any] C:
    /// `AVF_DE_ESSER_FREQUENCY`.
    public var frequency: Float {
        get { unit.parameters.load(0) }
        set { unit.parameters.store(newValue, at: 0) }
    }

    /// Level of the highs that is too much.
    ///
    /// −80…0 dB, default −30 dB. Values outside are clamped. [any] C: `AVF_DE_ESSER_THRESHOLD`.
    public var threshold: Float {
        get { unit.parameters.load(1) }
        set { unit.parameters.store(newValue, at: 1) }
    }

    /// By how much they are turned down at most.
    ///
    /// 0…40 dB, default 12 dB. Values outside are clamped. [any] C: `AVF_DE_ESSER_RANGE`.
    public var range: Float {
        get { unit.parameters.load(2) }
        set { unit.parameters.store(newValue, at: 2) }
    }

    /// Time in which they are turned down.
    ///
    /// 0.0001…0.05 s, default 0.001 s. Values outside are clamped. [any] C:
    /// `AVF_DE_ESSER_ATTACK_TIME`.
    public var attackTime: Float {
        get { unit.parameters.load(3) }
        set { unit.parameters.store(newValue, at: 3) }
    }

    /// Time in which they come back.
    ///
    /// 0.005…1 s, default 0.05 s. Values outside are clamped. [any] C: `AVF_DE_ESSER_RELEASE_TIME`.
    public var releaseTime: Float {
        get { unit.parameters.load(4) }
        set { unit.parameters.store(newValue, at: 4) }
    }

    /// By how much the highs are down.
    ///
    /// 0…40 dB, default 0 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_DE_ESSER_REDUCTION_AMOUNT`.
    public var reductionAmount: Float {
        get { unit.parameters.load(5) }
    }
}
