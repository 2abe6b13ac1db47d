/// What a band of an equaliser does to the spectrum.
public enum AVAudioUnitEQFilterType: Int, Sendable {
    /// Raises or lowers what is around the frequency: frequency, bandwidth and gain.
    case parametric = 0
    /// Lets pass what is below the frequency, where it has −3 dB.
    case lowPass = 1
    /// Lets pass what is above the frequency, where it has −3 dB.
    case highPass = 2
    /// A low pass with a peak: frequency and bandwidth.
    case resonantLowPass = 3
    /// A high pass with a peak: frequency and bandwidth.
    case resonantHighPass = 4
    /// Lets pass what is around the frequency: frequency and bandwidth.
    case bandPass = 5
    /// Takes out what is around the frequency: frequency and bandwidth.
    case bandStop = 6
    /// Raises or lowers what is below the frequency: frequency and gain.
    case lowShelf = 7
    /// Raises or lowers what is above the frequency: frequency and gain.
    case highShelf = 8
    /// A low shelf of a chosen slope: frequency, bandwidth and gain.
    case resonantLowShelf = 9
    /// A high shelf of a chosen slope: frequency, bandwidth and gain.
    case resonantHighShelf = 10
}
