import AVFMedia
import AVFPluginCatalog
import AVFSequencing
import Glibc

/// Songs from files, and into them.
extension Sequencer {
    /// Bytes of the largest MIDI file that is read: 256 MiB.
    package static let fileByteLimit = 256 << 20

    /// Reads a MIDI file.
    ///
    /// - Throws: `EngineError.media` if it cannot be read, `EngineError.midiFile` if it is none.
    package static func file(_ source: MediaSource) throws(EngineError) -> MIDIFile {
        let bytes: [UInt8]
        do { bytes = try source.allBytes(atMost: fileByteLimit) } catch { throw .media(error) }
        do { return try MIDIFile(bytes) } catch { throw .midiFile(name: source.name, error) }
    }

    /// The song as the bytes of a MIDI file; 0 ticks in a quarter note for the song's own.
    ///
    /// - Throws: `EngineError.song` for a resolution that files cannot have.
    package func fileBytes(ticksPerQuarter: Int) throws(EngineError) -> [UInt8] {
        do { return try sequence.file(ticksPerQuarter: ticksPerQuarter).bytes() } catch { throw .song(error) }
    }

    /// Writes the song as a MIDI file, in place of a file that is there.
    ///
    /// - Throws: As `fileBytes`, and `EngineError.media` if it cannot be written.
    package func write(to path: String, ticksPerQuarter: Int) throws(EngineError) {
        let bytes = try fileBytes(ticksPerQuarter: ticksPerQuarter)
        guard SmallFile.write(path, bytes) else {
            throw .media(.openFailed(path, reason: String(cString: strerror(errno))))
        }
    }
}
