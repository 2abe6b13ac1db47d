/// What an environment's output is heard with; for sources whose algorithm is `auto`.
public enum AVAudioEnvironmentOutputType: Int, Sendable {
    /// Loudspeakers: which device is plugged in cannot be known on Linux.
    case auto = 0
    /// Headphones: two channels are for two ears.
    case headphones = 1
    /// A computer's own two loudspeakers.
    case builtInSpeakers = 2
    /// Loudspeakers as the output's channel layout says.
    case externalSpeakers = 3
}
