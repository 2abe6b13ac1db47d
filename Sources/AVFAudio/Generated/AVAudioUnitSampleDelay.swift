// Made by `avf-dev generate` from the units' declarations. Do not edit.

import AVFEngine
import AVFRender
import AVFUnits

/// Delays the sound by a number of frames.
///
/// Not one of Apple's classes. C: `AVF_UNIT_SAMPLE_DELAY`.
open class AVAudioUnitSampleDelay: AVAudioUnitEffect, @unchecked Sendable {
    // Sendable: see AVAudioNode.

    /// A unit with its parameters at their defaults.
    public override init() { super.init(UnitNode(native: UnitEntry(SampleDelayKernel.self))) }

    /// How many frames later the sound comes, at most a second.
    ///
    /// A new delay fades in over 50 ms. 0…192000 frames, default 0 frames. Values outside are
    /// clamped. [any] C: `AVF_SAMPLE_DELAY_DELAY_FRAMES`.
    public var delayFrames: Float {
        get { unit.parameters.load(0) }
        set { unit.parameters.store(newValue, at: 0) }
    }
}
