import Synchronization

/// How loud what is recorded is.
extension Recorder {
    /// Whether levels are measured, default false.
    package var isMetering: Bool {
        get { state.withLock { $0.isMetering } }
        set {
            state.withLock { state in
                state.isMetering = newValue
                state.session?.line.meter.isEnabled = newValue
            }
        }
    }

    /// Takes the newest levels for `level`.
    package func updateLevels() {
        state.withLock { state in
            if state.isMetering { state.levels = state.session?.line.meter.levels() ?? [] }
            if state.isMeasuringLoudness, let session = state.session {
                state.loudness = session.line.loudness.loudness
            }
        }
    }

    /// A channel's level at the last update; silence for a channel that there is not.
    package func level(ofChannel channel: Int) -> ChannelLevel {
        state.withLock { $0.levels.indices.contains(channel) ? $0.levels[channel] : .silence }
    }

    /// Whether loudness is measured, default false; switched on, and with each new file, it begins anew.
    package var isMeasuringLoudness: Bool {
        get { state.withLock { $0.isMeasuringLoudness } }
        set {
            state.withLock { state in
                if newValue, !state.isMeasuringLoudness { state.loudness = .silence }
                state.isMeasuringLoudness = newValue
                state.session?.line.loudness.isEnabled = newValue
            }
        }
    }

    /// The loudness at the last update.
    package var loudness: Loudness { state.withLock { $0.loudness } }
}
