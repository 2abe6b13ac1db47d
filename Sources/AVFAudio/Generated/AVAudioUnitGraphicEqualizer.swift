// Made by `avf-dev generate` from the units' declarations. Do not edit.

import AVFEngine
import AVFRender
import AVFUnits

/// Shapes the spectrum with ten or thirty-one sliders.
///
/// Not one of Apple's classes. C: `AVF_UNIT_GRAPHIC_EQUALIZER`.
open class AVAudioUnitGraphicEqualizer: AVAudioUnitEffect, @unchecked Sendable {
    // Sendable: see AVAudioNode.

    /// A unit with its parameters at their defaults.
    public override init() { super.init(UnitNode(native: UnitEntry(GraphicEqualizerKernel.self))) }

    /// Gain at the band's frequency.
    ///
    /// −20…20 dB, default 0 dB. Values outside are clamped. [any] C: `AVF_GRAPHIC_EQUALIZER_BAND1`.
    public var band1: Float {
        get { unit.parameters.load(0) }
        set { unit.parameters.store(newValue, at: 0) }
    }

    /// Gain at the band's frequency.
    ///
    /// −20…20 dB, default 0 dB. Values outside are clamped. [any] C: `AVF_GRAPHIC_EQUALIZER_BAND2`.
    public var band2: Float {
        get { unit.parameters.load(1) }
        set { unit.parameters.store(newValue, at: 1) }
    }

    /// Gain at the band's frequency.
    ///
    /// −20…20 dB, default 0 dB. Values outside are clamped. [any] C: `AVF_GRAPHIC_EQUALIZER_BAND3`.
    public var band3: Float {
        get { unit.parameters.load(2) }
        set { unit.parameters.store(newValue, at: 2) }
    }

    /// Gain at the band's frequency.
    ///
    /// −20…20 dB, default 0 dB. Values outside are clamped. [any] C: `AVF_GRAPHIC_EQUALIZER_BAND4`.
    public var band4: Float {
        get { unit.parameters.load(3) }
        set { unit.parameters.store(newValue, at: 3) }
    }

    /// Gain at the band's frequency.
    ///
    /// −20…20 dB, default 0 dB. Values outside are clamped. [any] C: `AVF_GRAPHIC_EQUALIZER_BAND5`.
    public var band5: Float {
        get { unit.parameters.load(4) }
        set { unit.parameters.store(newValue, at: 4) }
    }

    /// Gain at the band's frequency.
    ///
    /// −20…20 dB, default 0 dB. Values outside are clamped. [any] C: `AVF_GRAPHIC_EQUALIZER_BAND6`.
    public var band6: Float {
        get { unit.parameters.load(5) }
        set { unit.parameters.store(newValue, at: 5) }
    }

    /// Gain at the band's frequency.
    ///
    /// −20…20 dB, default 0 dB. Values outside are clamped. [any] C: `AVF_GRAPHIC_EQUALIZER_BAND7`.
    public var band7: Float {
        get { unit.parameters.load(6) }
        set { unit.parameters.store(newValue, at: 6) }
    }

    /// Gain at the band's frequency.
    ///
    /// −20…20 dB, default 0 dB. Values outside are clamped. [any] C: `AVF_GRAPHIC_EQUALIZER_BAND8`.
    public var band8: Float {
        get { unit.parameters.load(7) }
        set { unit.parameters.store(newValue, at: 7) }
    }

    /// Gain at the band's frequency.
    ///
    /// −20…20 dB, default 0 dB. Values outside are clamped. [any] C: `AVF_GRAPHIC_EQUALIZER_BAND9`.
    public var band9: Float {
        get { unit.parameters.load(8) }
        set { unit.parameters.store(newValue, at: 8) }
    }

    /// Gain at the band's frequency.
    ///
    /// −20…20 dB, default 0 dB. Values outside are clamped. [any] C:
    /// `AVF_GRAPHIC_EQUALIZER_BAND10`.
    public var band10: Float {
        get { unit.parameters.load(9) }
        set { unit.parameters.store(newValue, at: 9) }
    }

