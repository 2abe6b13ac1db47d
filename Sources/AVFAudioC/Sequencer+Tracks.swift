// avf_sequencer.h documents these functions: tracks and their events.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AVFEngine
import AVFSequencing
public import CAVFAudio

@c @implementation
public func avf_sequencer_get_track_count(
    _ sequencer: OpaquePointer?, _ count: UnsafeMutablePointer<UInt32>?
) -> avf_status {
    give(count, "count", empty: 0) {
        UInt32(try HandleType.sequencer.object(sequencer).core.sequence.tracks.count)
    }
}

@c @implementation
public func avf_sequencer_get_track(
    _ sequencer: OpaquePointer?, _ index: UInt32, _ track: UnsafeMutablePointer<UInt32>?
) -> avf_status {
    give(track, "track", empty: 0) {
        let tracks = try HandleType.sequencer.object(sequencer).core.sequence.tracks
        return UInt32(try element(Int(index), of: tracks, "track").identifier)
    }
}

@c @implementation
public func avf_sequencer_append_track(
    _ sequencer: OpaquePointer?, _ track: UnsafeMutablePointer<UInt32>?
) -> avf_status {
    give(track, "track", empty: 0) {
        UInt32(try HandleType.sequencer.object(sequencer).edit { $0.appendTrack() })
    }
}

@c @implementation
public func avf_sequencer_remove_track(_ sequencer: OpaquePointer?, _ track: UInt32) -> avf_status {
    attempt {
        let open = try HandleType.sequencer.object(sequencer)
        do throws(SongError) {
            _ = try open.core.removeTrack(Int32(clamping: track))
        } catch {
            throw EngineError.song(error)
        }
    }
}

@c @implementation
public func avf_sequencer_set_destination(
    _ sequencer: OpaquePointer?, _ track: UInt32, _ unit: OpaquePointer?
) -> avf_status {
    attempt {
        let open = try HandleType.sequencer.object(sequencer)
        let identifier = try open.track(track).identifier
        let unit = unit == nil ? nil : try HandleType.unit.object(unit)
        try open.core.setDestination(unit, ofTrack: identifier)
    }
}

// MARK: - Settings

@c @implementation
public func avf_sequencer_set_track_settings(
    _ sequencer: OpaquePointer?, _ track: UInt32, _ settings: UnsafePointer<avf_track_settings>?,
    _ settingsSize: Int
) -> avf_status {
    attempt {
        let open = try HandleType.sequencer.object(sequencer)
        let settings = try known(settings, size: settingsSize, "settings", avf_track_settings())
        try open.edit(track) { (track) throws(SongError) in
            // Tried on a copy: all of it or nothing.
            var changed = track
            (changed.isMuted, changed.isSoloed) = (settings.is_muted, settings.is_soloed)
            changed.isLooping = settings.is_looping
            try changed.setPassCount(settings.pass_count == 0 ? nil : Int(settings.pass_count))
            try changed.setLoopRange(
                settings.loop_length == 0 ? nil : BeatRange(settings.loop_start, settings.loop_length))
            try changed.setOffset(settings.offset)
            try changed.setLength(settings.length)
            track = changed
        }
    }
}

@c @implementation
public func avf_sequencer_get_track_settings(
    _ sequencer: OpaquePointer?, _ track: UInt32, _ settingsSize: Int,
    _ settings: UnsafeMutablePointer<avf_track_settings>?
) -> avf_status {
    giveStruct(settings, "settings", size: settingsSize) {
        let track = try HandleType.sequencer.object(sequencer).track(track)
        return avf_track_settings(
            is_muted: track.isMuted, is_soloed: track.isSoloed, is_looping: track.isLooping,
            pass_count: UInt32(clamping: track.passCount ?? 0),
            loop_start: track.hasLoopRange ? track.loopRange.start : 0,
            loop_length: track.hasLoopRange ? track.loopRange.length : 0, offset: track.offset,
            length: track.length)
    }
}

// MARK: - Events

@c @implementation
public func avf_sequencer_add_event(
    _ sequencer: OpaquePointer?, _ track: UInt32, _ event: UnsafePointer<avf_song_event>?, _ eventSize: Int
) -> avf_status {
    attempt {
        let open = try HandleType.sequencer.object(sequencer)
        let given = try known(event, size: eventSize, "event", avf_song_event())
        let event = try given.event()
        try open.edit(track) { (track) throws(SongError) in try track.add(event, at: given.beat) }
    }
}

@c @implementation
public func avf_sequencer_get_event_count(
    _ sequencer: OpaquePointer?, _ track: UInt32, _ count: UnsafeMutablePointer<UInt32>?
) -> avf_status {
    give(count, "count", empty: 0) {
        UInt32(clamping: try HandleType.sequencer.object(sequencer).track(track).events.count)
    }
}

@c @implementation
public func avf_sequencer_get_event(
    _ sequencer: OpaquePointer?, _ track: UInt32, _ index: UInt32, _ eventSize: Int,
    _ event: UnsafeMutablePointer<avf_song_event>?
) -> avf_status {
    giveStruct(event, "event", size: eventSize) {
        let (beat, event) = try HandleType.sequencer.object(sequencer).event(track, index)
        return avf_song_event(event, at: beat)
    }
}

@c @implementation
public func avf_sequencer_get_event_data(
    _ sequencer: OpaquePointer?, _ track: UInt32, _ index: UInt32, _ data: UnsafeMutablePointer<UInt8>?,
    _ capacity: Int, _ size: UnsafeMutablePointer<Int>?
) -> avf_status {
    give(size, "size", empty: 0) {
        let content = try HandleType.sequencer.object(sequencer).event(track, index).event.content
        if let data, capacity > 0 {
            for (place, byte) in content.prefix(capacity).enumerated() { data[place] = byte }
        }
        return content.count
    }
}

@c @implementation
public func avf_sequencer_remove_events(
    _ sequencer: OpaquePointer?, _ track: UInt32, _ start: Double, _ length: Double, _ closesGap: Bool
) -> avf_status {
    attempt {
        try HandleType.sequencer.object(sequencer).edit(track) { (track) throws(SongError) in
            let range = BeatRange(start, length)
            if closesGap { try track.cut(range) } else { try track.clear(range) }
        }
    }
}

@c @implementation
public func avf_sequencer_move_events(
    _ sequencer: OpaquePointer?, _ track: UInt32, _ start: Double, _ length: Double, _ beats: Double
) -> avf_status {
    attempt {
        try HandleType.sequencer.object(sequencer).edit(track) { (track) throws(SongError) in
            try track.move(BeatRange(start, length), by: beats)
        }
    }
}

@c @implementation
public func avf_sequencer_copy_events(
    _ sequencer: OpaquePointer?, _ track: UInt32, _ start: Double, _ length: Double, _ target: UInt32,
    _ targetBeat: Double, _ pushesBack: Bool
) -> avf_status {
    attempt {
        let open = try HandleType.sequencer.object(sequencer)
        let source = try open.track(track)
        let range = BeatRange(start, length)
        try open.edit(target) { (track) throws(SongError) in
            if pushesBack {
                try track.copy(range, from: source, insertAt: targetBeat)
            } else {
                try track.copyAndMerge(range, from: source, mergeAt: targetBeat)
            }
        }
    }
}
