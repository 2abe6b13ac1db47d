import AVFEngine
import AVFRender
import AVFUnits

/// An equaliser of any number of bands in series.
open class AVAudioUnitEQ: AVAudioUnitEffect, @unchecked Sendable {
    // Sendable: see AVAudioNode; the bands are made once.
    private let filters: [AVAudioUnitEQFilterParameters]

    /// An equaliser with that many bands, at most 1000, all of them bypassed.
    public init(numberOfBands: Int) {
        let count = min(max(numberOfBands, 0), 1000)
        let unit = UnitNode(native: UnitEntry(EqualizerKernel.self), sectionCount: count)
        filters = AVAudioUnitEQ.bands(of: unit, count)
        super.init(unit)
    }

    /// An equaliser with as many bands as the component has by itself, all of them bypassed.
    public override init() {
        let entry = UnitEntry(EqualizerKernel.self)
        let unit = UnitNode(native: entry)
        filters = AVAudioUnitEQ.bands(of: unit, entry.defaultSectionCount)
        super.init(unit)
    }

    /// The same by its component description.
    ///
    /// For the description of another unit the input passes through, and `loadError` says why.
    public override init(audioComponentDescription: AudioComponentDescription) {
        let entry = UnitEntry(EqualizerKernel.self)
        let unit = UnitNode(native: entry)
        filters = AVAudioUnitEQ.bands(of: unit, entry.defaultSectionCount)
        super.init(own: unit, as: audioComponentDescription)
    }

    private static func bands(of unit: UnitNode, _ count: Int) -> [AVAudioUnitEQFilterParameters] {
        (0..<count).map { AVAudioUnitEQFilterParameters(unit, band: $0) }
    }

    /// The bands, in the order in which the sound passes them.
    open var bands: [AVAudioUnitEQFilterParameters] { filters }

    /// Gain behind all bands in decibels, −96…24, default 0; −96 is silence.
    open var globalGain: Float {
        get { unit.value(atAddress: EqualizerKernel.address(.globalGain, band: 0)) }
        set { unit.setValue(newValue, atAddress: EqualizerKernel.address(.globalGain, band: 0)) }
    }
}
