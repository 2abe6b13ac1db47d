import AVFEngine

// How many sources an environment renders. (Not in Apple's API.)

extension AVAudioEnvironmentNode {
    /// How many sources are heard at the most; 0, the default, for all. (Not in Apple's API.)
    ///
    /// Where there are more, those with the highest `voicePriority` are heard, and of equal ones those of
    /// which volume and distance leave most; the others fade out within 20 ms, cost almost nothing, and fade
    /// in when there is room again. That is decided every 1024 frames. Sources that are silent do not count.
    public final var maximumVoiceCount: Int {
        get { Int(environment.settings.voiceLimit) }
        set { environment.change { $0.voiceLimit = Int32(clamping: max(0, newValue)) } }
    }
}
