import AVFEngine
import AVFUnits

/// One band of an equaliser.
///
/// Values outside of a range are clamped; changes are heard with the next block, smoothly.
open class AVAudioUnitEQFilterParameters: NSObject, @unchecked Sendable {
    // Sendable: parameter targets may be read and written by any thread.
    /// Where a band's values are.
    private enum Place {
        case band(Int, of: UnitNode)
        case room(EnvironmentNode)
    }

    private let place: Place

    init(_ unit: UnitNode, band: Int) {
        place = .band(band, of: unit)
        super.init()
    }

    /// The band behind an environment's room.
    init(_ environment: EnvironmentNode) {
        place = .room(environment)
        super.init()
    }

    /// What the band does, default `parametric`.
    open var filterType: AVAudioUnitEQFilterType {
        get { AVAudioUnitEQFilterType(rawValue: Int(self[.filterType])) ?? .parametric }
        set { self[.filterType] = Float(newValue.rawValue) }
    }

    /// Centre or corner frequency in hertz, from 20 to half of the sample rate, default 1000.
    open var frequency: Float {
        get { self[.frequency] }
        set { self[.frequency] = newValue }
    }

    /// Width in octaves, 0.05…5, default 0.5.
    open var bandwidth: Float {
        get { self[.bandwidth] }
        set { self[.bandwidth] = newValue }
    }

    /// Gain in decibels, −96…24, default 0.
    open var gain: Float {
        get { self[.gain] }
        set { self[.gain] = newValue }
    }

    /// Whether the band leaves the sound alone, default true.
    open var bypass: Bool {
        get { self[.bypass] != 0 }
        set { self[.bypass] = newValue ? 1 : 0 }
    }

    private subscript(parameter: EqualizerKernel.Parameter) -> Float {
        get {
            switch place {
            case .band(let band, let unit):
                unit.value(atAddress: EqualizerKernel.address(parameter, band: band))
            case .room(let environment): environment.settings.reverbFilter[parameter]
            }
        }
        set {
            switch place {
            case .band(let band, let unit):
                unit.setValue(newValue, atAddress: EqualizerKernel.address(parameter, band: band))
            case .room(let environment): environment.change { $0.reverbFilter[parameter] = newValue }
            }
        }
    }
}

extension SpatialReverbFilter {
    /// A value by the equaliser's name for it.
    fileprivate subscript(parameter: EqualizerKernel.Parameter) -> Float {
        get {
            switch parameter {
            case .globalGain: 0
            case .bypass: isBypassed ? 1 : 0
            case .filterType: shape
            case .frequency: frequencyHz
            case .gain: gainDecibels
            case .bandwidth: bandwidthOctaves
            }
        }
        set {
            switch parameter {
            case .globalGain: break
            case .bypass: isBypassed = newValue != 0
            case .filterType: shape = newValue
            case .frequency: frequencyHz = newValue
            case .gain: gainDecibels = newValue
            case .bandwidth: bandwidthOctaves = newValue
            }
        }
    }
}

extension UnitNode {
    /// A parameter's target; 0 if there is no such address.
    func value(atAddress address: UInt64) -> Float {
        descriptor.index(ofAddress: address).map { parameters.load($0) } ?? 0
    }

    /// Sets a parameter's target, clamped; nothing happens if there is no such address.
    func setValue(_ value: Float, atAddress address: UInt64) {
        if let index = descriptor.index(ofAddress: address) { parameters.store(value, at: index) }
    }
}
