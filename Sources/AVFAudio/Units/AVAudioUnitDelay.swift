import AVFEngine
import AVFRender
import AVFUnits

/// Echoes: the sound again after a time, again and again, darker each time.
///
/// C: `AVF_UNIT_DELAY`.
open class AVAudioUnitDelay: AVAudioUnitEffect, @unchecked Sendable {
    // Sendable: see AVAudioNode.

    /// A delay that is heard alone: `wetDryMix` 100, where the component itself begins at 50.
    public override init() {
        super.init(UnitNode(native: UnitEntry(DelayKernel.self)))
        wetDryMix = 100
    }

    /// The same by its component description.
    ///
    /// For the description of another unit the input passes through, and `loadError` says why.
    public override init(audioComponentDescription: AudioComponentDescription) {
        super.init(own: UnitNode(native: UnitEntry(DelayKernel.self)), as: audioComponentDescription)
        wetDryMix = 100
    }

    /// Time from a sound to its echo in seconds, 0…2, default 1, to the nearest frame.
    ///
    /// Values outside are clamped; a new time fades in over 50 ms. [any] C: `AVF_DELAY_DELAY_TIME`.
    open var delayTime: TimeInterval {
        get { TimeInterval(self[.delayTime]) }
        set { self[.delayTime] = Float(newValue) }
    }

    /// Share of the echo that is echoed again in percent, −100…100, default 50.
    ///
    /// Below 0 every second echo is inverted. Values outside are clamped. [any] C: `AVF_DELAY_FEEDBACK`.
    open var feedback: Float {
        get { self[.feedback] }
        set { self[.feedback] = newValue }
    }

    /// Where each echo loses 3 dB in hertz, from 10 to half of the sample rate, where it is open; default
    /// 15000.
    ///
    /// Values outside are clamped. [any] C: `AVF_DELAY_LOW_PASS_CUTOFF`.
    open var lowPassCutoff: Float {
        get { self[.lowPassCutoff] }
        set { self[.lowPassCutoff] = newValue }
    }

    /// Share of the echoes in percent: 0 is dry only, 100, the default, wet only; constant power between.
    ///
    /// Values outside are clamped. [any] C: `AVF_DELAY_WET_DRY_MIX`.
    open var wetDryMix: Float {
        get { self[.wetDryMix] }
        set { self[.wetDryMix] = newValue }
    }

    private subscript(parameter: DelayKernel.Parameter) -> Float {
        get { unit.parameters.load(parameter.rawValue) }
        set { unit.parameters.store(newValue, at: parameter.rawValue) }
    }
}
