/// One program of a bank, ready to be played: zones, and the samples they need in memory.
///
/// Immutable; share it between instruments and threads, and keep it as long as voices play its frames.
package final class InstrumentProgram: Sendable {
    /// The preset that it is.
    package let preset: BankPreset
    /// Its zones in the file's order; every one that fits a note plays.
    package let zones: [Zone]
    /// What was repaired, dropped or ignored while it was loaded.
    package let notes: [BankNote]
    /// Bytes of all samples that the zones refer to, each counted once.
    package let sampleByteCount: Int

    init(preset: BankPreset, zones: [Zone], notes: [BankNote]) {
        self.preset = preset
        self.zones = zones
        self.notes = notes
        var seen: Set<ObjectIdentifier> = []
        sampleByteCount = zones.reduce(0) { sum, zone in
            seen.insert(ObjectIdentifier(zone.frames)).inserted ? sum + zone.frames.byteCount : sum
        }
    }
}
