import AVFDevices
import AVFRender
import Synchronization

/// How a sound sounds, and how loud it is.
extension SoundPlayer {
    private static let rampFrameCount = 480

    /// Linear gain from 0 on, default 1.
    package var volume: Float { state.withLock { $0.volume } }

    /// Moves the gain in a straight line, from where it is now.
    package func setVolume(_ volume: Float, fadeSeconds: Double = 0) {
        guard volume.isFinite, !fadeSeconds.isNaN else { return }
        edits.withLock {
            let gain = max(0, volume)
            let rateHz = state.withLock { state in
                state.volume = gain
                return state.strip?.sampleRateHz ?? 48_000
            }
            let frameCount = Int(min(max(0, fadeSeconds), 1e6) * rateHz)
            send(VoiceCommand(kind: .fade, gain: gain, frameCount: max(Self.rampFrameCount, frameCount)))
        }
    }

    /// Place between left (−1) and right (1), default 0.
    package var pan: Float {
        get { state.withLock { $0.pan } }
        set {
            guard !newValue.isNaN else { return }
            state.withLock { $0.pan = min(max(-1, newValue), 1) }
            apply()
        }
    }

    /// Whether `rate` is heard, default false; decided when the player is prepared.
    package var changesRate: Bool {
        get { state.withLock { $0.changesRate } }
        set { state.withLock { $0.changesRate = newValue } }
    }

    /// How fast it plays, with the pitch kept: 0.5…2, default 1.
    package var rate: Float {
        get { state.withLock { $0.rate } }
        set {
            guard !newValue.isNaN else { return }
            state.withLock { $0.rate = min(max(0.5, newValue), 2) }
            apply()
        }
    }

    /// Hands pan and rate to the graph.
    func apply() {
        let (strip, pan, rate) = state.withLock { ($0.strip, $0.pan, $0.rate) }
        guard let strip else { return }
        let (isMetering, isMeasuring) = state.withLock { ($0.isMetering, $0.isMeasuringLoudness) }
        strip.voice.meter.isEnabled = isMetering
        strip.voice.loudness.isEnabled = isMeasuring
        let mixer = shared.engine.mainMixerNode
        for (node, bus) in shared.engine.outputConnections(of: strip.last, bus: 0) where node === mixer {
            mixer.input(bus)?.pan = pan
        }
        strip.stretch?.parameters.store(rate, at: 0)
    }

    // MARK: - Levels

    /// Whether levels are measured, default false.
    package var isMetering: Bool {
        get { state.withLock { $0.isMetering } }
        set {
            state.withLock { $0.isMetering = newValue }
            apply()
        }
    }

    /// Takes the newest levels for `level`.
    package func updateLevels() {
        state.withLock { state in
            if state.isMetering { state.levels = state.strip?.voice.meter.levels() ?? [] }
            if state.isMeasuringLoudness, let voice = state.strip?.voice {
                state.loudness = voice.loudness.loudness
            }
        }
    }

    /// Whether loudness is measured, default false; switched on, it begins anew.
    package var isMeasuringLoudness: Bool {
        get { state.withLock { $0.isMeasuringLoudness } }
        set {
            state.withLock { state in
                if newValue, !state.isMeasuringLoudness { state.loudness = .silence }
                state.isMeasuringLoudness = newValue
            }
            apply()
        }
    }

    /// The loudness at the last update.
    package var loudness: Loudness { state.withLock { $0.loudness } }

    /// A channel's level at the last update; silence for a channel that there is not.
    package func level(ofChannel channel: Int) -> ChannelLevel {
        state.withLock { $0.levels.indices.contains(channel) ? $0.levels[channel] : .silence }
    }
}
