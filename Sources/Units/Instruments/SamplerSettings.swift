/// What holds for all voices.
struct SamplerSettings: BitwiseCopyable {
    /// The most notes' voices that sound at once.
    var voiceCount = 64
    /// Cents added to every pitch.
    var tuningCents = 0.0

    @_noLocks
    init() {}
}

/// What the engine knows of a voice beside its sound.
struct SamplerNote: BitwiseCopyable {
    var zone: UnsafePointer<SamplerZoneTable>
    var reference: UnsafeMutablePointer<SamplerProgramReference>
    var played: SamplerPlayedNote
    /// Which note-on it came from: larger ones are newer.
    var serial: UInt64
    var exclusiveClass: Int
    /// The key is down.
    var isDown = true
    /// The sostenuto pedal found the key down.
    var isSostenuto = false
    /// Released, fading or over.
    var isLeaving = false

    @_noLocks
    init(
        _ zone: UnsafePointer<SamplerZoneTable>, _ reference: UnsafeMutablePointer<SamplerProgramReference>,
        _ played: SamplerPlayedNote, serial: UInt64
    ) {
        self.zone = zone
        self.reference = reference
        self.played = played
        self.serial = serial
        exclusiveClass = Int(zone.pointee.generators[SamplerGenerator.exclusiveClass.number])
    }
}
