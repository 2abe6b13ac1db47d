// Made by `avf-dev generate` from the units' declarations. Do not edit.

import AVFEngine
import AVFRender
import AVFUnits

/// Shows the level of each third of an octave; the sound passes untouched.
///
/// Not one of Apple's classes. C: `AVF_UNIT_SPECTRUM`.
open class AVAudioUnitSpectrum: AVAudioUnitEffect, @unchecked Sendable {
    // Sendable: see AVAudioNode.

    /// A unit with its parameters at their defaults.
    public override init() { super.init(UnitNode(native: UnitEntry(SpectrumKernel.self))) }

    /// Time in which the levels go 63 % of their way; sound level meters have 0.125 s or 1 s.
    ///
    /// 0.01…10 s, default 0.125 s. Values outside are clamped. [any] C:
    /// `AVF_SPECTRUM_AVERAGING_TIME`.
    public var averagingTime: Float {
        get { unit.parameters.load(0) }
        set { unit.parameters.store(newValue, at: 0) }
    }

    /// Level of a third of an octave; that of 1 kHz is the eighteenth.
    ///
    /// −120…20 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_SPECTRUM_LEVEL1`.
    public var level1: Float {
        get { unit.parameters.load(1) }
    }

    /// Level of a third of an octave; that of 1 kHz is the eighteenth.
    ///
    /// −120…20 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_SPECTRUM_LEVEL2`.
    public var level2: Float {
        get { unit.parameters.load(2) }
    }

    /// Level of a third of an octave; that of 1 kHz is the eighteenth.
    ///
    /// −120…20 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_SPECTRUM_LEVEL3`.
    public var level3: Float {
        get { unit.parameters.load(3) }
    }

    /// Level of a third of an octave; that of 1 kHz is the eighteenth.
    ///
    /// −120…20 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_SPECTRUM_LEVEL4`.
    public var level4: Float {
        get { unit.parameters.load(4) }
    }

    /// Level of a third of an octave; that of 1 kHz is the eighteenth.
    ///
    /// −120…20 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_SPECTRUM_LEVEL5`.
    public var level5: Float {
        get { unit.parameters.load(5) }
    }

    /// Level of a third of an octave; that of 1 kHz is the eighteenth.
    ///
    /// −120…20 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_SPECTRUM_LEVEL6`.
    public var level6: Float {
        get { unit.parameters.load(6) }
    }

    /// Level of a third of an octave; that of 1 kHz is the eighteenth.
    ///
    /// −120…20 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_SPECTRUM_LEVEL7`.
    public var level7: Float {
        get { unit.parameters.load(7) }
    }

    /// Level of a third of an octave; that of 1 kHz is the eighteenth.
    ///
    /// −120…20 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_SPECTRUM_LEVEL8`.
    public var level8: Float {
        get { unit.parameters.load(8) }
    }

    /// Level of a third of an octave; that of 1 kHz is the eighteenth.
    ///
    /// −120…20 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_SPECTRUM_LEVEL9`.
    public var level9: Float {
        get { unit.parameters.load(9) }
    }

    /// Level of a third of an octave; that of 1 kHz is the eighteenth.
    ///
    /// −120…20 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_SPECTRUM_LEVEL10`.
    public var level10: Float {
        get { unit.parameters.load(10) }
    }

    /// Level of a third of an octave; that of 1 kHz is the eighteenth.
    ///
    /// −120…20 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_SPECTRUM_LEVEL11`.
    public var level11: Float {
        get { unit.parameters.load(11) }
    }

    /// Level of a third of an octave; that of 1 kHz is the eighteenth.
    ///
    /// −120…20 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_SPECTRUM_LEVEL12`.
    public var level12: Float {
        get { unit.parameters.load(12) }
    }

    /// Level of a third of an octave; that of 1 kHz is the eighteenth.
    ///
    /// −120…20 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_SPECTRUM_LEVEL13`.
    public var level13: Float {
        get { unit.parameters.load(13) }
    }

