extension Song {
    /// The song of a MIDI file.
    ///
    /// Tempi, meters and SMPTE offsets of all tracks go to the tempo track; in a file of independent songs,
    /// each a track here, those of the first one only. The first of several tracks is the tempo track as a
    /// whole if it has nothing but meta events. With `splitsChannels` there is one track for each channel
    /// that is used, and a last one for everything else.
    package init(_ file: MIDIFile, splitsChannels: Bool = false) {
        self.init(timeBase: file.timeBase)
        var tempi: [Entry] = []
        var music: [MIDIFile.Track] = []
        for (place, track) in file.tracks.enumerated() {
            if place == 0, Self.isTempoTrack(track.events, in: file) {
                tempi += track.events.entries(0..<track.events.count)
                continue
            }
            var track = track
            let own = track.events.extract { $0.isOfTempoTrack }
            let isHeard = file.format != .independent || place == 0
            if isHeard { tempi += own }
            droppedTempoCount += isHeard ? 0 : own.count
            music.append(track)
        }
        var tempo = tempoTrack
        tempo.events.replaceAll(tempi)
        setTempoTrack(tempo)
        for track in splitsChannels ? Self.split(music) : music { append(track) }
    }

    private typealias Entry = (beat: Double, event: MusicEvent)

    private static func isTempoTrack(_ events: EventStore, in file: MIDIFile) -> Bool {
        guard file.format == .simultaneous, events.payloads.count == events.count else { return false }
        let isOfTempo = events.payloads.allSatisfy(\.isOfTempoTrack)
        let isMeta = events.payloads.allSatisfy { event in
            if case .meta = event { true } else { event.isOfTempoTrack }
        }
        return isOfTempo || isMeta && file.tracks.count > 1
    }

    private static func split(_ music: [MIDIFile.Track]) -> [MIDIFile.Track] {
        var channels: [[Entry]] = Array(repeating: [], count: 17)
        for track in music {
            for entry in track.events.entries(0..<track.events.count) {
                channels[channel(entry.event) ?? 16].append(entry)
            }
        }
        let length = music.reduce(0) { max($0, $1.length) }
        return channels.filter { !$0.isEmpty }.map { entries in
            var events = EventStore()
            events.replaceAll(entries)
            return MIDIFile.Track(events, length: length)
        }
    }

    private static func channel(_ event: MusicEvent) -> Int? {
        switch event {
        case .note(let note): Int(note.channel & 15)
        case .extendedNote(let note): Int(note.group & 15)
        case .polyPressure(let channel, _, _), .controlChange(let channel, _, _),
            .programChange(let channel, _, _), .channelPressure(let channel, _), .pitchBend(let channel, _):
            Int(channel & 15)
        default: nil
        }
    }

    private mutating func append(_ track: MIDIFile.Track) {
        let identifier = appendTrack()
        _ = try? edit(identifier) { (made) throws(SongError) in
            var events = track.events
            let settings = events.extract { Self.state($0) != nil }.compactMap { Self.state($0.event) }.last
            made.events = events
            if events.payloads.count == events.count { try? made.admit(events.payloads) }
            try made.setLength(settings?.length ?? track.length)
            if let settings { try made.use(settings) }
        }
    }

    private static func state(_ event: MusicEvent) -> TrackState? {
        guard case .meta(MusicEvent.MetaType.proprietary, let data) = event else { return nil }
        return OwnMetaEvent.trackState(data)
    }

    /// The song as a MIDI file: the tempo track, then the others.
    ///
    /// With another resolution positions are rounded to its ticks; 0 for the song's own. Mute, solo, loops,
    /// offsets, lengths, and events that MIDI files do not know are kept in sequencer-specific events.
    package func file(ticksPerQuarter: Int = 0) throws(SongError) -> MIDIFile {
        guard (0...32767).contains(ticksPerQuarter) else { throw .resolution(ticksPerQuarter) }
        let all = [MIDIFile.Track(tempoTrack.events, length: tempoTrack.length)] + tracks.map(Self.fileTrack)
        let isOwn = ticksPerQuarter == 0 || timeBase.fixedPicosecondsPerBeat != nil
        return MIDIFile(
            tracks: all, format: .simultaneous,
            timeBase: isOwn ? timeBase : .ticksPerQuarter(ticksPerQuarter))
    }

    private static func fileTrack(_ track: SongTrack) -> MIDIFile.Track {
        guard let state = track.state else { return MIDIFile.Track(track.events, length: track.length) }
        var events = EventStore()
        let settings = MusicEvent.meta(type: MusicEvent.MetaType.proprietary, data: OwnMetaEvent.data(state))
        events.replaceAll([(0, settings)] + track.events.entries(0..<track.events.count))
        return MIDIFile.Track(events, length: track.length)
    }
}

extension SongTrack {
    /// The settings that a file keeps; nil if they are what they are in a new track.
    var state: TrackState? {
        let state = TrackState(
            isMuted: isMuted, isSoloed: isSoloed, isLooping: isLooping, hasLoopRange: hasLoopRange,
            passCount: passCount, loopStart: hasLoopRange ? loopRange.start : 0,
            loopLength: hasLoopRange ? loopRange.length : 0, offset: offset, length: setLength)
        var usual = TrackState()
        usual.length = setLength
        return state == usual ? nil : state
    }

    /// Takes over what a file has kept.
    mutating func use(_ state: TrackState) throws(SongError) {
        (isMuted, isSoloed, isLooping) = (state.isMuted, state.isSoloed, state.isLooping)
        try setPassCount(state.passCount)
        try setOffset(state.offset)
        if state.hasLoopRange {
            try setLoopRange(BeatRange(start: state.loopStart, length: state.loopLength))
        }
    }
}
