// Made by `avf-dev generate` from the units' declarations. Do not edit.

import AVFEngine
import AVFRender
import AVFUnits

/// Moves MIDI notes up or down, and scales their velocity.
///
/// Not one of Apple's classes. C: `AVF_UNIT_MIDI_TRANSPOSE`.
open class AVAudioUnitMIDITranspose: AVAudioUnit, @unchecked Sendable {
    // Sendable: see AVAudioNode.

    /// A unit with its parameters at their defaults.
    public override init() { super.init(UnitNode(native: UnitEntry(MIDITransposeKernel.self))) }

    /// Semitones by which notes are moved up.
    ///
    /// −48…48 semitones, default 0 semitones. Values outside are clamped. [any] C:
    /// `AVF_MIDI_TRANSPOSE_SEMITONES`.
    public var semitones: Float {
        get { unit.parameters.load(0) }
        set { unit.parameters.store(newValue, at: 0) }
    }

    /// Factor of the velocity of struck notes.
    ///
    /// 0…4, default 1. Values outside are clamped. [any] C: `AVF_MIDI_TRANSPOSE_VELOCITY_SCALE`.
    public var velocityScale: Float {
        get { unit.parameters.load(1) }
        set { unit.parameters.store(newValue, at: 1) }
    }

    /// Added to the scaled velocity, which stays within 1 and 127.
    ///
    /// −127…127, default 0. Values outside are clamped. [any] C:
    /// `AVF_MIDI_TRANSPOSE_VELOCITY_OFFSET`.
    public var velocityOffset: Float {
        get { unit.parameters.load(2) }
        set { unit.parameters.store(newValue, at: 2) }
    }
}
