// Made by `avf-dev generate` from the units' declarations. Do not edit.

import AVFEngine
import AVFRender
import AVFUnits

/// Plays a sine, sawtooth, square, triangle or pulse wave.
///
/// Not one of Apple's classes. C: `AVF_UNIT_TONE`.
open class AVAudioUnitTone: AVAudioUnitGenerator, @unchecked Sendable {
    // Sendable: see AVAudioNode.

    /// A unit with its parameters at their defaults.
    public override init() { super.init(UnitNode(native: UnitEntry(ToneKernel.self))) }

    /// Periods in a second; held below half of the sample rate.
    ///
    /// 1…24000 Hz, default 440 Hz. Values outside are clamped. [any] C: `AVF_TONE_FREQUENCY`.
    public var frequency: Float {
        get { unit.parameters.load(0) }
        set { unit.parameters.store(newValue, at: 0) }
    }

    /// Peak level; −96 dB is silence.
    ///
    /// −96…0 dB, default −12 dB. Values outside are clamped. [any] C: `AVF_TONE_LEVEL`.
    public var level: Float {
        get { unit.parameters.load(1) }
        set { unit.parameters.store(newValue, at: 1) }
    }

    /// What waveform can be.
    public enum Waveform: Int, Sendable, CaseIterable {
        /// Sine.
        case sine = 0
        /// Sawtooth.
        case sawtooth = 1
        /// Square.
        case square = 2
        /// Triangle.
        case triangle = 3
        /// Pulse.
        case pulse = 4
    }

    /// Shape of the period.
    ///
    /// One of Sine, Sawtooth, Square, Triangle, Pulse; default Sine. [any] C: `AVF_TONE_WAVEFORM`.
    public var waveform: Waveform {
        get { Waveform(rawValue: Int(unit.parameters.load(2))) ?? .sine }
        set { unit.parameters.store(Float(newValue.rawValue), at: 2) }
    }

    /// Share of the period for which a pulse is high; its mean is taken away.
    ///
    /// 1…99 %, default 50 %. Values outside are clamped. [any] C: `AVF_TONE_PULSE_WIDTH`.
    public var pulseWidth: Float {
        get { unit.parameters.load(3) }
        set { unit.parameters.store(newValue, at: 3) }
    }
}