    /// Gain at the band's frequency.
    ///
    /// −20…20 dB, default 0 dB. Values outside are clamped. [any] C:
    /// `AVF_GRAPHIC_EQUALIZER_BAND11`.
    public var band11: Float {
        get { unit.parameters.load(10) }
        set { unit.parameters.store(newValue, at: 10) }
    }

    /// Gain at the band's frequency.
    ///
    /// −20…20 dB, default 0 dB. Values outside are clamped. [any] C:
    /// `AVF_GRAPHIC_EQUALIZER_BAND12`.
    public var band12: Float {
        get { unit.parameters.load(11) }
        set { unit.parameters.store(newValue, at: 11) }
    }

    /// Gain at the band's frequency.
    ///
    /// −20…20 dB, default 0 dB. Values outside are clamped. [any] C:
    /// `AVF_GRAPHIC_EQUALIZER_BAND13`.
    public var band13: Float {
        get { unit.parameters.load(12) }
        set { unit.parameters.store(newValue, at: 12) }
    }

    /// Gain at the band's frequency.
    ///
    /// −20…20 dB, default 0 dB. Values outside are clamped. [any] C:
    /// `AVF_GRAPHIC_EQUALIZER_BAND14`.
    public var band14: Float {
        get { unit.parameters.load(13) }
        set { unit.parameters.store(newValue, at: 13) }
    }

    /// Gain at the band's frequency.
    ///
    /// −20…20 dB, default 0 dB. Values outside are clamped. [any] C:
    /// `AVF_GRAPHIC_EQUALIZER_BAND15`.
    public var band15: Float {
        get { unit.parameters.load(14) }
        set { unit.parameters.store(newValue, at: 14) }
    }

    /// Gain at the band's frequency.
    ///
    /// −20…20 dB, default 0 dB. Values outside are clamped. [any] C:
    /// `AVF_GRAPHIC_EQUALIZER_BAND16`.
    public var band16: Float {
        get { unit.parameters.load(15) }
        set { unit.parameters.store(newValue, at: 15) }
    }

    /// Gain at the band's frequency.
    ///
    /// −20…20 dB, default 0 dB. Values outside are clamped. [any] C:
    /// `AVF_GRAPHIC_EQUALIZER_BAND17`.
    public var band17: Float {
        get { unit.parameters.load(16) }
        set { unit.parameters.store(newValue, at: 16) }
    }

    /// Gain at the band's frequency.
    ///
    /// −20…20 dB, default 0 dB. Values outside are clamped. [any] C:
    /// `AVF_GRAPHIC_EQUALIZER_BAND18`.
    public var band18: Float {
        get { unit.parameters.load(17) }
        set { unit.parameters.store(newValue, at: 17) }
    }

    /// Gain at the band's frequency.
    ///
    /// −20…20 dB, default 0 dB. Values outside are clamped. [any] C:
    /// `AVF_GRAPHIC_EQUALIZER_BAND19`.
    public var band19: Float {
        get { unit.parameters.load(18) }
        set { unit.parameters.store(newValue, at: 18) }
    }

    /// Gain at the band's frequency.
    ///
    /// −20…20 dB, default 0 dB. Values outside are clamped. [any] C:
    /// `AVF_GRAPHIC_EQUALIZER_BAND20`.
    public var band20: Float {
        get { unit.parameters.load(19) }
        set { unit.parameters.store(newValue, at: 19) }
    }

    /// Gain at the band's frequency.
    ///
    /// −20…20 dB, default 0 dB. Values outside are clamped. [any] C:
    /// `AVF_GRAPHIC_EQUALIZER_BAND21`.
    public var band21: Float {
        get { unit.parameters.load(20) }
        set { unit.parameters.store(newValue, at: 20) }
    }

