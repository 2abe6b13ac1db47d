// Made by `avf-dev generate` from the units' declarations. Do not edit.

import AVFEngine
import AVFRender
import AVFUnits

/// Places the sound in a small and a large room at once.
///
/// Not one of Apple's classes. C: `AVF_UNIT_MATRIX_REVERB`.
open class AVAudioUnitMatrixReverb: AVAudioUnitEffect, @unchecked Sendable {
    // Sendable: see AVAudioNode.

    /// A unit with its parameters at their defaults.
    public override init() { super.init(UnitNode(native: UnitEntry(MatrixReverbKernel.self))) }

    /// Share of the rooms, with constant power between.
    ///
    /// 0…100 %, default 100 %. Values outside are clamped. [any] C:
    /// `AVF_MATRIX_REVERB_DRY_WET_MIX`.
    public var dryWetMix: Float {
        get { unit.parameters.load(0) }
        set { unit.parameters.store(newValue, at: 0) }
    }

    /// Share of the large room, with constant power between.
    ///
    /// 0…100 %, default 50 %. Values outside are clamped. [any] C:
    /// `AVF_MATRIX_REVERB_SMALL_LARGE_MIX`.
    public var smallLargeMix: Float {
        get { unit.parameters.load(1) }
        set { unit.parameters.store(newValue, at: 1) }
    }

    /// A twentieth of the time in which the small room's lows fall by 60 dB.
    ///
    /// 0.005…0.02 s, default 0.02 s. Values outside are clamped. [any] C:
    /// `AVF_MATRIX_REVERB_SMALL_SIZE`.
    public var smallSize: Float {
        get { unit.parameters.load(2) }
        set { unit.parameters.store(newValue, at: 2) }
    }

    /// Time in which the large room's lows fall by 60 dB.
    ///
    /// 0.4…10 s, default 3.07 s. Values outside are clamped. [any] C:
    /// `AVF_MATRIX_REVERB_LARGE_SIZE`.
    public var largeSize: Float {
        get { unit.parameters.load(3) }
        set { unit.parameters.store(newValue, at: 3) }
    }

    /// Time before both rooms are heard.
    ///
    /// 0.001…0.03 s, default 0.025 s. Values outside are clamped. [any] C:
    /// `AVF_MATRIX_REVERB_PRE_DELAY`.
    public var preDelay: Float {
        get { unit.parameters.load(4) }
        set { unit.parameters.store(newValue, at: 4) }
    }

    /// Longest way between two reflections of the large room.
    ///
    /// 0.001…0.1 s, default 0.035 s. Values outside are clamped. [any] C:
    /// `AVF_MATRIX_REVERB_LARGE_DELAY`.
    public var largeDelay: Float {
        get { unit.parameters.load(5) }
        set { unit.parameters.store(newValue, at: 5) }
    }

    /// How early the small room's reflections begin.
    ///
    /// 0…1, default 0.28. Values outside are clamped. [any] C: `AVF_MATRIX_REVERB_SMALL_DENSITY`.
    public var smallDensity: Float {
        get { unit.parameters.load(6) }
        set { unit.parameters.store(newValue, at: 6) }
    }

    /// How early the large room's reflections begin.
    ///
    /// 0…1, default 0.82. Values outside are clamped. [any] C: `AVF_MATRIX_REVERB_LARGE_DENSITY`.
    public var largeDensity: Float {
        get { unit.parameters.load(7) }
        set { unit.parameters.store(newValue, at: 7) }
    }

    /// How different the large room's walls are.
    ///
    /// 0…1, default 0.3. Values outside are clamped. [any] C:
    /// `AVF_MATRIX_REVERB_LARGE_DELAY_RANGE`.
    public var largeDelayRange: Float {
        get { unit.parameters.load(8) }
        set { unit.parameters.store(newValue, at: 8) }
    }

    /// Share of the decay time that the small room's highs have.
    ///
    /// 0.1…1, default 0.96. Values outside are clamped. [any] C:
    /// `AVF_MATRIX_REVERB_SMALL_BRIGHTNESS`.
    public var smallBrightness: Float {
        get { unit.parameters.load(9) }
        set { unit.parameters.store(newValue, at: 9) }
    }

