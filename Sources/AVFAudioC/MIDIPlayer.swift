// avf_sequencer.h documents these functions: songs with the sounds to play them.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AVFEngine
import AVFMedia
public import CAVFAudio

@c @implementation
public func avf_midi_player_create(
    _ path: UnsafePointer<CChar>?, _ bankPath: UnsafePointer<CChar>?,
    _ player: UnsafeMutablePointer<OpaquePointer?>?
) -> avf_status {
    giveHandle(player, "player", .midiPlayer) {
        try makePlayer(MediaSource(path: text(path, "path")), bankPath)
    }
}

/// A player in an engine of its own, whose device it gives back.
private func makePlayer(_ source: MediaSource, _ bankPath: UnsafePointer<CChar>?) throws -> MIDIPlayer {
    let player = try MIDIPlayer(source, bankPath: bankPath == nil ? nil : text(bankPath, "bank_path"))
    player.givesDeviceBack = true
    return player
}

@c @implementation
public func avf_midi_player_create_from_memory(
    _ data: UnsafeRawPointer?, _ size: Int, _ bankPath: UnsafePointer<CChar>?,
    _ player: UnsafeMutablePointer<OpaquePointer?>?
) -> avf_status {
    giveHandle(player, "player", .midiPlayer) {
        try makePlayer(memory(data, size), bankPath)
    }
}

@c @implementation
public func avf_midi_player_retain(_ player: OpaquePointer?) -> avf_status {
    retain(player, as: .midiPlayer)
}

@c @implementation
public func avf_midi_player_release(_ player: OpaquePointer?) -> avf_status {
    release(player, as: .midiPlayer)
}

@c @implementation
public func avf_midi_player_get_engine(
    _ player: OpaquePointer?, _ engine: UnsafeMutablePointer<OpaquePointer?>?
) -> avf_status {
    giveHandle(engine, "engine", .engine) {
        let player = try HandleType.midiPlayer.object(player)
        player.givesDeviceBack = false
        return player.engine
    }
}

@c @implementation
public func avf_midi_player_get_sequencer(
    _ player: OpaquePointer?, _ sequencer: UnsafeMutablePointer<OpaquePointer?>?
) -> avf_status {
    giveHandle(sequencer, "sequencer", .sequencer) {
        let player = try HandleType.midiPlayer.object(player)
        return OpenSequencer(player.sequencer, player.engine)
    }
}

@c @implementation
public func avf_midi_player_get_sampler(
    _ player: OpaquePointer?, _ sampler: UnsafeMutablePointer<OpaquePointer?>?
) -> avf_status {
    giveHandle(sampler, "sampler", .unit) { try HandleType.midiPlayer.object(player).sampler }
}

@c @implementation
public func avf_midi_player_get_note(
    _ player: OpaquePointer?, _ index: UInt32, _ note: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> avf_status {
    giveFrom(player, .midiPlayer, note, "note", empty: nil) { player in
        let notes = player.songNotes + player.sampler.programNotes
        return notes.indices.contains(Int(index)) ? StringPool.string(notes[Int(index)]) : nil
    }
}

@c @implementation
public func avf_midi_player_play(
    _ player: OpaquePointer?, _ callback: avf_midi_player_callback?, _ userdata: UnsafeMutableRawPointer?,
    _ destroy: avf_destroy?
) -> avf_status {
    let context = CallbackContext(userdata, destroy)
    return attempt {
        try HandleType.midiPlayer.object(player).play {
            CallbackScope.run { callback?(context.userdata) }
        }
    }
}

@c @implementation
public func avf_midi_player_stop(_ player: OpaquePointer?) -> avf_status {
    attempt { try HandleType.midiPlayer.object(player).stop() }
}

@c @implementation
public func avf_midi_player_get_playing(
    _ player: OpaquePointer?, _ isPlaying: UnsafeMutablePointer<Bool>?
) -> avf_status {
    give(isPlaying, "is_playing", empty: false) { try HandleType.midiPlayer.object(player).isPlaying }
}

@c @implementation
public func avf_midi_player_get_duration(
    _ player: OpaquePointer?, _ seconds: UnsafeMutablePointer<Double>?
) -> avf_status {
    give(seconds, "seconds", empty: 0) { try HandleType.midiPlayer.object(player).durationSeconds }
}

@c @implementation
public func avf_midi_player_set_position(_ player: OpaquePointer?, _ seconds: Double) -> avf_status {
    attempt {
        let player = try HandleType.midiPlayer.object(player)
        guard seconds >= 0, seconds.isFinite else {
            throw CallFailure.badArgument("\(seconds) s is no position.")
        }
        player.positionSeconds = seconds
    }
}

@c @implementation
public func avf_midi_player_get_position(
    _ player: OpaquePointer?, _ seconds: UnsafeMutablePointer<Double>?
) -> avf_status {
    give(seconds, "seconds", empty: 0) { try HandleType.midiPlayer.object(player).positionSeconds }
}
