import AVFEngine
import AVFSpatial

/// The formula by which sources become softer with their distance.
public enum AVAudioEnvironmentDistanceAttenuationModel: Int, Sendable {
    /// `(distance / referenceDistance)` to the power of `−rolloffFactor`.
    case exponential = 1
    /// `referenceDistance / (referenceDistance + rolloffFactor · (distance − referenceDistance))`.
    case inverse = 2
    /// `1 − rolloffFactor · (distance − referenceDistance) / (maximumDistance − referenceDistance)`.
    case linear = 3
}

/// How the sources of an environment become softer with their distance from the listener.
///
/// The gain is never more than 1 or less than 0; values that make no sense together attenuate nothing. NaN is
/// ignored. Changes are heard from the next block on. [any]
open class AVAudioEnvironmentDistanceAttenuationParameters: NSObject, @unchecked Sendable {
    // Sendable: the node's settings are behind a Mutex.
    private let node: EnvironmentNode

    init(_ node: EnvironmentNode) {
        self.node = node
        super.init()
    }

    /// The formula, default `inverse`.
    open var distanceAttenuationModel: AVAudioEnvironmentDistanceAttenuationModel {
        get {
            AVAudioEnvironmentDistanceAttenuationModel(rawValue: node.settings.attenuation.model.rawValue)
                ?? .inverse
        }
        set {
            let model = DistanceAttenuation.Model(rawValue: newValue.rawValue) ?? .inverse
            node.change { $0.attenuation.model = model }
        }
    }

    /// The distance up to which nothing is attenuated, in metres, default 1.
    open var referenceDistance: Float {
        get { Float(node.settings.attenuation.referenceDistance) }
        set { set(newValue) { $0.referenceDistance = $1 } }
    }

    /// The distance beyond which nothing is attenuated further, in metres, default 100,000.
    ///
    /// `exponential` has none.
    open var maximumDistance: Float {
        get { Float(node.settings.attenuation.maximumDistance) }
        set { set(newValue) { $0.maximumDistance = $1 } }
    }

    /// How fast it goes, default 1; 0 is not at all.
    open var rolloffFactor: Float {
        get { Float(node.settings.attenuation.rolloffFactor) }
        set { set(newValue) { $0.rolloffFactor = $1 } }
    }

    private func set(_ value: Float, _ change: (inout DistanceAttenuation, Double) -> Void) {
        guard !value.isNaN else { return }
        node.change { change(&$0.attenuation, Double(value)) }
    }
}
