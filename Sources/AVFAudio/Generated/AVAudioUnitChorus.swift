// Made by `avf-dev generate` from the units' declarations. Do not edit.

import AVFEngine
import AVFRender
import AVFUnits

/// Adds a delayed copy with a modulated pitch, as of a second voice.
///
/// Not one of Apple's classes. C: `AVF_UNIT_CHORUS`.
open class AVAudioUnitChorus: AVAudioUnitEffect, @unchecked Sendable {
    // Sendable: see AVAudioNode.

    /// A unit with its parameters at their defaults.
    public override init() { super.init(UnitNode(native: UnitEntry(ChorusKernel.self))) }

    /// Rate of the modulation of the delay.
    ///
    /// 0.05…10 Hz, default 0.8 Hz. Values outside are clamped. [any] C: `AVF_CHORUS_RATE`.
    public var rate: Float {
        get { unit.parameters.load(0) }
        set { unit.parameters.store(newValue, at: 0) }
    }

    /// How far the delay is modulated to each side.
    ///
    /// 0…10 ms, default 2 ms. Values outside are clamped. [any] C: `AVF_CHORUS_DEPTH`.
    public var depth: Float {
        get { unit.parameters.load(1) }
        set { unit.parameters.store(newValue, at: 1) }
    }

    /// The delay in the middle.
    ///
    /// 1…50 ms, default 15 ms. Values outside are clamped. [any] C: `AVF_CHORUS_DELAY`.
    public var delay: Float {
        get { unit.parameters.load(2) }
        set { unit.parameters.store(newValue, at: 2) }
    }

    /// Share of the copy that is delayed again.
    ///
    /// −90…90 %, default 0 %. Values outside are clamped. [any] C: `AVF_CHORUS_FEEDBACK`.
    public var feedback: Float {
        get { unit.parameters.load(3) }
        set { unit.parameters.store(newValue, at: 3) }
    }

    /// By how much the right side is modulated ahead of the left one.
    ///
    /// 0…180 °, default 90 °. Values outside are clamped. [any] C: `AVF_CHORUS_SPREAD`.
    public var spread: Float {
        get { unit.parameters.load(4) }
        set { unit.parameters.store(newValue, at: 4) }
    }

    /// Share of the copy: at 50 both are equal.
    ///
    /// 0…100 %, default 50 %. Values outside are clamped. [any] C: `AVF_CHORUS_DRY_WET_MIX`.
    public var dryWetMix: Float {
        get { unit.parameters.load(5) }
        set { unit.parameters.store(newValue, at: 5) }
    }
}
