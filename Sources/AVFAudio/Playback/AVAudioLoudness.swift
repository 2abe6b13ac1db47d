import AVFEngine

/// How loud a sound is, after ITU-R BS.1770 and EBU R 128. (Not in Apple's API.)
public struct AVAudioLoudness: Sendable, Equatable {
    /// Of the last 400 ms in LUFS, −120 for silence.
    public let momentary: Double
    /// Of the last 3 s in LUFS, −120 for silence.
    public let shortTerm: Double
    /// Of everything since the measuring began, without what is quiet, in LUFS; −120 for silence.
    public let integrated: Double
    /// The highest peak between samples since the measuring began, in decibels of full scale; −120 for
    /// silence.
    public let truePeak: Double

    init(_ loudness: Loudness) {
        momentary = loudness.momentaryLUFS
        shortTerm = loudness.shortTermLUFS
        integrated = loudness.integratedLUFS
        truePeak = loudness.truePeakDecibels
    }
}
