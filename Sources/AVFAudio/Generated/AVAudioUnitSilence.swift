// Made by `avf-dev generate` from the units' declarations. Do not edit.

import AVFEngine
import AVFRender
import AVFUnits

/// Plays nothing, for as long as it is asked.
///
/// Not one of Apple's classes. C: `AVF_UNIT_SILENCE`.
open class AVAudioUnitSilence: AVAudioUnitGenerator, @unchecked Sendable {
    // Sendable: see AVAudioNode.

    /// A unit with its parameters at their defaults.
    public override init() { super.init(UnitNode(native: UnitEntry(SilenceKernel.self))) }

}
