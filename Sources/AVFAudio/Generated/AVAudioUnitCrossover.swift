// Made by `avf-dev generate` from the units' declarations. Do not edit.

import AVFEngine
import AVFRender
import AVFUnits

/// Lets one of four bands pass; what units of all bands give adds up to a flat sum.
///
/// Not one of Apple's classes. C: `AVF_UNIT_CROSSOVER`.
open class AVAudioUnitCrossover: AVAudioUnitEffect, @unchecked Sendable {
    // Sendable: see AVAudioNode.

    /// A unit with its parameters at their defaults.
    public override init() { super.init(UnitNode(native: UnitEntry(CrossoverKernel.self))) }

    /// What band can be.
    public enum Band: Int, Sendable, CaseIterable {
        /// All.
        case all = 0
        /// Low.
        case low = 1
        /// Low Mid.
        case lowMid = 2
        /// High Mid.
        case highMid = 3
        /// High.
        case high = 4
    }

    /// What passes: a band, or all of them, which turns phases only.
    ///
    /// One of All, Low, Low Mid, High Mid, High; default All. [any] C: `AVF_CROSSOVER_BAND`.
    public var band: Band {
        get { Band(rawValue: Int(unit.parameters.load(0))) ?? .all }
        set { unit.parameters.store(Float(newValue.rawValue), at: 0) }
    }

    /// Between the lowest band and the next.
    ///
    /// 20…20000 Hz, default 120 Hz. Values outside are clamped. [any] C:
    /// `AVF_CROSSOVER_FREQUENCY1`.
    public var frequency1: Float {
        get { unit.parameters.load(1) }
        set { unit.parameters.store(newValue, at: 1) }
    }

    /// Between the two middle bands; held above the first one.
    ///
    /// 20…20000 Hz, default 1000 Hz. Values outside are clamped. [any] C:
    /// `AVF_CROSSOVER_FREQUENCY2`.
    public var frequency2: Float {
        get { unit.parameters.load(2) }
        set { unit.parameters.store(newValue, at: 2) }
    }

    /// Between the highest band and the one before; held above the second one.
    ///
    /// 20…20000 Hz, default 5000 Hz. Values outside are clamped. [any] C:
    /// `AVF_CROSSOVER_FREQUENCY3`.
    public var frequency3: Float {
        get { unit.parameters.load(3) }
        set { unit.parameters.store(newValue, at: 3) }
    }
}
