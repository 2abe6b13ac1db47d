// Made by `avf-dev generate` from the units' declarations. Do not edit.

import AVFEngine
import AVFRender
import AVFUnits

/// Adds a copy with a wandering phase, which cuts wandering notches.
///
/// Not one of Apple's classes. C: `AVF_UNIT_PHASER`.
open class AVAudioUnitPhaser: AVAudioUnitEffect, @unchecked Sendable {
    // Sendable: see AVAudioNode.

    /// A unit with its parameters at their defaults.
    public override init() { super.init(UnitNode(native: UnitEntry(PhaserKernel.self))) }

    /// How often the notches wander.
    ///
    /// 0.02…10 Hz, default 0.4 Hz. Values outside are clamped. [any] C: `AVF_PHASER_RATE`.
    public var rate: Float {
        get { unit.parameters.load(0) }
        set { unit.parameters.store(newValue, at: 0) }
    }

    /// Where they are in the middle.
    ///
    /// 50…5000 Hz, default 600 Hz. Values outside are clamped. [any] C:
    /// `AVF_PHASER_CENTER_FREQUENCY`.
    public var centerFrequency: Float {
        get { unit.parameters.load(1) }
        set { unit.parameters.store(newValue, at: 1) }
    }

    /// How far they wander to each side.
    ///
    /// 0…3 octaves, default 1.5 octaves. Values outside are clamped. [any] C: `AVF_PHASER_DEPTH`.
    public var depth: Float {
        get { unit.parameters.load(2) }
        set { unit.parameters.store(newValue, at: 2) }
    }

    /// How many there are; heard at once.
    ///
    /// 1…6, default 2. Values outside are clamped. [any] C: `AVF_PHASER_NOTCHES`.
    public var notches: Float {
        get { unit.parameters.load(3) }
        set { unit.parameters.store(newValue, at: 3) }
    }

    /// How high the peaks between them are.
    ///
    /// −90…90 %, default 0 %. Values outside are clamped. [any] C: `AVF_PHASER_FEEDBACK`.
    public var feedback: Float {
        get { unit.parameters.load(4) }
        set { unit.parameters.store(newValue, at: 4) }
    }

    /// By how much the right side wanders ahead of the left one.
    ///
    /// 0…180 °, default 90 °. Values outside are clamped. [any] C: `AVF_PHASER_SPREAD`.
    public var spread: Float {
        get { unit.parameters.load(5) }
        set { unit.parameters.store(newValue, at: 5) }
    }

    /// Share of the copy: at 50 notches are deepest.
    ///
    /// 0…100 %, default 50 %. Values outside are clamped. [any] C: `AVF_PHASER_DRY_WET_MIX`.
    public var dryWetMix: Float {
        get { unit.parameters.load(6) }
        set { unit.parameters.store(newValue, at: 6) }
    }
}
