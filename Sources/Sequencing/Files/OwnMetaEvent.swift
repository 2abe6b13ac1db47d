/// Events that MIDI files do not know, as sequencer-specific meta events: the manufacturer's number for
/// private use (7D), the letters AVF, a kind and its content.
enum OwnMetaEvent {
    private static let prefix: [UInt8] = [0x7D, 0x41, 0x56, 0x46]

    private enum Kind: UInt8 { case filler, user, parameter, preset, extendedNote, extendedTempo, trackState }

    /// An event that only makes a gap of more than 2^28 ticks possible.
    static let filler: [UInt8] = prefix + [Kind.filler.rawValue]

    /// Whether the content of a sequencer-specific event is one of ours that stands for no event.
    static func isFiller(_ data: [UInt8]) -> Bool { data == filler }

    // MARK: - Writing

    /// The content of the meta event that stands for an event; nil for those that MIDI files know.
    static func data(_ event: MusicEvent) -> [UInt8]? {
        switch event {
        case .user(let bytes): prefix + [Kind.user.rawValue] + bytes
        case .parameter(let parameter):
            prefix + [Kind.parameter.rawValue]
                + words(
                    parameter.identifier, parameter.scope, parameter.element, parameter.value.bitPattern)
        case .preset(let scope, let element, let data):
            prefix + [Kind.preset.rawValue] + words(scope, element) + data
        case .extendedNote(let note):
            prefix + [Kind.extendedNote.rawValue]
                + words(note.key.bitPattern, note.velocity.bitPattern, note.instrument, note.group)
                + double(note.duration)
        case .extendedTempo(let tempo): prefix + [Kind.extendedTempo.rawValue] + double(tempo)
        default: nil
        }
    }

    /// The content of the meta event that holds a track's settings.
    static func data(_ state: TrackState) -> [UInt8] {
        let flags = UInt8(
            (state.isMuted ? 1 : 0) | (state.isSoloed ? 2 : 0) | (state.isLooping ? 4 : 0)
                | (state.hasLoopRange ? 8 : 0))
        return prefix + [Kind.trackState.rawValue, flags] + words(UInt32(clamping: state.passCount ?? 0))
            + double(state.loopStart) + double(state.loopLength) + double(state.offset)
            + double(state.length)
    }

    private static func words(_ numbers: UInt32...) -> [UInt8] {
        numbers.flatMap { number in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
    }

    private static func double(_ number: Double) -> [UInt8] {
        let bits = number.bitPattern
        return words(UInt32(truncatingIfNeeded: bits >> 32), UInt32(truncatingIfNeeded: bits))
    }

    // MARK: - Reading

    private struct Content {
        var bytes: ArraySlice<UInt8>

        mutating func word() -> UInt32? {
            guard bytes.count >= 4 else { return nil }
            defer { bytes = bytes.dropFirst(4) }
            return bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
        }

        mutating func double() -> Double? {
            guard let high = word(), let low = word() else { return nil }
            let number = Double(bitPattern: UInt64(high) << 32 | UInt64(low))
            return number.isFinite ? number : nil
        }

        mutating func float() -> Float? {
            let number = word().map { Float(bitPattern: $0) }
            return number?.isFinite == true ? number : nil
        }
    }

    private static func content(_ data: [UInt8]) -> (Kind, Content)? {
        guard data.starts(with: prefix), data.count > prefix.count,
            let kind = Kind(rawValue: data[prefix.count])
        else { return nil }
        return (kind, Content(bytes: data.dropFirst(prefix.count + 1)))
    }

    /// The event that a sequencer-specific meta event's content stands for; nil if it is none of ours.
    static func event(_ data: [UInt8]) -> MusicEvent? {
        guard case (let kind, var content)? = content(data) else { return nil }
        switch kind {
        case .user: return .user(Array(content.bytes))
        case .parameter:
            guard let identifier = content.word(), let scope = content.word(), let element = content.word(),
                let value = content.float()
            else { return nil }
            return .parameter(.init(identifier: identifier, scope: scope, element: element, value: value))
        case .preset:
            guard let scope = content.word(), let element = content.word() else { return nil }
            return .preset(scope: scope, element: element, data: Array(content.bytes))
        case .extendedNote: return extendedNote(&content)
        case .extendedTempo:
            guard let tempo = content.double(), tempo > 0 else { return nil }
            return .extendedTempo(tempo)
        case .filler, .trackState: return nil
        }
    }

    private static func extendedNote(_ content: inout Content) -> MusicEvent? {
        guard let key = content.float(), let velocity = content.float(), let instrument = content.word(),
            let group = content.word(), let duration = content.double(), duration >= 0
        else { return nil }
        return .extendedNote(
            .init(key: key, velocity: velocity, instrument: instrument, group: group, duration: duration))
    }

    /// The track's settings that a sequencer-specific meta event holds.
    static func trackState(_ data: [UInt8]) -> TrackState? {
        guard case (let kind, var content)? = content(data), kind == .trackState,
            let flags = content.bytes.popFirst(),
            let passes = content.word(), let start = content.double(), let length = content.double(),
            let offset = content.double(), let trackLength = content.double(), start >= 0, length >= 0,
            trackLength >= 0
        else { return nil }
        return TrackState(
            isMuted: flags & 1 != 0, isSoloed: flags & 2 != 0, isLooping: flags & 4 != 0,
            hasLoopRange: flags & 8 != 0, passCount: passes == 0 ? nil : Int(passes), loopStart: start,
            loopLength: length, offset: offset, length: trackLength)
    }
}

/// The settings of a track that a file of ours keeps.
struct TrackState: Equatable {
    var isMuted = false
    var isSoloed = false
    var isLooping = false
    var hasLoopRange = false
    var passCount: Int?
    var loopStart = 0.0
    var loopLength = 0.0
    var offset = 0.0
    var length = 0.0
}
