/// A song on the control side: a tempo track, and tracks of events.
///
/// A value: a change that is refused has changed nothing, and a copy is a state to go back to.
package struct Song: Sendable {
    /// What ticks count: 480 in a quarter note, or what the loaded file says.
    package let timeBase: TimeBase
    /// The tracks in their order, without the tempo track.
    package private(set) var tracks: [SongTrack] = []
    /// Tempi, meters and SMPTE offsets.
    package private(set) var tempoTrack: SongTrack
    /// Where beats are in time.
    package private(set) var tempoMap: TempoMap
    /// Tempi that were left out because the loaded file has songs of different tempo.
    package internal(set) var droppedTempoCount = 0
    private var nextIdentifier: Int32 = 1

    /// A song without tracks.
    package init(timeBase: TimeBase = .usual) {
        self.timeBase = timeBase
        tempoTrack = SongTrack(0, timeBase: timeBase, isTempoTrack: true)
        tempoMap = TempoMap(timeBase: timeBase)
    }

    // MARK: - Tracks

    /// Adds an empty track behind the others; its identifier.
    @discardableResult
    package mutating func appendTrack() -> Int32 {
        let identifier = nextIdentifier
        nextIdentifier += 1
        tracks.append(SongTrack(identifier, timeBase: timeBase))
        return identifier
    }

    /// Removes a track.
    package mutating func removeTrack(_ identifier: Int32) throws(SongError) {
        tracks.remove(at: try place(identifier))
    }

    /// A track, the tempo track among them.
    package func track(_ identifier: Int32) throws(SongError) -> SongTrack {
        identifier == tempoTrack.identifier ? tempoTrack : tracks[try place(identifier)]
    }

    private func place(_ identifier: Int32) throws(SongError) -> Int {
        guard let place = tracks.firstIndex(where: { $0.identifier == identifier }) else {
            throw .noSuchTrack(identifier)
        }
        return place
    }

    /// Changes a track in place; a change of it that throws has changed nothing.
    package mutating func edit<Answer>(
        _ identifier: Int32, _ body: (inout SongTrack) throws(SongError) -> Answer
    ) throws(SongError) -> Answer {
        if identifier == tempoTrack.identifier { return try editTempoTrack(body) }
        return try body(&tracks[try place(identifier)])
    }

    /// Changes the tempo track; nothing has changed if the body throws.
    package mutating func editTempoTrack<Answer>(
        _ body: (inout SongTrack) throws(SongError) -> Answer
    ) throws(SongError) -> Answer {
        var track = tempoTrack
        let answer = try body(&track)
        setTempoTrack(track)
        return answer
    }

    mutating func setTempoTrack(_ track: SongTrack) {
        tempoTrack = track
        let store = track.events
        let changes = (0..<store.count).compactMap { place -> TempoChange? in
            let picoseconds = store.event(at: place).picosecondsPerQuarter
            return picoseconds.map {
                TempoChange(unit: timeBase.unit(ofBeat: store.beat(at: place)), picosecondsPerQuarter: $0)
            }
        }
        let map = TempoMap(changes, timeBase: timeBase)
        // The same map as before lets the render side go on without looking for its place.
        if !map.isSame(as: tempoMap) { tempoMap = map }
    }

    // MARK: - The whole

    /// The end of the longest track in beats, without loops.
    package var length: Double { tracks.reduce(tempoTrack.length) { max($0, $1.offset + $1.length) } }

    /// Seconds from the song's beginning to the end of the longest track, without loops.
    package var lengthInSeconds: Double { tempoMap.seconds(ofBeat: length) }

    /// Lets every track run backwards, within the length of the longest one.
    package mutating func reverse() {
        let length = tracks.reduce(tempoTrack.length) { max($0, $1.length) }
        for place in tracks.indices { tracks[place].reverse(length: length) }
        var tempo = tempoTrack
        tempo.reverse(length: length)
        setTempoTrack(tempo)
    }

    /// The song for the render side.
    ///
    /// Tracks without changes since the last call are not made again.
    package mutating func makeTimeline() -> EventTimeline {
        let hasSolo = tracks.contains { $0.isSoloed && !$0.isMuted }
        var lanes: [(LaneMemory, Lane)] = []
        var end = timeBase.unit(ofBeat: 0)
        for place in tracks.indices {
            end = max(end, tracks[place].endUnit)
            let isAudible = !tracks[place].isMuted && (!hasSolo || tracks[place].isSoloed)
            if isAudible { lanes.append(tracks[place].lane()) }
        }
        return EventTimeline(tempoMap: tempoMap, meters: meters, lanes: lanes, endUnit: end)
    }

    /// The changes of meter, in the order of positions.
    private var meters: [MeterChange] {
        (0..<tempoTrack.events.count).compactMap { place in
            guard
                case .meta(MusicEvent.MetaType.timeSignature, let data) = tempoTrack.events.event(at: place),
                data.count >= 2
            else { return nil }
            return MeterChange(
                unit: timeBase.unit(ofBeat: tempoTrack.events.beat(at: place)), numerator: data[0],
                denominatorPower: data[1])
        }
    }
}