    /// Share of the decay time that the large room's highs have.
    ///
    /// 0.1…1, default 0.49. Values outside are clamped. [any] C:
    /// `AVF_MATRIX_REVERB_LARGE_BRIGHTNESS`.
    public var largeBrightness: Float {
        get { unit.parameters.load(10) }
        set { unit.parameters.store(newValue, at: 10) }
    }

    /// How different the small room's walls are.
    ///
    /// 0…1, default 0.5. Values outside are clamped. [any] C:
    /// `AVF_MATRIX_REVERB_SMALL_DELAY_RANGE`.
    public var smallDelayRange: Float {
        get { unit.parameters.load(11) }
        set { unit.parameters.store(newValue, at: 11) }
    }

    /// Rate of the modulation of the rooms.
    ///
    /// 0.001…2 Hz, default 1 Hz. Values outside are clamped. [any] C:
    /// `AVF_MATRIX_REVERB_MODULATION_RATE`.
    public var modulationRate: Float {
        get { unit.parameters.load(12) }
        set { unit.parameters.store(newValue, at: 12) }
    }

    /// How far the rooms are modulated.
    ///
    /// 0…1, default 0.2. Values outside are clamped. [any] C: `AVF_MATRIX_REVERB_MODULATION_DEPTH`.
    public var modulationDepth: Float {
        get { unit.parameters.load(13) }
        set { unit.parameters.store(newValue, at: 13) }
    }

    /// Middle or corner of the filter.
    ///
    /// 10…20000 Hz, default 800 Hz. Values outside are clamped. [any] C:
    /// `AVF_MATRIX_REVERB_FILTER_FREQUENCY`.
    public var filterFrequency: Float {
        get { unit.parameters.load(14) }
        set { unit.parameters.store(newValue, at: 14) }
    }

    /// Width of the filter.
    ///
    /// 0.05…4 octaves, default 3 octaves. Values outside are clamped. [any] C:
    /// `AVF_MATRIX_REVERB_FILTER_BANDWIDTH`.
    public var filterBandwidth: Float {
        get { unit.parameters.load(15) }
        set { unit.parameters.store(newValue, at: 15) }
    }

    /// Gain of a bell or shelf.
    ///
    /// −18…18 dB, default 0 dB. Values outside are clamped. [any] C:
    /// `AVF_MATRIX_REVERB_FILTER_GAIN`.
    public var filterGain: Float {
        get { unit.parameters.load(16) }
        set { unit.parameters.store(newValue, at: 16) }
    }

    /// What filterType can be.
    public enum FilterType: Int, Sendable, CaseIterable {
        /// Parametric.
        case parametric = 0
        /// Low Pass.
        case lowPass = 1
        /// High Pass.
        case highPass = 2
        /// Resonant Low Pass.
        case resonantLowPass = 3
        /// Resonant High Pass.
        case resonantHighPass = 4
        /// Band Pass.
        case bandPass = 5
        /// Band Stop.
        case bandStop = 6
        /// Low Shelf.
        case lowShelf = 7
        /// High Shelf.
        case highShelf = 8
        /// Resonant Low Shelf.
        case resonantLowShelf = 9
        /// Resonant High Shelf.
        case resonantHighShelf = 10
    }

    /// What the band does to the spectrum.
    ///
    /// One of Parametric, Low Pass, High Pass, Resonant Low Pass, Resonant High Pass, Band Pass,
    /// Band Stop, Low Shelf, High Shelf, Resonant Low Shelf, Resonant High Shelf; default
    /// Parametric. [any] C: `AVF_MATRIX_REVERB_FILTER_TYPE`.
    public var filterType: FilterType {
        get { FilterType(rawValue: Int(unit.parameters.load(17))) ?? .parametric }
        set { unit.parameters.store(Float(newValue.rawValue), at: 17) }
    }

    /// Whether the rooms are filtered.
    ///
    /// On or off, default on. [any] C: `AVF_MATRIX_REVERB_FILTER_ENABLE`.
    public var filterEnable: Bool {
        get { unit.parameters.load(18) != 0 }
        set { unit.parameters.store(newValue ? 1 : 0, at: 18) }
    }
}
