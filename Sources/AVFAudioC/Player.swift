// avf_node.h documents these functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AVFEngine
import AVFMedia
import AVFRender
import AVFUnits
public import CAVFAudio

@c @implementation
public func avf_player_create(_ player: UnsafeMutablePointer<OpaquePointer?>?) -> avf_status {
    giveHandle(player, "player", .player) { PlayerNode() }
}

// MARK: - Scheduling

@c @implementation
public func avf_player_schedule_buffer(
    _ player: OpaquePointer?, _ buffer: OpaquePointer?, _ schedule: UnsafePointer<avf_schedule>?
) -> avf_status {
    attempt {
        let how = try Schedule(schedule)
        let player = try HandleType.player.object(player)
        let buffer = try HandleType.buffer.object(buffer)
        try player.schedule(
            PlayableSamples(
                channels: buffer.channels, channelCount: buffer.format.channelCount,
                frameCount: buffer.frameLength, owner: buffer),
            start: how.start, loops: how.loops, interruption: how.interruption, completion: how.completion)
    }
}

@c @implementation
public func avf_player_schedule_file(
    _ player: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ schedule: UnsafePointer<avf_schedule>?
) -> avf_status {
    attempt {
        let how = try Schedule(schedule)
        try how.checkHasNoFlags()
        let player = try HandleType.player.object(player)
        let path = try text(path, "path")
        let frameCount = try AudioFileReader(path: path).frameCount
        try player.schedule(
            file: MediaSource(path: path), startFrame: 0, frameCount: Int64(frameCount), start: how.start,
            completion: how.completion)
    }
}

@c @implementation
public func avf_player_schedule_reader(
    _ player: OpaquePointer?, _ reader: OpaquePointer?, _ startFrame: UInt64, _ frameCount: UInt64,
    _ schedule: UnsafePointer<avf_schedule>?
) -> avf_status {
    attempt {
        let how = try Schedule(schedule)
        try how.checkHasNoFlags()
        let player = try HandleType.player.object(player)
        let reader = try HandleType.reader.object(reader)
        try player.schedule(
            reader.source, from: startFrame, frameCount, available: reader.frameCount, how)
    }
}

@c @implementation
public func avf_player_schedule_segment(
    _ player: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ startFrame: UInt64, _ frameCount: UInt64,
    _ schedule: UnsafePointer<avf_schedule>?
) -> avf_status {
    attempt {
        let how = try Schedule(schedule)
        try how.checkHasNoFlags()
        let player = try HandleType.player.object(player)
        let path = try text(path, "path")
        let available = try AudioFileReader(path: path).frameCount
        try player.schedule(
            MediaSource(path: path), from: startFrame, frameCount, available: available, how)
    }
}

extension PlayerNode {
    /// Schedules a part of a sound of so many frames; it is cut at its end.
    fileprivate func schedule(
        _ source: MediaSource, from startFrame: UInt64, _ frameCount: UInt64, available: Int, _ how: Schedule
    ) throws {
        let available = UInt64(available)
        guard startFrame <= available else {
            throw CallFailure.badArgument("Frame \(startFrame) lies behind the file's end, \(available).")
        }
        try schedule(
            file: source, startFrame: Int64(startFrame),
            frameCount: Int64(min(frameCount, available - startFrame)), start: how.start,
            completion: how.completion)
    }
}

/// An `avf_schedule` in the engine's words.
private struct Schedule {
    private(set) var start: Int64?
    private(set) var completion: PlayerCompletion?
    private let flags: UInt32

    /// Reads the program's wishes; its `destroy` is called in any case.
    init(_ schedule: UnsafePointer<avf_schedule>?) throws(CallFailure) {
        flags = schedule?.pointee.flags ?? 0
        guard let schedule else { return }
        guard schedule.pointee.struct_size >= MemoryLayout<avf_schedule>.size else {
            throw .badArgument(
                "struct_size is \(schedule.pointee.struct_size): begin with AVF_SCHEDULE_DEFAULTS.")
        }
        let wishes = schedule.pointee
        let context = CallbackContext(wishes.userdata, wishes.destroy)
        start = wishes.start == Int64.min ? nil : wishes.start
        guard let kind = Self.kinds[wishes.completion_kind] else {
            throw .badArgument("There is no completion kind with the code \(wishes.completion_kind).")
        }
        guard flags >> 3 == 0 else { throw .badArgument("The flags \(flags) hold one that is not known.") }
        let (callback, code) = (wishes.completion, wishes.completion_kind)
        completion = PlayerCompletion(kind) { _ in
            CallbackScope.run { callback?(code, context.userdata) }
        }
    }

    private static let kinds: [avf_completion_kind: PlayerCompletionKind] = [
        avf_completion_kind(AVF_COMPLETION_PLAYED_BACK): .dataPlayedBack,
        avf_completion_kind(AVF_COMPLETION_RENDERED): .dataRendered,
        avf_completion_kind(AVF_COMPLETION_CONSUMED): .dataConsumed,
    ]

    var loops: Bool { has(AVF_SCHEDULE_LOOPS) }

    var interruption: PlayerItem.Interruption {
        if has(AVF_SCHEDULE_INTERRUPTS_AT_LOOP) { return .atLoopEnd }
        return has(AVF_SCHEDULE_INTERRUPTS) ? .atItsTime : .never
    }

    func checkHasNoFlags() throws(CallFailure) {
        guard flags == 0 else { throw .badArgument("Flags are for buffers, not for files.") }
    }

    private func has(_ flag: Int) -> Bool { flags & UInt32(truncatingIfNeeded: flag) != 0 }
}

// MARK: - Transport

@c @implementation
public func avf_player_play(_ player: OpaquePointer?) -> avf_status {
    attempt { try HandleType.player.object(player).play() }
}

@c @implementation
public func avf_player_play_at(_ player: OpaquePointer?, _ sampleTime: Int64) -> avf_status {
    attempt { try HandleType.player.object(player).play(atSampleTime: sampleTime) }
}

@c @implementation
public func avf_player_pause(_ player: OpaquePointer?) -> avf_status {
    attempt { try HandleType.player.object(player).pause() }
}

@c @implementation
public func avf_player_stop(_ player: OpaquePointer?) -> avf_status {
    attempt { try HandleType.player.object(player).stop() }
}

@c @implementation
public func avf_player_get_is_playing(
    _ player: OpaquePointer?, _ isPlaying: UnsafeMutablePointer<Bool>?
) -> avf_status {
    give(isPlaying, "is_playing", empty: false) { try HandleType.player.object(player).isPlaying }
}

@c @implementation
public func avf_player_get_sample_time(
    _ player: OpaquePointer?, _ sampleTime: UnsafeMutablePointer<Int64>?
) -> avf_status {
    give(sampleTime, "sample_time", empty: 0) {
        let player = try HandleType.player.object(player)
        guard let instant = player.engine?.lastRenderInstant(of: player), let offset = player.timeOffset
        else {
            throw CallFailure(AVF_ERROR_WRONG_STATE, "'\(player.name)' stands still, so it has no time.")
        }
        return instant.sampleTime &- offset
    }
}
