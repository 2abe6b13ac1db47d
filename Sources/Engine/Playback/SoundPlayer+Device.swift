import AVFDevices
import Synchronization

/// Where a sound is heard.
extension SoundPlayer {
    /// The device, as its backend names it; nil for the default one.
    package var deviceName: String? { shared.deviceName }

    /// Whether there is a device, as far as it is known; without one, sounds are silent.
    package var isHeard: Bool { shared.trouble == nil }

    /// Plays on another device, from where it stands.
    ///
    /// - Throws: `EngineError.device` when it does not open: then all stays as it was.
    package func move(to next: SharedSoundEngine) throws(EngineError) {
        try edits.withLock { () throws(EngineError) in
            let former = shared
            guard next !== former else { return }
            try next.checkDevice()
            try change({ $0.shared = next }, back: { $0.shared = former })
        }
    }

    /// The device's channels, from 0 on, that the sound's channels go to; nil, the default, mixes them by
    /// their places.
    package var outputChannels: [Int]? { state.withLock { $0.outputChannels } }

    /// Lets each channel of the sound go to a channel of the device.
    ///
    /// - Throws: `EngineError.badRenderRequest` for another number of channels than the sound's, one that is
    ///   named twice, or one that the device has not, as far as it is open; later `prepare` throws it.
    package func setOutputChannels(_ channels: [Int]?) throws(EngineError) {
        try edits.withLock { () throws(EngineError) in
            if let channels {
                guard channels.count == format.channelCount, Set(channels).count == channels.count,
                    channels.allSatisfy({ 0..<256 ~= $0 })
                else {
                    throw .badRenderRequest(
                        reason: "The channels \(channels.map { $0 + 1 }) are not one different channel for "
                            + "each of the \(format.channelCount) of “\(source.name)”.")
                }
            }
            let former = outputChannels
            guard former != channels else { return }
            try change({ $0.outputChannels = channels }, back: { $0.outputChannels = former })
        }
    }

    /// Changes what the strip is made by: it is taken down before and made again after.
    private func change(
        _ edit: @Sendable (inout State) -> Void, back: @Sendable (inout State) -> Void
    ) throws(EngineError) {
        let (wasPrepared, wasPlaying) = state.withLock { ($0.strip != nil, $0.isPlaying) }
        takeDown()
        state.withLock { edit(&$0) }
        guard wasPrepared else { return }
        do throws(EngineError) {
            try wasPlaying ? resume() : prepare()
        } catch {
            state.withLock { back(&$0) }
            try wasPlaying ? resume() : prepare()
            throw error
        }
    }

    private func resume() throws(EngineError) {
        state.withLock { $0.isPlaying = false }
        try play()
    }

    /// The device's channels for those of the sound, as the running engine has them.
    func checkedOutputChannels() throws(EngineError) -> [Int]? {
        guard let wanted = state.withLock({ $0.outputChannels }) else { return nil }
        let channelCount = shared.engine.format.channelCount
        if let none = wanted.first(where: { $0 >= channelCount }) {
            throw .badRenderRequest(
                reason: "The device has no channel \(none + 1) for “\(source.name)”: it has \(channelCount).")
        }
        return wanted
    }
}
