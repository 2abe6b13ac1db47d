// Made by `avf-dev generate` from the units' declarations. Do not edit.

import AVFEngine
import AVFRender
import AVFUnits

/// Shows loudness and true peak; the sound passes untouched.
///
/// Not one of Apple's classes. C: `AVF_UNIT_LOUDNESS`.
open class AVAudioUnitLoudness: AVAudioUnitEffect, @unchecked Sendable {
    // Sendable: see AVAudioNode.

    /// A unit with its parameters at their defaults.
    public override init() { super.init(UnitNode(native: UnitEntry(LoudnessKernel.self))) }

    /// Loudness of the last 400 ms in LUFS.
    ///
    /// −120…20 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_LOUDNESS_MOMENTARY`.
    public var momentary: Float {
        get { unit.parameters.load(0) }
    }

    /// Loudness of the last 3 s in LUFS.
    ///
    /// −120…20 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_LOUDNESS_SHORT_TERM`.
    public var shortTerm: Float {
        get { unit.parameters.load(1) }
    }

    /// Gated loudness in LUFS of everything since the unit was made or reset.
    ///
    /// −120…20 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_LOUDNESS_INTEGRATED`.
    public var integrated: Float {
        get { unit.parameters.load(2) }
    }

    /// Highest peak between samples since the unit was made or reset.
    ///
    /// −120…40 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_LOUDNESS_TRUE_PEAK`.
    public var truePeak: Float {
        get { unit.parameters.load(3) }
    }
}
