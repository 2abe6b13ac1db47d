import AVFEngine
import AVFMedia
import AVFSequencing

/// How a MIDI file is loaded.
public struct AVMusicSequenceLoadOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: UInt

    /// Options of these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// A track for each channel that is used, and a last one for everything else, instead of the file's own
    /// tracks.
    public static let smf_ChannelsToTracks = AVMusicSequenceLoadOptions(rawValue: 1)
}

extension AVAudioSequencer {
    /// Loads a MIDI file (format 0, 1 or 2, RMID, or a MIDI 2.0 clip) in place of the song that there was.
    ///
    /// Tempi, meters and SMPTE offsets of all tracks go to the tempo track. What is damaged is repaired or
    /// left out: see `loadNotes`.
    /// - Throws: An `NSError` that names the file: −43 if it is not there, −54 if it may not be read,
    ///   `kAudioUnitErr_InvalidFile` if it is no MIDI file. The song stays what it was then.
    public final func load(from fileURL: URL, options: AVMusicSequenceLoadOptions = []) throws {
        try load(MediaSource(path: fileURL.path), options)
    }

    /// As `load(from:options:)`, of a file in memory.
    public final func load(from data: Data, options: AVMusicSequenceLoadOptions = []) throws {
        try load(MediaSource(MemorySource([UInt8](data)), name: "data"), options)
    }

    private func load(_ source: MediaSource, _ options: AVMusicSequenceLoadOptions) throws {
        let file: MIDIFile
        do throws(EngineError) {
            file = try Sequencer.file(source)
        } catch .media(let cause) {
            throw AVFAudioError.error(cause, path: source.name)
        } catch {
            throw AVFAudioError.error(error)
        }
        use(Song(file, splitsChannels: options.contains(.smf_ChannelsToTracks)))
        table.loadNotes = file.repairs.map(\.description) + Self.further(file.furtherRepairCount)
        table.userInfo = Self.info(file)
    }

    private static func further(_ count: Int) -> [String] {
        count > 0 ? ["\(count) further places were repaired."] : []
    }

    /// Writes the song as a MIDI file of format 1.
    ///
    /// Mute, solo, loops, offsets and events that MIDI files do not know are kept in sequencer-specific
    /// events.
    /// - Parameters:
    ///   - fileURL: Where to; the file appears as a whole, or not at all.
    ///   - resolution: Ticks in a quarter note, 1…32767, to which positions are rounded; 0 for the song's
    ///     own.
    ///   - replace: Whether a file that is there is replaced.
    /// - Throws: An `NSError`: −54 for a file that is there and not replaced, −50 for a resolution that there
    ///   is not, or why it cannot be written.
    public final func write(
        to fileURL: URL, smpteResolution resolution: Int, replaceExisting replace: Bool
    ) throws {
        let bytes = try AVFAudioError.throwing { () throws(EngineError) in
            try core.fileBytes(ticksPerQuarter: resolution)
        }
        let options: Data.WritingOptions = replace ? .atomic : .withoutOverwriting
        do {
            try Data(bytes).write(to: fileURL, options: options)
        } catch let error as CocoaError where error.code == .fileWriteFileExists {
            throw AVFAudioError.error(
                kAudio_FilePermissionError, "“\(fileURL.path)” exists, and is not to be replaced.",
                path: fileURL.path)
        }
    }

    /// The song as the bytes of a MIDI file; empty with an error for a resolution that there is not.
    ///
    /// The bytes are those that `write` writes.
    @discardableResult
    public final func data(
        withSMPTEResolution SMPTEResolution: Int, error outError: NSErrorPointer
    ) -> Data {
        do throws(EngineError) {
            return Data(try core.fileBytes(ticksPerQuarter: SMPTEResolution))
        } catch {
            outError?.pointee = AVFAudioError.error(error)
            return Data()
        }
    }
}
