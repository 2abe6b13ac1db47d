import AVFEngine

/// Where audio enters or leaves the graph.
open class AVAudioIONode: AVAudioNode, @unchecked Sendable {
    // Sendable: see AVAudioNode.

    /// The unit that does the device's input and output; always nil, because devices have none here.
    open var audioUnit: AudioUnit? { nil }

    /// Seconds between the graph and what the device plays or has captured; 0 while no device is open.
    ///
    /// It follows the device while the engine runs.
    open var presentationLatency: TimeInterval { core.engine?.deviceLatencySeconds ?? 0 }

    /// Whether speech is processed; always false, because that is not supported yet.
    open var isVoiceProcessingEnabled: Bool { false }

    /// Turns the processing of speech on or off.
    ///
    /// - Throws: An `NSError` with the code −4 for on: that is not supported yet.
    open func setVoiceProcessingEnabled(_ enabled: Bool) throws {
        guard enabled else { return }
        throw AVFAudioError.error(
            .notSupported(node: core.name, reason: "cannot process voices: that is not supported yet"))
    }
}
