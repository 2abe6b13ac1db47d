import AVFEngine
import AVFUnits

/// The room that the sources of an environment share; each one's `reverbBlend` says how much of it is heard.
///
/// Values outside of a range are clamped, and NaN is ignored. Changes are heard from the next block on,
/// smoothly. [any]
open class AVAudioEnvironmentReverbParameters: NSObject, @unchecked Sendable {
    // Sendable: the node's settings are behind a Mutex.
    private let node: EnvironmentNode
    private let filter: AVAudioUnitEQFilterParameters

    init(_ node: EnvironmentNode) {
        self.node = node
        filter = AVAudioUnitEQFilterParameters(node)
        super.init()
    }

    /// Whether there is a room, default false; without one, sources are dry whatever their `reverbBlend`.
    open var enable: Bool {
        get { node.settings.isReverbEnabled }
        set { node.change { $0.isReverbEnabled = newValue } }
    }

    /// Gain of the room in decibels, −40…40, default 0.
    open var level: Float {
        get { node.settings.reverbDecibels }
        set { node.change { $0.reverbDecibels = newValue } }
    }

    /// One band of an equaliser behind the room, bypassed by default.
    open var filterParameters: AVAudioUnitEQFilterParameters { filter }

    /// Turns the room into another one, but leaves `filterParameters` as they are.
    ///
    /// Default `mediumRoom`.
    open func loadFactoryReverbPreset(_ preset: AVAudioUnitReverbPreset) {
        guard let room = SpatialRoom(preset: preset.rawValue) else { return }
        node.change { $0.room = room }
    }
}
