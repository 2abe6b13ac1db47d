/// Reads the events of one track, as far as they can be understood.
struct MIDITrackReader {
    /// Beats without an event that are believed behind a place that could not be read.
    private static let longestGapInBeats = 256

    private var bytes: ByteRange
    private let timeBase: TimeBase
    private let track: Int
    private var tick: Int64 = 0
    /// The status that events without one have; 0 for none.
    private var runningStatus: UInt8 = 0
    private var isDamaged = false
    private var isLost = false
    private var notes = OpenNotes()
    private(set) var events = EventStore()
    /// Whether the event that ends a track has been reached.
    private(set) var hasEnded = false

    /// A reader for these bytes.
    init(_ bytes: ByteRange, timeBase: TimeBase, track: Int) {
        self.bytes = bytes
        self.timeBase = timeBase
        self.track = track
    }

    /// The byte behind the last one that was read.
    var position: Int { bytes.position }

    /// Whether every byte was understood, up to the event that ends a track.
    var isPerfect: Bool { hasEnded && !isDamaged && !isLost }

    /// The track's length in beats.
    var length: Double { timeBase.beat(ofTick: tick) }

    /// Reads all events; with `isStrict` only up to the first place that is damaged.
    mutating func read(_ log: inout RepairLog, isStrict: Bool = false) {
        while bytes.left > 0, !hasEnded, !isLost, !(isStrict && isDamaged) {
            guard readDelta(&log), let status = readStatus(&log) else { break }
            readEvent(status, &log)
        }
        if !hasEnded, !isLost { report(.noEndOfTrack, &log) }
        endNotes(&log)
    }

    private func report(_ problem: MIDIFileRepair.Problem, _ log: inout RepairLog, at offset: Int? = nil) {
        log.add(problem, track: track, at: offset ?? bytes.position)
    }

    /// Reports what makes the rest of the track unreadable.
    private mutating func lose(
        _ problem: MIDIFileRepair.Problem, _ log: inout RepairLog, at offset: Int? = nil
    ) {
        report(problem, &log, at: offset)
        isLost = true
    }

    // MARK: - Time and status

    /// Reads the time to the next event; false if the track ends instead.
    private mutating func readDelta(_ log: inout RepairLog) -> Bool {
        guard let delta = readNumber(&log) else { return false }
        if isDamaged, delta > Self.longestGapInBeats * timeBase.ticksPerBeat {
            let beats = timeBase.beat(ofTick: Int64(delta))
            lose(.gapAfterDamage(beats: beats), &log)
            return false
        }
        guard tick + Int64(delta) <= TimeBase.lastTick else {
            lose(.position, &log)
            return false
        }
        tick += Int64(delta)
        return true
    }

    private mutating func readNumber(_ log: inout RepairLog) -> Int? {
        let start = bytes.position
        switch bytes.variableLength() {
        case .number(let number): return number
        case .cut: lose(.cutEvent, &log, at: start)
        case .tooLong: lose(.lengthOfNumber, &log, at: start)
        }
        return nil
    }

    /// The next event's status, its own or the one before; nil at the end.
    private mutating func readStatus(_ log: inout RepairLog) -> UInt8? {
        let start = bytes.position
        guard let byte = bytes.next() else {
            lose(.cutEvent, &log)
            return nil
        }
        if byte >= 0x80 { return byte }
        if runningStatus != 0 {
            bytes.position = start
            return runningStatus
        }
        while let skipped = bytes.next() {
            guard skipped >= 0x80 else { continue }
            isDamaged = true
            let count = bytes.position - 1 - start
            report(.eventWithoutStatus(skippedByteCount: count), &log, at: start)
            return skipped
        }
        lose(.eventWithoutStatus(skippedByteCount: bytes.end - start), &log, at: start)
        return nil
    }

    // MARK: - Events

    private mutating func readEvent(_ status: UInt8, _ log: inout RepairLog) {
        switch status {
        case 0xFF: readMeta(&log)
        case 0xF0, 0xF7: readExclusive(status, &log)
        case 0xF1...0xFE:
            // A system message that is none of a file's: it has a delta of its own, and is left out.
            report(.unexpectedStatus(status), &log, at: bytes.position - 1)
            _ = bytes.take(min(bytes.left, status == 0xF2 ? 2 : status == 0xF1 || status == 0xF3 ? 1 : 0))
        default:
            runningStatus = status
            readMessage(status, &log)
        }
    }

    private static func dataByteCount(_ status: UInt8) -> Int { status & 0xE0 == 0xC0 ? 1 : 2 }

    private mutating func readMessage(_ status: UInt8, _ log: inout RepairLog) {
        let start = bytes.position
        let count = Self.dataByteCount(status)
        guard let first = bytes[start], let second = bytes[start + count - 1] else {
            lose(.cutEvent, &log, at: start)
            bytes.position = bytes.end
            return
        }
        guard first < 0x80, second < 0x80 else {
            resume(behind: start, count: count, &log)
            return
        }
        bytes.position += count
        add(status, first, count == 2 ? second : 0)
    }

