import AVFMedia

extension AVAudioFile {
    /// Whether sound is missing that the file should have; an addition of ours.
    ///
    /// What is there can be read. WAVE, AIFF, CAF, AU and Ogg files know it when they are opened; FLAC, MP3
    /// and MPEG-4 files once reading has met the early end. False for a file that is written.
    public final var isIncomplete: Bool { file.handle.isIncomplete }

    /// The frames that the file's header promises; an addition of ours.
    ///
    /// The same as `length` unless the file is incomplete, and where an incomplete file does not say.
    public final var expectedLength: AVAudioFramePosition { file.handle.expectedLength }
}
