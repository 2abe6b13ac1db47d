// Made by `avf-dev generate` from the units' declarations. Do not edit.

import AVFEngine
import AVFRender
import AVFUnits

/// Plays white, pink or brown noise, the same for the same seed.
///
/// Not one of Apple's classes. C: `AVF_UNIT_NOISE`.
open class AVAudioUnitNoise: AVAudioUnitGenerator, @unchecked Sendable {
    // Sendable: see AVAudioNode.

    /// A unit with its parameters at their defaults.
    public override init() { super.init(UnitNode(native: UnitEntry(NoiseKernel.self))) }

    /// Effective level (RMS), of a full-scale square wave; −96 dB is silence.
    ///
    /// −96…0 dB, default −20 dB. Values outside are clamped. [any] C: `AVF_NOISE_LEVEL`.
    public var level: Float {
        get { unit.parameters.load(0) }
        set { unit.parameters.store(newValue, at: 0) }
    }

    /// What color can be.
    public enum Color: Int, Sendable, CaseIterable {
        /// White.
        case white = 0
        /// Pink.
        case pink = 1
        /// Brown.
        case brown = 2
    }

    /// White is even over frequency, pink falls by 3 dB an octave, brown by 6 dB from 10 Hz on.
    ///
    /// One of White, Pink, Brown; default White. [any] C: `AVF_NOISE_COLOR`.
    public var color: Color {
        get { Color(rawValue: Int(unit.parameters.load(1))) ?? .white }
        set { unit.parameters.store(Float(newValue.rawValue), at: 1) }
    }

    /// Which of the many noises it is.
    ///
    /// 0…1000000, default 0. Values outside are clamped. [any] C: `AVF_NOISE_SEED`.
    public var seed: Float {
        get { unit.parameters.load(2) }
        set { unit.parameters.store(newValue, at: 2) }
    }
}