    /// Gain at the band's frequency.
    ///
    /// −20…20 dB, default 0 dB. Values outside are clamped. [any] C:
    /// `AVF_GRAPHIC_EQUALIZER_BAND22`.
    public var band22: Float {
        get { unit.parameters.load(21) }
        set { unit.parameters.store(newValue, at: 21) }
    }

    /// Gain at the band's frequency.
    ///
    /// −20…20 dB, default 0 dB. Values outside are clamped. [any] C:
    /// `AVF_GRAPHIC_EQUALIZER_BAND23`.
    public var band23: Float {
        get { unit.parameters.load(22) }
        set { unit.parameters.store(newValue, at: 22) }
    }

    /// Gain at the band's frequency.
    ///
    /// −20…20 dB, default 0 dB. Values outside are clamped. [any] C:
    /// `AVF_GRAPHIC_EQUALIZER_BAND24`.
    public var band24: Float {
        get { unit.parameters.load(23) }
        set { unit.parameters.store(newValue, at: 23) }
    }

    /// Gain at the band's frequency.
    ///
    /// −20…20 dB, default 0 dB. Values outside are clamped. [any] C:
    /// `AVF_GRAPHIC_EQUALIZER_BAND25`.
    public var band25: Float {
        get { unit.parameters.load(24) }
        set { unit.parameters.store(newValue, at: 24) }
    }

    /// Gain at the band's frequency.
    ///
    /// −20…20 dB, default 0 dB. Values outside are clamped. [any] C:
    /// `AVF_GRAPHIC_EQUALIZER_BAND26`.
    public var band26: Float {
        get { unit.parameters.load(25) }
        set { unit.parameters.store(newValue, at: 25) }
    }

    /// Gain at the band's frequency.
    ///
    /// −20…20 dB, default 0 dB. Values outside are clamped. [any] C:
    /// `AVF_GRAPHIC_EQUALIZER_BAND27`.
    public var band27: Float {
        get { unit.parameters.load(26) }
        set { unit.parameters.store(newValue, at: 26) }
    }

    /// Gain at the band's frequency.
    ///
    /// −20…20 dB, default 0 dB. Values outside are clamped. [any] C:
    /// `AVF_GRAPHIC_EQUALIZER_BAND28`.
    public var band28: Float {
        get { unit.parameters.load(27) }
        set { unit.parameters.store(newValue, at: 27) }
    }

    /// Gain at the band's frequency.
    ///
    /// −20…20 dB, default 0 dB. Values outside are clamped. [any] C:
    /// `AVF_GRAPHIC_EQUALIZER_BAND29`.
    public var band29: Float {
        get { unit.parameters.load(28) }
        set { unit.parameters.store(newValue, at: 28) }
    }

    /// Gain at the band's frequency.
    ///
    /// −20…20 dB, default 0 dB. Values outside are clamped. [any] C:
    /// `AVF_GRAPHIC_EQUALIZER_BAND30`.
    public var band30: Float {
        get { unit.parameters.load(29) }
        set { unit.parameters.store(newValue, at: 29) }
    }

    /// Gain at the band's frequency.
    ///
    /// −20…20 dB, default 0 dB. Values outside are clamped. [any] C:
    /// `AVF_GRAPHIC_EQUALIZER_BAND31`.
    public var band31: Float {
        get { unit.parameters.load(30) }
        set { unit.parameters.store(newValue, at: 30) }
    }

    /// What bandLayout can be.
    public enum BandLayout: Int, Sendable, CaseIterable {
        /// Ten.
        case ten = 0
        /// Thirty-One.
        case thirtyOne = 1
    }

    /// Whether the sliders are octaves from 31.25 Hz or thirds of octaves from 20 Hz on.
    ///
    /// One of Ten, Thirty-One; default Thirty-One. [any] C: `AVF_GRAPHIC_EQUALIZER_BAND_LAYOUT`.
    public var bandLayout: BandLayout {
        get { BandLayout(rawValue: Int(unit.parameters.load(31))) ?? .ten }
        set { unit.parameters.store(Float(newValue.rawValue), at: 31) }
    }
}