    /// Level of a third of an octave; that of 1 kHz is the eighteenth.
    ///
    /// −120…20 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_SPECTRUM_LEVEL14`.
    public var level14: Float {
        get { unit.parameters.load(14) }
    }

    /// Level of a third of an octave; that of 1 kHz is the eighteenth.
    ///
    /// −120…20 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_SPECTRUM_LEVEL15`.
    public var level15: Float {
        get { unit.parameters.load(15) }
    }

    /// Level of a third of an octave; that of 1 kHz is the eighteenth.
    ///
    /// −120…20 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_SPECTRUM_LEVEL16`.
    public var level16: Float {
        get { unit.parameters.load(16) }
    }

    /// Level of a third of an octave; that of 1 kHz is the eighteenth.
    ///
    /// −120…20 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_SPECTRUM_LEVEL17`.
    public var level17: Float {
        get { unit.parameters.load(17) }
    }

    /// Level of a third of an octave; that of 1 kHz is the eighteenth.
    ///
    /// −120…20 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_SPECTRUM_LEVEL18`.
    public var level18: Float {
        get { unit.parameters.load(18) }
    }

    /// Level of a third of an octave; that of 1 kHz is the eighteenth.
    ///
    /// −120…20 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_SPECTRUM_LEVEL19`.
    public var level19: Float {
        get { unit.parameters.load(19) }
    }

    /// Level of a third of an octave; that of 1 kHz is the eighteenth.
    ///
    /// −120…20 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_SPECTRUM_LEVEL20`.
    public var level20: Float {
        get { unit.parameters.load(20) }
    }

    /// Level of a third of an octave; that of 1 kHz is the eighteenth.
    ///
    /// −120…20 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_SPECTRUM_LEVEL21`.
    public var level21: Float {
        get { unit.parameters.load(21) }
    }

    /// Level of a third of an octave; that of 1 kHz is the eighteenth.
    ///
    /// −120…20 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_SPECTRUM_LEVEL22`.
    public var level22: Float {
        get { unit.parameters.load(22) }
    }

    /// Level of a third of an octave; that of 1 kHz is the eighteenth.
    ///
    /// −120…20 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_SPECTRUM_LEVEL23`.
    public var level23: Float {
        get { unit.parameters.load(23) }
    }

    /// Level of a third of an octave; that of 1 kHz is the eighteenth.
    ///
    /// −120…20 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_SPECTRUM_LEVEL24`.
    public var level24: Float {
        get { unit.parameters.load(24) }
    }

    /// Level of a third of an octave; that of 1 kHz is the eighteenth.
    ///
    /// −120…20 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_SPECTRUM_LEVEL25`.
    public var level25: Float {
        get { unit.parameters.load(25) }
    }

    /// Level of a third of an octave; that of 1 kHz is the eighteenth.
    ///
    /// −120…20 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_SPECTRUM_LEVEL26`.
    public var level26: Float {
        get { unit.parameters.load(26) }
    }

    /// Level of a third of an octave; that of 1 kHz is the eighteenth.
    ///
    /// −120…20 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_SPECTRUM_LEVEL27`.
    public var level27: Float {
        get { unit.parameters.load(27) }
    }

    /// Level of a third of an octave; that of 1 kHz is the eighteenth.
    ///
    /// −120…20 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_SPECTRUM_LEVEL28`.
    public var level28: Float {
        get { unit.parameters.load(28) }
    }

    /// Level of a third of an octave; that of 1 kHz is the eighteenth.
    ///
    /// −120…20 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_SPECTRUM_LEVEL29`.
    public var level29: Float {
        get { unit.parameters.load(29) }
    }

    /// Level of a third of an octave; that of 1 kHz is the eighteenth.
    ///
    /// −120…20 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_SPECTRUM_LEVEL30`.
    public var level30: Float {
        get { unit.parameters.load(30) }
    }

    /// Level of a third of an octave; that of 1 kHz is the eighteenth.
    ///
    /// −120…20 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_SPECTRUM_LEVEL31`.
    public var level31: Float {
        get { unit.parameters.load(31) }
    }
}
