/// Told what becomes of a player's sound; every function may be left out.
public protocol AVAudioPlayerDelegate: NSObjectProtocol {
    /// The sound has ended by itself; not when it was stopped, nor for an interruption.
    ///
    /// The flag is false if it could not be decoded to its end.
    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool)

    /// The sound is damaged; what was decoded before is heard.
    func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?)
}

extension AVAudioPlayerDelegate {
    /// Nothing, for a delegate that leaves the function out.
    public func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {}

    /// Nothing, for a delegate that leaves the function out.
    public func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {}
}
