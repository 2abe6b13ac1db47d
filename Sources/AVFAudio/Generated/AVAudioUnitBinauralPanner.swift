// Made by `avf-dev generate` from the units' declarations. Do not edit.

import AVFEngine
import AVFRender
import AVFUnits

/// Puts a sound somewhere around the head, for headphones.
///
/// Not one of Apple's classes. C: `AVF_UNIT_BINAURAL_PANNER`.
open class AVAudioUnitBinauralPanner: AVAudioUnitEffect, @unchecked Sendable {
    // Sendable: see AVAudioNode.

    /// A unit with its parameters at their defaults.
    public override init() { super.init(UnitNode(native: UnitEntry(BinauralPannerKernel.self))) }

    /// From where it comes: 0 is the front, 90 the right, −90 the left.
    ///
    /// −180…180 °, default 0 °. Values outside are clamped. [any] C: `AVF_BINAURAL_PANNER_AZIMUTH`.
    public var azimuth: Float {
        get { unit.parameters.load(0) }
        set { unit.parameters.store(newValue, at: 0) }
    }

    /// How far up it comes from.
    ///
    /// −90…90 °, default 0 °. Values outside are clamped. [any] C: `AVF_BINAURAL_PANNER_ELEVATION`.
    public var elevation: Float {
        get { unit.parameters.load(1) }
        set { unit.parameters.store(newValue, at: 1) }
    }

    /// How far away it is; twice as far is half as loud.
    ///
    /// 0.25…100 m, default 1 m. Values outside are clamped. [any] C:
    /// `AVF_BINAURAL_PANNER_DISTANCE`.
    public var distance: Float {
        get { unit.parameters.load(2) }
        set { unit.parameters.store(newValue, at: 2) }
    }

    /// How far the sides of a stereo signal stand apart; at 0 they are one.
    ///
    /// 0…180 °, default 0 °. Values outside are clamped. [any] C: `AVF_BINAURAL_PANNER_WIDTH`.
    public var width: Float {
        get { unit.parameters.load(3) }
        set { unit.parameters.store(newValue, at: 3) }
    }

    /// What algorithm can be.
    public enum Algorithm: Int, Sendable, CaseIterable {
        /// Spherical Head.
        case sphericalHead = 0
        /// Equal Power.
        case equalPower = 1
    }

    /// By delays and shadows of a sphere, for headphones, or by two gains.
    ///
    /// One of Spherical Head, Equal Power; default Spherical Head. [any] C:
    /// `AVF_BINAURAL_PANNER_ALGORITHM`.
    public var algorithm: Algorithm {
        get { Algorithm(rawValue: Int(unit.parameters.load(4))) ?? .sphericalHead }
        set { unit.parameters.store(Float(newValue.rawValue), at: 4) }
    }
}
