/// Told what becomes of a recording; every function may be left out.
public protocol AVAudioRecorderDelegate: NSObjectProtocol {
    /// The recording has ended, by `stop()` or because it is long enough, and its file is closed; not for an
    /// interruption.
    ///
    /// The flag is false if the file could not be written to its end: what is in it can be read.
    func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool)

    /// The file could not be written, for example because the disk is full; the recording ends with this.
    func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?)
}

extension AVAudioRecorderDelegate {
    /// Nothing, for a delegate that leaves the function out.
    public func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool) {}

    /// Nothing, for a delegate that leaves the function out.
    public func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?) {}
}
