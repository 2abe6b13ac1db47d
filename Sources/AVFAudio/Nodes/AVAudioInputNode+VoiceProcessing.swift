// Processing of speech is not supported yet: what belongs to it reads as while it is off, and keeps nothing.

extension AVAudioInputNode {
    /// Whether speech passes unprocessed; always false, because nothing processes it.
    public var isVoiceProcessingBypassed: Bool {
        get { false }
        set {}
    }

    /// Whether the level of speech is kept even; always false, because nothing processes it.
    public var isVoiceProcessingAGCEnabled: Bool {
        get { false }
        set {}
    }

    /// Whether what was processed is silenced; always false, because nothing is processed.
    public var isVoiceProcessingInputMuted: Bool {
        get { false }
        set {}
    }
}
