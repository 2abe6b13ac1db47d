import AVFEngine

// What a source's distance and size do to its sound, and how much it matters. (Not in Apple's API.)

extension AVAudio3DMixing where Self: AVAudioNode {
    /// How late the source is heard for its distance, in parts of what sound takes. (Not in Apple's API.)
    ///
    /// 0…4, default 0: at once. With 1, at 343 m/s, the pitch of a source that moves follows as Doppler says:
    /// up to an octave up or down, and as far as 343 m. The sound is 2 ms later on top, for the filter that
    /// reads it. An ambience bed has no distance.
    public var dopplerFactor: Float {
        get { core.mixing.placement.dopplerFactor }
        set { core.changePlacement { $0.dopplerFactor = newValue } }
    }

    /// How wide the source is on loudspeakers, 0…180 degrees, default 0. (Not in Apple's API.)
    ///
    /// Counts for the algorithm `auto` and layouts of more than two loudspeakers.
    public var spread: Float {
        get { core.mixing.placement.spread }
        set { core.changePlacement { $0.spread = newValue } }
    }

    /// What the air takes of the direct path, in dB at 5 kHz for each metre. (Not in Apple's API.)
    ///
    /// 0…1, default 0. Air at 20 °C and a humidity of 50 % takes 0.03 to 0.05 (ISO 9613-1).
    public var airAbsorption: Float {
        get { core.mixing.placement.airAbsorption }
        set { core.changePlacement { $0.airAbsorption = newValue } }
    }

    /// Who is heard where not all may be: sources with more, −100…100, default 0. (Not in Apple's API.)
    ///
    /// See `AVAudioEnvironmentNode.maximumVoiceCount`.
    public var voicePriority: Int {
        get { core.mixing.placement.priority }
        set { core.changePlacement { $0.priority = newValue } }
    }
}

extension AVAudioMixingDestination {
    /// How late the source is heard for its distance, 0…4. (Not in Apple's API.)
    public final var dopplerFactor: Float {
        get { input.placement.dopplerFactor }
        set { input.placement.dopplerFactor = newValue }
    }

    /// How wide the source is on loudspeakers, 0…180 degrees. (Not in Apple's API.)
    public final var spread: Float {
        get { input.placement.spread }
        set { input.placement.spread = newValue }
    }

    /// What the air takes of the direct path, 0…1 dB at 5 kHz for each metre. (Not in Apple's API.)
    public final var airAbsorption: Float {
        get { input.placement.airAbsorption }
        set { input.placement.airAbsorption = newValue }
    }

    /// Who is heard where not all may be: sources with more, −100…100. (Not in Apple's API.)
    public final var voicePriority: Int {
        get { input.placement.priority }
        set { input.placement.priority = newValue }
    }
}
