import AVFEngine

extension AVAudioUnitConvolution {
    /// Takes a file's sound as impulse response: any audio file of up to 30 s.
    ///
    /// One channel serves all channels of the unit; else there must be one for each, or one from each channel
    /// to each: in stereo left to left, left to right, right to left, right to right. Another rate is
    /// converted to the unit's. While the unit runs, the new room fades in and the old one fades away by
    /// itself. [control] C: `avf_unit_load_sound`.
    /// - Throws: An `NSError` for a file that cannot be read, is empty, too long, or has channels that do not
    ///   fit; the unit keeps what it has.
    public final func loadImpulseResponse(from url: URL) throws {
        try AVFAudioError.throwing { () throws(EngineError) in try unit.loadSound(at: url.path) }
    }

    /// Takes the impulse response away: the sound passes untouched. [control]
    ///
    /// C: `avf_unit_load_sound` with `NULL`.
    public final func removeImpulseResponse() {
        refusing { () throws(EngineError) in try unit.removeSound() }
    }

    /// The file of the impulse response; nil without one. [any]
    ///
    /// C: `avf_unit_get_sound_path`.
    public final var impulseResponseURL: URL? { unit.soundPath.map { URL(fileURLWithPath: $0) } }
}
