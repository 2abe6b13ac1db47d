// Made by `avf-dev generate` from the units' declarations. Do not edit.

import AVFEngine
import AVFRender
import AVFUnits

/// Lets pass what is loud, and turns down what is quiet.
///
/// Not one of Apple's classes. C: `AVF_UNIT_GATE`.
open class AVAudioUnitGate: AVAudioUnitEffect, @unchecked Sendable {
    // Sendable: see AVAudioNode.

    /// A unit with its parameters at their defaults.
    public override init() { super.init(UnitNode(native: UnitEntry(GateKernel.self))) }

    /// Peak level that opens the gate.
    ///
    /// −96…0 dB, default −40 dB. Values outside are clamped. [any] C: `AVF_GATE_THRESHOLD`.
    public var threshold: Float {
        get { unit.parameters.load(0) }
        set { unit.parameters.store(newValue, at: 0) }
    }

    /// How far below the threshold the level must fall to close it.
    ///
    /// 0…24 dB, default 4 dB. Values outside are clamped. [any] C: `AVF_GATE_HYSTERESIS`.
    public var hysteresis: Float {
        get { unit.parameters.load(1) }
        set { unit.parameters.store(newValue, at: 1) }
    }

    /// By how much the closed gate turns down; 96 dB is silence.
    ///
    /// 0…96 dB, default 96 dB. Values outside are clamped. [any] C: `AVF_GATE_REDUCTION`.
    public var reduction: Float {
        get { unit.parameters.load(2) }
        set { unit.parameters.store(newValue, at: 2) }
    }

    /// Time in which it opens.
    ///
    /// 0.0001…0.1 s, default 0.001 s. Values outside are clamped. [any] C: `AVF_GATE_ATTACK_TIME`.
    public var attackTime: Float {
        get { unit.parameters.load(3) }
        set { unit.parameters.store(newValue, at: 3) }
    }

    /// For how long it stays open after the last peak.
    ///
    /// 0…2 s, default 0.05 s. Values outside are clamped. [any] C: `AVF_GATE_HOLD_TIME`.
    public var holdTime: Float {
        get { unit.parameters.load(4) }
        set { unit.parameters.store(newValue, at: 4) }
    }

    /// Time in which it closes.
    ///
    /// 0.005…3 s, default 0.1 s. Values outside are clamped. [any] C: `AVF_GATE_RELEASE_TIME`.
    public var releaseTime: Float {
        get { unit.parameters.load(5) }
        set { unit.parameters.store(newValue, at: 5) }
    }

    /// How far the gate is open.
    ///
    /// −96…0 dB, default −96 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_GATE_GAIN`.
    public var gain: Float {
        get { unit.parameters.load(6) }
    }
}
