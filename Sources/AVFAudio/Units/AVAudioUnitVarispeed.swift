import AVFEngine
import AVFRender
import AVFUnits

/// Plays faster and higher, or slower and lower.
open class AVAudioUnitVarispeed: AVAudioUnitTimeEffect, @unchecked Sendable {
    // Sendable: see AVAudioNode.

    /// A varispeed at the speed of its input.
    public override init() { super.init(UnitNode(native: UnitEntry(VarispeedKernel.self))) }

    /// The same by its component description.
    ///
    /// For the description of another unit the input passes through, and `loadError` says why.
    public override init(audioComponentDescription: AudioComponentDescription) {
        super.init(own: UnitNode(native: UnitEntry(VarispeedKernel.self)), as: audioComponentDescription)
    }

    /// How many times faster the input plays, 0.25…4, default 1; values outside are clamped.
    ///
    /// The pitch goes with it, by 1200 · log₂(rate) cents. A change is heard from the next block on, smoothed
    /// over 20 ms. Output frame n is the input at the sum of all rates before it, exactly: nothing drifts,
    /// and the unit has no latency. [any] C: `AVF_VARISPEED_RATE`.
    open var rate: Float {
        get { unit.value(atAddress: UInt64(VarispeedKernel.Parameter.rate.rawValue)) }
        set { unit.setValue(newValue, atAddress: UInt64(VarispeedKernel.Parameter.rate.rawValue)) }
    }
}
