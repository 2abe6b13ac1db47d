// Made by `avf-dev generate` from the units' declarations. Do not edit.

import AVFEngine
import AVFRender
import AVFUnits

/// Plays single cycles of any wave; sine, triangle, square and sawtooth unless it is given others.
///
/// Not one of Apple's classes. C: `AVF_UNIT_WAVETABLE`.
open class AVAudioUnitWavetable: AVAudioUnitGenerator, @unchecked Sendable {
    // Sendable: see AVAudioNode.

    /// A unit with its parameters at their defaults.
    public override init() { super.init(UnitNode(native: UnitEntry(WavetableKernel.self))) }

    /// Cycles in a second; held below half of the sample rate.
    ///
    /// 1…24000 Hz, default 440 Hz. Values outside are clamped. [any] C: `AVF_WAVETABLE_FREQUENCY`.
    public var frequency: Float {
        get { unit.parameters.load(0) }
        set { unit.parameters.store(newValue, at: 0) }
    }

    /// Gain of the cycles, which peak as their samples do; −96 dB is silence.
    ///
    /// −96…0 dB, default −12 dB. Values outside are clamped. [any] C: `AVF_WAVETABLE_LEVEL`.
    public var level: Float {
        get { unit.parameters.load(1) }
        set { unit.parameters.store(newValue, at: 1) }
    }

    /// Which cycle: from the first to the last one, mixed in between.
    ///
    /// 0…100 %, default 0 %. Values outside are clamped. [any] C: `AVF_WAVETABLE_POSITION`.
    public var position: Float {
        get { unit.parameters.load(2) }
        set { unit.parameters.store(newValue, at: 2) }
    }
}
