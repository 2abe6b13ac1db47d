// Made by `avf-dev generate` from the units' declarations. Do not edit.

import AVFEngine
import AVFRender
import AVFUnits

/// Adds a copy that is late by a few wandering milliseconds: a moving comb filter.
///
/// Not one of Apple's classes. C: `AVF_UNIT_FLANGER`.
open class AVAudioUnitFlanger: AVAudioUnitEffect, @unchecked Sendable {
    // Sendable: see AVAudioNode.

    /// A unit with its parameters at their defaults.
    public override init() { super.init(UnitNode(native: UnitEntry(FlangerKernel.self))) }

    /// How often the comb wanders.
    ///
    /// 0.02…10 Hz, default 0.3 Hz. Values outside are clamped. [any] C: `AVF_FLANGER_RATE`.
    public var rate: Float {
        get { unit.parameters.load(0) }
        set { unit.parameters.store(newValue, at: 0) }
    }

    /// How far it wanders: at 100 down to no delay at all.
    ///
    /// 0…100 %, default 80 %. Values outside are clamped. [any] C: `AVF_FLANGER_DEPTH`.
    public var depth: Float {
        get { unit.parameters.load(1) }
        set { unit.parameters.store(newValue, at: 1) }
    }

    /// The delay in the middle.
    ///
    /// 0.1…10 ms, default 2 ms. Values outside are clamped. [any] C: `AVF_FLANGER_DELAY`.
    public var delay: Float {
        get { unit.parameters.load(2) }
        set { unit.parameters.store(newValue, at: 2) }
    }

    /// How sharp the comb's teeth are; below 0 between.
    ///
    /// −95…95 %, default 50 %. Values outside are clamped. [any] C: `AVF_FLANGER_FEEDBACK`.
    public var feedback: Float {
        get { unit.parameters.load(3) }
        set { unit.parameters.store(newValue, at: 3) }
    }

    /// By how much the right side wanders ahead of the left one.
    ///
    /// 0…180 °, default 0 °. Values outside are clamped. [any] C: `AVF_FLANGER_SPREAD`.
    public var spread: Float {
        get { unit.parameters.load(4) }
        set { unit.parameters.store(newValue, at: 4) }
    }

    /// Share of the copy: at 50 the comb is deepest.
    ///
    /// 0…100 %, default 50 %. Values outside are clamped. [any] C: `AVF_FLANGER_DRY_WET_MIX`.
    public var dryWetMix: Float {
        get { unit.parameters.load(5) }
        set { unit.parameters.store(newValue, at: 5) }
    }
}
