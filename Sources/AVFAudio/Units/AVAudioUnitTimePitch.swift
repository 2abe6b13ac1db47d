import AVFEngine
import AVFRender
import AVFUnits

/// Changes speed and pitch independently.
///
/// Output frame n is the input at the sum of all rates before it, exactly: nothing drifts, and the unit has
/// no latency, because what feeds it is rendered ahead. At rate 1 and pitch 0 it passes its input untouched.
open class AVAudioUnitTimePitch: AVAudioUnitTimeEffect, @unchecked Sendable {
    // Sendable: see AVAudioNode.

    /// A unit at the speed and the pitch of its input.
    public override init() { super.init(UnitNode(native: UnitEntry(TimePitchKernel.self))) }

    /// The same by its component description.
    ///
    /// For the description of another unit the input passes through, and `loadError` says why.
    public override init(audioComponentDescription: AudioComponentDescription) {
        super.init(own: UnitNode(native: UnitEntry(TimePitchKernel.self)), as: audioComponentDescription)
    }

    /// How many times faster the input plays, 1/32…32, default 1; values outside are clamped.
    ///
    /// A change is smoothed over 80 ms. [any] C: `AVF_TIME_PITCH_RATE`.
    open var rate: Float {
        get { unit.value(atAddress: 0) }
        set { unit.setValue(newValue, atAddress: 0) }
    }

    /// How much higher it sounds in cents, −2400…2400, default 0; values outside are clamped.
    ///
    /// A change is smoothed over 80 ms. [any] C: `AVF_TIME_PITCH_PITCH`.
    open var pitch: Float {
        get { unit.value(atAddress: 1) }
        set { unit.setValue(newValue, atAddress: 1) }
    }

    /// How often the pieces that the sound is made of are laid over each other, 3…32, default 8.
    ///
    /// More have fewer artefacts and take more time. [any] C: `AVF_TIME_PITCH_OVERLAP`.
    open var overlap: Float {
        get { unit.value(atAddress: 4) }
        set { unit.setValue(newValue, atAddress: 4) }
    }

    /// Whether another pitch leaves the formants where they are, default false, as Apple's unit sounds.
    ///
    /// A voice that is raised or lowered stays its owner's. For a voice or an instrument that sounds alone.
    /// [any] C: `AVF_TIME_PITCH_FORMANT_PRESERVATION`.
    open var preservesFormants: Bool {
        get { unit.value(atAddress: 100) >= 0.5 }
        set { unit.setValue(newValue ? 1 : 0, atAddress: 100) }
    }
}
