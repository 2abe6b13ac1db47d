// Made by `avf-dev generate` from the units' declarations. Do not edit.

import AVFEngine
import AVFRender
import AVFUnits

/// Lets the level rise and fall.
///
/// Not one of Apple's classes. C: `AVF_UNIT_TREMOLO`.
open class AVAudioUnitTremolo: AVAudioUnitEffect, @unchecked Sendable {
    // Sendable: see AVAudioNode.

    /// A unit with its parameters at their defaults.
    public override init() { super.init(UnitNode(native: UnitEntry(TremoloKernel.self))) }

    /// How often the level rises.
    ///
    /// 0.1…20 Hz, default 5 Hz. Values outside are clamped. [any] C: `AVF_TREMOLO_RATE`.
    public var rate: Float {
        get { unit.parameters.load(0) }
        set { unit.parameters.store(newValue, at: 0) }
    }

    /// How far the level falls.
    ///
    /// 0…100 %, default 50 %. Values outside are clamped. [any] C: `AVF_TREMOLO_DEPTH`.
    public var depth: Float {
        get { unit.parameters.load(1) }
        set { unit.parameters.store(newValue, at: 1) }
    }

    /// By how much the right side is ahead of the left one; at 180 the sound goes from side to
    /// side.
    ///
    /// 0…180 °, default 0 °. Values outside are clamped. [any] C: `AVF_TREMOLO_SPREAD`.
    public var spread: Float {
        get { unit.parameters.load(2) }
        set { unit.parameters.store(newValue, at: 2) }
    }
}
