import AVFEngine

extension AVAudioUnitWavetable {
    /// Plays these cycles instead of those that it has: one period of a wave each, of equally many samples.
    ///
    /// A cycle has up to 4096 samples, or a multiple of 2048 for several in a row; there are 256 at most.
    /// Their mean is taken away, and what lies above the 1024th harmonic. While the unit runs, the change
    /// fades in. States do not hold them. [control] C: `avf_unit_set_cycles`.
    /// - Throws: An `NSError` for cycles that it cannot play; the unit keeps what it has.
    public final func setCycles(_ cycles: [[Float]]) throws {
        try AVFAudioError.throwing { () throws(EngineError) in try unit.setCycles(cycles) }
    }

    /// Plays the cycles of a file.
    ///
    /// Each channel is one of up to 4096 frames, or has several of 2048. [control] C: `avf_unit_load_sound`.
    /// - Throws: An `NSError` for a file that cannot be read or cannot be cut into cycles; the unit keeps
    ///   what it has.
    public final func loadCycles(from url: URL) throws {
        try AVFAudioError.throwing { () throws(EngineError) in try unit.loadSound(at: url.path) }
    }

    /// Goes back to sine, triangle, square and sawtooth. [control]
    ///
    /// C: `avf_unit_load_sound` with `NULL`.
    public final func removeCycles() {
        refusing { () throws(EngineError) in try unit.removeSound() }
    }

    /// The file of the cycles; nil for those that were given as samples, and without any. [any]
    ///
    /// C: `avf_unit_get_sound_path`.
    public final var cyclesURL: URL? { unit.soundPath.map { URL(fileURLWithPath: $0) } }
}
