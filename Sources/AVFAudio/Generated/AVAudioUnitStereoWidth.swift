// Made by `avf-dev generate` from the units' declarations. Do not edit.

import AVFEngine
import AVFRender
import AVFUnits

/// Makes stereo narrower or wider, or turns it into middle and side and back.
///
/// Not one of Apple's classes. C: `AVF_UNIT_STEREO_WIDTH`.
open class AVAudioUnitStereoWidth: AVAudioUnitEffect, @unchecked Sendable {
    // Sendable: see AVAudioNode.

    /// A unit with its parameters at their defaults.
    public override init() { super.init(UnitNode(native: UnitEntry(StereoWidthKernel.self))) }

    /// Gain of the side: 0 is mono, 100 leaves it, 200 doubles it.
    ///
    /// 0…200 %, default 100 %. Values outside are clamped. [any] C: `AVF_STEREO_WIDTH_WIDTH`.
    public var width: Float {
        get { unit.parameters.load(0) }
        set { unit.parameters.store(newValue, at: 0) }
    }

    /// What conversion can be.
    public enum Conversion: Int, Sendable, CaseIterable {
        /// Stereo.
        case stereo = 0
        /// To Mid Side.
        case toMidSide = 1
        /// From Mid Side.
        case fromMidSide = 2
    }

    /// What comes in and goes out: stereo, or middle and side as left and right.
    ///
    /// One of Stereo, To Mid Side, From Mid Side; default Stereo. [any] C:
    /// `AVF_STEREO_WIDTH_CONVERSION`.
    public var conversion: Conversion {
        get { Conversion(rawValue: Int(unit.parameters.load(1))) ?? .stereo }
        set { unit.parameters.store(Float(newValue.rawValue), at: 1) }
    }
}
