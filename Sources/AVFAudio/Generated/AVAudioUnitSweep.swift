// Made by `avf-dev generate` from the units' declarations. Do not edit.

import AVFEngine
import AVFRender
import AVFUnits

/// Plays a sine that glides from one frequency to another.
///
/// Not one of Apple's classes. C: `AVF_UNIT_SWEEP`.
open class AVAudioUnitSweep: AVAudioUnitGenerator, @unchecked Sendable {
    // Sendable: see AVAudioNode.

    /// A unit with its parameters at their defaults.
    public override init() { super.init(UnitNode(native: UnitEntry(SweepKernel.self))) }

    /// Where it begins; a change is heard when the next sweep begins.
    ///
    /// 1…96000 Hz, default 20 Hz. Values outside are clamped. [any] C: `AVF_SWEEP_START_FREQUENCY`.
    public var startFrequency: Float {
        get { unit.parameters.load(0) }
        set { unit.parameters.store(newValue, at: 0) }
    }

    /// Where it ends; held below half of the sample rate.
    ///
    /// 1…96000 Hz, default 20000 Hz. Values outside are clamped. [any] C:
    /// `AVF_SWEEP_END_FREQUENCY`.
    public var endFrequency: Float {
        get { unit.parameters.load(1) }
        set { unit.parameters.store(newValue, at: 1) }
    }

    /// Time from start to end.
    ///
    /// 0.01…600 s, default 10 s. Values outside are clamped. [any] C: `AVF_SWEEP_DURATION`.
    public var duration: Float {
        get { unit.parameters.load(2) }
        set { unit.parameters.store(newValue, at: 2) }
    }

    /// Peak level; −96 dB is silence.
    ///
    /// −96…0 dB, default −12 dB. Values outside are clamped. [any] C: `AVF_SWEEP_LEVEL`.
    public var level: Float {
        get { unit.parameters.load(3) }
        set { unit.parameters.store(newValue, at: 3) }
    }

    /// What law can be.
    public enum Law: Int, Sendable, CaseIterable {
        /// Logarithmic.
        case logarithmic = 0
        /// Linear.
        case linear = 1
    }

    /// Whether equal times are equal octaves or equal hertz.
    ///
    /// One of Logarithmic, Linear; default Logarithmic. [any] C: `AVF_SWEEP_LAW`.
    public var law: Law {
        get { Law(rawValue: Int(unit.parameters.load(4))) ?? .logarithmic }
        set { unit.parameters.store(Float(newValue.rawValue), at: 4) }
    }

    /// Whether it begins anew when it has ended.
    ///
    /// On or off, default on. [any] C: `AVF_SWEEP_REPEATS`.
    public var repeats: Bool {
        get { unit.parameters.load(5) != 0 }
        set { unit.parameters.store(newValue ? 1 : 0, at: 5) }
    }
}
