// Made by `avf-dev generate` from the units' declarations. Do not edit.

import AVFEngine
import AVFRender
import AVFUnits

/// Plays single samples in equal distances.
///
/// Not one of Apple's classes. C: `AVF_UNIT_IMPULSE_TRAIN`.
open class AVAudioUnitImpulseTrain: AVAudioUnitGenerator, @unchecked Sendable {
    // Sendable: see AVAudioNode.

    /// A unit with its parameters at their defaults.
    public override init() { super.init(UnitNode(native: UnitEntry(ImpulseTrainKernel.self))) }

    /// Impulses in a second, the first of them at once, each on the frame that its time falls into.
    ///
    /// 0.01…1000 Hz, default 1 Hz. Values outside are clamped. [any] C:
    /// `AVF_IMPULSE_TRAIN_FREQUENCY`.
    public var frequency: Float {
        get { unit.parameters.load(0) }
        set { unit.parameters.store(newValue, at: 0) }
    }

    /// Height; −96 dB is silence.
    ///
    /// −96…0 dB, default −6 dB. Values outside are clamped. [any] C: `AVF_IMPULSE_TRAIN_LEVEL`.
    public var level: Float {
        get { unit.parameters.load(1) }
        set { unit.parameters.store(newValue, at: 1) }
    }
}
