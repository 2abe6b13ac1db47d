// Processing of speech is not supported yet: what belongs to it reads as while it is off, and switching it on
// is refused.

extension AVAudioInputNode {
    /// Whether speech passes unprocessed; always false, because nothing processes it.
    ///
    /// True is refused with a line on standard error.
    public var isVoiceProcessingBypassed: Bool {
        get { false }
        set { refuseVoiceProcessing(newValue) }
    }

    /// Whether the level of speech is kept even; always false, because nothing processes it.
    ///
    /// True is refused with a line on standard error.
    public var isVoiceProcessingAGCEnabled: Bool {
        get { false }
        set { refuseVoiceProcessing(newValue) }
    }

    /// Whether what was processed is silenced; always false, because nothing is processed.
    ///
    /// True is refused with a line on standard error.
    public var isVoiceProcessingInputMuted: Bool {
        get { false }
        set { refuseVoiceProcessing(newValue) }
    }

    private func refuseVoiceProcessing(_ isWanted: Bool) {
        do { try setVoiceProcessingEnabled(isWanted) } catch { AVAudioEngine.log(error) }
    }
}