    private mutating func add(_ status: UInt8, _ data1: UInt8, _ data2: UInt8) {
        let channel = status & 0x0F
        let kind: StoredEvent.Kind
        switch status & 0xF0 {
        case 0x80:
            notes.end(channel, data1, releaseVelocity: data2, atTick: tick, timeBase, &events)
            return
        case 0x90 where data2 == 0:
            notes.end(channel, data1, releaseVelocity: 64, atTick: tick, timeBase, &events)
            return
        case 0x90:
            notes.begin(channel, data1, velocity: data2, at: timeBase.beat(ofTick: tick), &events)
            return
        case 0xA0: kind = .polyPressure
        case 0xB0: kind = .controlChange
        case 0xC0: kind = .programChange
        case 0xD0: kind = .channelPressure
        default: kind = .pitchBend
        }
        events.append(
            StoredEvent(
                kind, beat: timeBase.beat(ofTick: tick), channel: channel, data1, data2,
                extra: kind == .programChange ? StoredEvent.noBank : 0))
    }

    private mutating func endNotes(_ log: inout RepairLog) {
        let (open, unmatched) = notes.endAll(atTick: tick, timeBase, &events)
        if open > 0 { report(.notesWithoutEnd(count: open), &log) }
        if unmatched > 0 { report(.endsWithoutNote(count: unmatched), &log) }
    }

    // MARK: - Events with content

    /// The length of an event's content, which is within the track; nil if it is not.
    private mutating func readLength(_ log: inout RepairLog) -> Int? {
        let start = bytes.position
        guard let length = readNumber(&log) else { return nil }
        guard length <= bytes.left else {
            lose(.contentTooLong(announced: length, available: bytes.left), &log, at: start)
            return nil
        }
        return length
    }

    private mutating func readExclusive(_ status: UInt8, _ log: inout RepairLog) {
        guard let length = readLength(&log), let data = bytes.take(length) else { return }
        append(status == 0xF0 ? .systemExclusive([0xF0] + data) : .escape(data))
    }

    private mutating func append(_ event: MusicEvent) {
        events.append(event, at: timeBase.beat(ofTick: tick))
    }

    private mutating func readMeta(_ log: inout RepairLog) {
        let start = bytes.position
        guard let type = bytes.next() else {
            lose(.cutEvent, &log, at: start)
            return
        }
        if type == MusicEvent.MetaType.endOfTrack {
            hasEnded = true
            if case .number(let length) = bytes.variableLength() { _ = bytes.take(min(length, bytes.left)) }
            return
        }
        guard let length = readLength(&log), let data = bytes.take(length) else { return }
        if type == MusicEvent.MetaType.tempo, length != 3 || data == [0, 0, 0] {
            report(length == 3 ? .tempoOfZero : .tempo(byteCount: length), &log, at: start)
        } else if type == MusicEvent.MetaType.proprietary {
            readProprietary(data)
        } else {
            append(.meta(type: type, data: data))
        }
    }

    /// A sequencer-specific event, which may be one of ours.
    private mutating func readProprietary(_ data: [UInt8]) {
        guard !OwnMetaEvent.isFiller(data) else { return }
        guard let event = OwnMetaEvent.event(data) else {
            append(.meta(type: MusicEvent.MetaType.proprietary, data: data))
            return
        }
        // Before an exact tempo there is the same one for others, in microseconds.
        if case .extendedTempo = event { events.removeLastTempo(at: timeBase.beat(ofTick: tick)) }
        append(event)
    }

    // MARK: - Behind damage

    /// Leaves an event out whose data cannot be, and finds the next one.
    ///
    /// If a status follows where this event should end, a byte was wrong. If the wrong byte looks like an
    /// event, bytes are missing. If neither, what follows may have the same status; else the next place that
    /// looks like an event is believed to be one.
    private mutating func resume(behind start: Int, count: Int, _ log: inout RepairLog) {
        isDamaged = true
        let wrong = (start..<(start + count)).first { (bytes[$0] ?? 0) >= 0x80 } ?? start
        let byte = bytes[wrong] ?? 0
        bytes.position = start + count
        if deltaFollows(looksLikeEvent)
            || !looksLikeEvent(wrong) && deltaFollows({ hasData($0, Self.dataByteCount(runningStatus)) })
        {
            report(.dataByte(byte, skippedByteCount: count), &log, at: start)
            return
        }
        guard let next = (wrong..<bytes.end).first(where: looksLikeEvent) else {
            lose(.dataByte(byte, skippedByteCount: bytes.end - start), &log, at: start)
            bytes.position = bytes.end
            return
        }
        report(.dataByte(byte, skippedByteCount: next - start), &log, at: start)
        bytes.position = next + 1
        readEvent(bytes[next] ?? 0, &log)
    }

    /// Whether a delta follows, and then something that fits, or the end.
    private func deltaFollows(_ fits: (_ place: Int) -> Bool) -> Bool {
        var ahead = bytes
        guard ahead.left > 0 else { return true }
        guard case .number(let delta) = ahead.variableLength() else { return false }
        return delta <= Self.longestGapInBeats * timeBase.ticksPerBeat && fits(ahead.position)
    }

    private func hasData(_ place: Int, _ count: Int) -> Bool {
        (0..<count).allSatisfy { (bytes[place + $0] ?? 0xFF) < 0x80 }
    }

    /// Whether a status stands at a place, with what it needs behind it.
    private func looksLikeEvent(_ place: Int) -> Bool {
        guard let status = bytes[place], status >= 0x80 else { return false }
        switch status {
        case 0x80...0xEF: return hasData(place + 1, Self.dataByteCount(status))
        case 0xF0, 0xF7, 0xFF:
            var ahead = bytes
            ahead.position = place + (status == 0xFF ? 2 : 1)
            guard status != 0xFF || (bytes[place + 1] ?? 0xFF) < 0x80, ahead.position < ahead.end,
                case .number(let length) = ahead.variableLength()
            else { return false }
            return length <= ahead.left
        default: return false
        }
    }
}
