import AVFSequencing

/// Shows an event and its position; both may be changed, and the event be removed by setting the flag.
public typealias AVMusicEventEnumerationBlock = (
    AVMusicEvent, UnsafeMutablePointer<AVMusicTimeStamp>, UnsafeMutablePointer<ObjCBool>
) -> Void

extension AVMusicTrack {
    /// Adds a copy of an event, behind those of the same position.
    ///
    /// The tempo track takes tempi, meters and SMPTE offsets only, which belong nowhere else; a track of
    /// automated parameters takes parameter events only.
    public final func addEvent(_ event: AVMusicEvent, at beat: AVMusicTimeStamp) {
        change { (track) throws(SongError) in try track.add(event.event(), at: beat) }
    }

    /// Moves the events that begin in a range by so many beats, forwards or back.
    public final func moveEvents(in range: AVBeatRange, by beatAmount: AVMusicTimeStamp) {
        change { (track) throws(SongError) in try track.move(range.core, by: beatAmount) }
    }

    /// Removes the events that begin in a range.
    public final func clearEvents(in range: AVBeatRange) {
        change { (track) throws(SongError) in try track.clear(range.core) }
    }

    /// Removes the events that begin in a range, and closes the gap.
    public final func cutEvents(in range: AVBeatRange) {
        change { (track) throws(SongError) in try track.cut(range.core) }
    }

    /// Inserts a copy of another track's events, and pushes later events back by the range's length.
    public final func copyEvents(
        in range: AVBeatRange, from sourceTrack: AVMusicTrack, insertAt insertStartBeat: AVMusicTimeStamp
    ) {
        guard let source = sourceTrack.track else { return }
        change { (track) throws(SongError) in
            try track.copy(range.core, from: source, insertAt: insertStartBeat)
        }
    }

    /// Lays a copy of another track's events over this one's.
    public final func copyAndMergeEvents(
        in range: AVBeatRange, from sourceTrack: AVMusicTrack, mergeAt mergeStartBeat: AVMusicTimeStamp
    ) {
        guard let source = sourceTrack.track else { return }
        change { (track) throws(SongError) in
            try track.copyAndMerge(range.core, from: source, mergeAt: mergeStartBeat)
        }
    }

    /// Shows the events that begin in a range, in the order of positions.
    ///
    /// What the block changes of an event or its position, and what it removes, is changed in the track
    /// afterwards; all of it or, where one change is refused, nothing. Other edits that the block makes of
    /// this track are lost.
    public final func enumerateEvents(in range: AVBeatRange, using block: AVMusicEventEnumerationBlock) {
        changeCopy { (track) throws(SongError) in
            var refusal: SongError?
            try track.enumerate(range.core) { event, beat, isRemoved in
                let object = AVMusicEvent.object(for: event)
                var (position, flag) = (beat, ObjCBool(false))
                block(object, &position, &flag)
                beat = position
                isRemoved = flag.boolValue
                do throws(SongError) { event = try object.event() } catch { refusal = error }
            }
            if let refusal { throw refusal }
        }
    }
}
