import TestSupport

@testable import AVFSequencing

/// Random tracks whose events MIDI files can hold.
enum RandomMusic {
    /// A track of about so many events on the ticks of a time base; no two notes of a key overlap.
    static func track(
        _ count: Int, _ timeBase: TimeBase, using random: inout SeededGenerator
    ) -> MIDIFile.Track {
        var track = MIDIFile.Track()
        var tick: Int64 = 0
        // The first tick at which each key is free.
        var free: [Int: Int64] = [:]
        for _ in 0..<count {
            if Int.random(in: 0..<3, using: &random) > 0 {
                tick += Int64.random(in: 0...2000, using: &random)
            }
            let beat = timeBase.beat(ofTick: tick)
            guard Bool.random(using: &random) else {
                track.events.insert(content(using: &random), at: beat)
                continue
            }
            let slot = Int.random(in: 0..<2048, using: &random)
            guard free[slot, default: 0] <= tick else { continue }
            let ticks = Int64.random(in: 1...3000, using: &random)
            free[slot] = tick + ticks
            let note = MusicEvent.Note(
                channel: UInt8(slot >> 7), key: UInt8(slot & 127),
                velocity: .random(in: 1...127, using: &random),
                releaseVelocity: .random(in: 0...127, using: &random), duration: timeBase.beat(ofTick: ticks))
            track.events.insert(.note(note), at: beat)
        }
        let end = timeBase.tick(ofBeat: track.events.end) ?? 0
        track.length = timeBase.beat(ofTick: end + Int64.random(in: 1...5, using: &random))
        return track
    }

    /// An event that is no note.
    static func content(using random: inout SeededGenerator) -> MusicEvent {
        let channel = UInt8.random(in: 0...15, using: &random)
        let (first, second) = (
            UInt8.random(in: 0...127, using: &random), UInt8.random(in: 0...127, using: &random)
        )
        let bytes = (0..<Int.random(in: 0...200, using: &random)).map { _ in
            UInt8.random(in: 0...255, using: &random)
        }
        switch Int.random(in: 0..<14, using: &random) {
        case 0: return .polyPressure(channel: channel, key: first, pressure: second)
        case 1: return .controlChange(channel: channel, controller: first, value: second)
        case 2: return .programChange(channel: channel, program: first)
        case 3: return .channelPressure(channel: channel, pressure: first)
        case 4: return .pitchBend(channel: channel, value: UInt16(first) << 7 | UInt16(second))
        case 5: return .systemExclusive([0xF0] + bytes + [0xF7])
        case 6: return .escape(bytes)
        case 7: return .meta(type: 0x7F, data: bytes)
        case 8: return .tempo(microseconds: .random(in: 1...0xFF_FFFF, using: &random))
        case 9: return .user(bytes)
        case 10:
            return .parameter(
                .init(
                    identifier: .random(in: 0...(.max), using: &random), element: 3, value: Float(first) / 3))
        case 11: return .preset(scope: 1, element: 2, data: bytes)
        case 12:
            return .extendedNote(
                .init(key: Float(first) + 0.25, velocity: Float(second) / 3, group: 300, duration: 1.0 / 3))
        default: return .meta(type: [1, 3, 5, 0x54, 0x58, 0x59, 0x20][Int(first) % 7], data: bytes)
        }
    }

    /// A file of so many tracks.
    static func file(
        trackCount: Int, eventCount: Int, timeBase: TimeBase, using random: inout SeededGenerator
    ) -> MIDIFile {
        MIDIFile(
            tracks: (0..<trackCount).map { _ in track(eventCount, timeBase, using: &random) },
            format: trackCount == 1 ? .single : .simultaneous, timeBase: timeBase)
    }
}
