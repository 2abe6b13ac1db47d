// Made by `avf-dev generate` from the units' declarations. Do not edit.

import AVFEngine
import AVFRender
import AVFUnits

/// Places the sound in a recorded room; passes it untouched without an impulse response.
///
/// Not one of Apple's classes. C: `AVF_UNIT_CONVOLUTION`.
open class AVAudioUnitConvolution: AVAudioUnitEffect, @unchecked Sendable {
    // Sendable: see AVAudioNode.

    /// A unit with its parameters at their defaults.
    public override init() { super.init(UnitNode(native: UnitEntry(ConvolutionKernel.self))) }

    /// Share of the room: 0 is dry only, 100 wet only, with constant power between.
    ///
    /// 0…100 %, default 100 %. Values outside are clamped. [any] C: `AVF_CONVOLUTION_DRY_WET_MIX`.
    public var dryWetMix: Float {
        get { unit.parameters.load(0) }
        set { unit.parameters.store(newValue, at: 0) }
    }

    /// Gain of the room; −96 dB is silence.
    ///
    /// −96…24 dB, default 0 dB. Values outside are clamped. [any] C: `AVF_CONVOLUTION_GAIN`.
    public var gain: Float {
        get { unit.parameters.load(1) }
        set { unit.parameters.store(newValue, at: 1) }
    }
}
