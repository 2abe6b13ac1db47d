// Made by `avf-dev generate` from the units' declarations. Do not edit.

import AVFEngine
import AVFRender
import AVFUnits

/// Holds down what is loud, in four bands apart.
///
/// Not one of Apple's classes. C: `AVF_UNIT_MULTIBAND_COMPRESSOR`.
open class AVAudioUnitMultibandCompressor: AVAudioUnitEffect, @unchecked Sendable {
    // Sendable: see AVAudioNode.

    /// A unit with its parameters at their defaults.
    public override init() { super.init(UnitNode(native: UnitEntry(MultibandCompressorKernel.self))) }

    /// Gain before it.
    ///
    /// −40…40 dB, default 0 dB. Values outside are clamped. [any] C:
    /// `AVF_MULTIBAND_COMPRESSOR_PRE_GAIN`.
    public var preGain: Float {
        get { unit.parameters.load(0) }
        set { unit.parameters.store(newValue, at: 0) }
    }

    /// Gain behind it.
    ///
    /// −40…40 dB, default 0 dB. Values outside are clamped. [any] C:
    /// `AVF_MULTIBAND_COMPRESSOR_POST_GAIN`.
    public var postGain: Float {
        get { unit.parameters.load(1) }
        set { unit.parameters.store(newValue, at: 1) }
    }

    /// Where two bands meet; held above the crossover before it.
    ///
    /// 20…20000 Hz, default 120 Hz. Values outside are clamped. [any] C:
    /// `AVF_MULTIBAND_COMPRESSOR_CROSSOVER1`.
    public var crossover1: Float {
        get { unit.parameters.load(2) }
        set { unit.parameters.store(newValue, at: 2) }
    }

    /// Where two bands meet; held above the crossover before it.
    ///
    /// 20…20000 Hz, default 700 Hz. Values outside are clamped. [any] C:
    /// `AVF_MULTIBAND_COMPRESSOR_CROSSOVER2`.
    public var crossover2: Float {
        get { unit.parameters.load(3) }
        set { unit.parameters.store(newValue, at: 3) }
    }

    /// Where two bands meet; held above the crossover before it.
    ///
    /// 20…20000 Hz, default 3000 Hz. Values outside are clamped. [any] C:
    /// `AVF_MULTIBAND_COMPRESSOR_CROSSOVER3`.
    public var crossover3: Float {
        get { unit.parameters.load(4) }
        set { unit.parameters.store(newValue, at: 4) }
    }

    /// Level above which the band is held down.
    ///
    /// −100…0 dB, default −22 dB. Values outside are clamped. [any] C:
    /// `AVF_MULTIBAND_COMPRESSOR_THRESHOLD1`.
    public var threshold1: Float {
        get { unit.parameters.load(5) }
        set { unit.parameters.store(newValue, at: 5) }
    }

    /// Level above which the band is held down.
    ///
    /// −100…0 dB, default −22 dB. Values outside are clamped. [any] C:
    /// `AVF_MULTIBAND_COMPRESSOR_THRESHOLD2`.
    public var threshold2: Float {
        get { unit.parameters.load(6) }
        set { unit.parameters.store(newValue, at: 6) }
    }

    /// Level above which the band is held down.
    ///
    /// −100…0 dB, default −22 dB. Values outside are clamped. [any] C:
    /// `AVF_MULTIBAND_COMPRESSOR_THRESHOLD3`.
    public var threshold3: Float {
        get { unit.parameters.load(7) }
        set { unit.parameters.store(newValue, at: 7) }
    }

    /// Level above which the band is held down.
    ///
    /// −100…0 dB, default −22 dB. Values outside are clamped. [any] C:
    /// `AVF_MULTIBAND_COMPRESSOR_THRESHOLD4`.
    public var threshold4: Float {
        get { unit.parameters.load(8) }
        set { unit.parameters.store(newValue, at: 8) }
    }

    /// How far the band can rise above its threshold, ever more slowly.
    ///
    /// 0.1…40 dB, default 5 dB. Values outside are clamped. [any] C:
    /// `AVF_MULTIBAND_COMPRESSOR_HEADROOM1`.
    public var headroom1: Float {
        get { unit.parameters.load(9) }
        set { unit.parameters.store(newValue, at: 9) }
    }

    /// How far the band can rise above its threshold, ever more slowly.
    ///
    /// 0.1…40 dB, default 5 dB. Values outside are clamped. [any] C:
    /// `AVF_MULTIBAND_COMPRESSOR_HEADROOM2`.
    public var headroom2: Float {
        get { unit.parameters.load(10) }
        set { unit.parameters.store(newValue, at: 10) }
    }

    /// How far the band can rise above its threshold, ever more slowly.
    ///
    /// 0.1…40 dB, default 5 dB. Values outside are clamped. [any] C:
    /// `AVF_MULTIBAND_COMPRESSOR_HEADROOM3`.
    public var headroom3: Float {
        get { unit.parameters.load(11) }
        set { unit.parameters.store(newValue, at: 11) }
    }

    /// How far the band can rise above its threshold, ever more slowly.
    ///
    /// 0.1…40 dB, default 5 dB. Values outside are clamped. [any] C:
    /// `AVF_MULTIBAND_COMPRESSOR_HEADROOM4`.
    public var headroom4: Float {
        get { unit.parameters.load(12) }
        set { unit.parameters.store(newValue, at: 12) }
    }

