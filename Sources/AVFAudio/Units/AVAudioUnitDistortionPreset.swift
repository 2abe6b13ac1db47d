/// What AVAudioUnitDistortion can do to a sound.
public enum AVAudioUnitDistortionPreset: Int, Sendable {
    /// Drums, brushed by coarse samples.
    case drumsBitBrush = 0
    /// Drums that come again like a stuck buffer.
    case drumsBufferBeats = 1
    /// Drums from a cheap sampler.
    case drumsLoFi = 2
    /// A torn loudspeaker.
    case multiBrokenSpeaker = 3
    /// A concert through a telephone.
    case multiCellphoneConcert = 4
    /// Coarse samples, a little.
    case multiDecimated1 = 5
    /// Coarse samples.
    case multiDecimated2 = 6
    /// Coarse samples, strongly.
    case multiDecimated3 = 7
    /// Coarse samples, beyond recognition.
    case multiDecimated4 = 8
    /// Warm overdrive.
    case multiDistortedFunk = 9
    /// A cube: odd harmonics.
    case multiDistortedCubed = 10
    /// A square: even harmonics.
    case multiDistortedSquared = 11
    /// Echoes of a quarter of a second.
    case multiEcho1 = 12
    /// Longer echoes, a little coarse.
    case multiEcho2 = 13
    /// Echoes close together.
    case multiEchoTight1 = 14
    /// Echoes so close that they ring.
    case multiEchoTight2 = 15
    /// All of it at once.
    case multiEverythingIsBroken = 16
    /// A voice from elsewhere.
    case speechAlienChatter = 17
    /// A voice through interference.
    case speechCosmicInterference = 18
    /// A voice between π and the golden ratio.
    case speechGoldenPi = 19
    /// A voice over a bad radio link.
    case speechRadioTower = 20
    /// A voice that swells and fades.
    case speechWaves = 21
}