    /// Time in which the gains go 63 % of their way down.
    ///
    /// 0.001…0.2 s, default 0.08 s. Values outside are clamped. [any] C:
    /// `AVF_MULTIBAND_COMPRESSOR_ATTACK_TIME`.
    public var attackTime: Float {
        get { unit.parameters.load(13) }
        set { unit.parameters.store(newValue, at: 13) }
    }

    /// Time in which the gains go 63 % of their way up.
    ///
    /// 0.01…3 s, default 0.12 s. Values outside are clamped. [any] C:
    /// `AVF_MULTIBAND_COMPRESSOR_RELEASE_TIME`.
    public var releaseTime: Float {
        get { unit.parameters.load(14) }
        set { unit.parameters.store(newValue, at: 14) }
    }

    /// Gain of the band, behind it.
    ///
    /// −20…20 dB, default 0 dB. Values outside are clamped. [any] C:
    /// `AVF_MULTIBAND_COMPRESSOR_GAIN1`.
    public var gain1: Float {
        get { unit.parameters.load(15) }
        set { unit.parameters.store(newValue, at: 15) }
    }

    /// Gain of the band, behind it.
    ///
    /// −20…20 dB, default 0 dB. Values outside are clamped. [any] C:
    /// `AVF_MULTIBAND_COMPRESSOR_GAIN2`.
    public var gain2: Float {
        get { unit.parameters.load(16) }
        set { unit.parameters.store(newValue, at: 16) }
    }

    /// Gain of the band, behind it.
    ///
    /// −20…20 dB, default 0 dB. Values outside are clamped. [any] C:
    /// `AVF_MULTIBAND_COMPRESSOR_GAIN3`.
    public var gain3: Float {
        get { unit.parameters.load(17) }
        set { unit.parameters.store(newValue, at: 17) }
    }

    /// Gain of the band, behind it.
    ///
    /// −20…20 dB, default 0 dB. Values outside are clamped. [any] C:
    /// `AVF_MULTIBAND_COMPRESSOR_GAIN4`.
    public var gain4: Float {
        get { unit.parameters.load(18) }
        set { unit.parameters.store(newValue, at: 18) }
    }

    /// By how much the band's gain is down.
    ///
    /// 0…120 dB, default 0 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_MULTIBAND_COMPRESSOR_COMPRESSION_AMOUNT1`.
    public var compressionAmount1: Float {
        get { unit.parameters.load(19) }
    }

    /// By how much the band's gain is down.
    ///
    /// 0…120 dB, default 0 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_MULTIBAND_COMPRESSOR_COMPRESSION_AMOUNT2`.
    public var compressionAmount2: Float {
        get { unit.parameters.load(20) }
    }

    /// By how much the band's gain is down.
    ///
    /// 0…120 dB, default 0 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_MULTIBAND_COMPRESSOR_COMPRESSION_AMOUNT3`.
    public var compressionAmount3: Float {
        get { unit.parameters.load(21) }
    }

    /// By how much the band's gain is down.
    ///
    /// 0…120 dB, default 0 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_MULTIBAND_COMPRESSOR_COMPRESSION_AMOUNT4`.
    public var compressionAmount4: Float {
        get { unit.parameters.load(22) }
    }

    /// Peak level of the band, before its compressor.
    ///
    /// −120…40 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_MULTIBAND_COMPRESSOR_INPUT_AMPLITUDE1`.
    public var inputAmplitude1: Float {
        get { unit.parameters.load(23) }
    }

    /// Peak level of the band, before its compressor.
    ///
    /// −120…40 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_MULTIBAND_COMPRESSOR_INPUT_AMPLITUDE2`.
    public var inputAmplitude2: Float {
        get { unit.parameters.load(24) }
    }

    /// Peak level of the band, before its compressor.
    ///
    /// −120…40 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_MULTIBAND_COMPRESSOR_INPUT_AMPLITUDE3`.
    public var inputAmplitude3: Float {
        get { unit.parameters.load(25) }
    }

    /// Peak level of the band, before its compressor.
    ///
    /// −120…40 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_MULTIBAND_COMPRESSOR_INPUT_AMPLITUDE4`.
    public var inputAmplitude4: Float {
        get { unit.parameters.load(26) }
    }

    /// Peak level of the band, behind its compressor.
    ///
    /// −120…40 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_MULTIBAND_COMPRESSOR_OUTPUT_AMPLITUDE1`.
    public var outputAmplitude1: Float {
        get { unit.parameters.load(27) }
    }

    /// Peak level of the band, behind its compressor.
    ///
    /// −120…40 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_MULTIBAND_COMPRESSOR_OUTPUT_AMPLITUDE2`.
    public var outputAmplitude2: Float {
        get { unit.parameters.load(28) }
    }

    /// Peak level of the band, behind its compressor.
    ///
    /// −120…40 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_MULTIBAND_COMPRESSOR_OUTPUT_AMPLITUDE3`.
    public var outputAmplitude3: Float {
        get { unit.parameters.load(29) }
    }

    /// Peak level of the band, behind its compressor.
    ///
    /// −120…40 dB, default −120 dB; measured by the unit. Values outside are clamped. [any] C:
    /// `AVF_MULTIBAND_COMPRESSOR_OUTPUT_AMPLITUDE4`.
    public var outputAmplitude4: Float {
        get { unit.parameters.load(30) }
    }
}
