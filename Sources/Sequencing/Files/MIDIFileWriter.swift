extension MIDIFile {
    /// The file's bytes.
    ///
    /// Positions and durations are rounded to ticks. A file of format `.single` has one track with the
    /// events of all. With running status, a message with the status of the one before leaves it out.
    package func bytes(usesRunningStatus: Bool = true) -> [UInt8] {
        let all = format == .single ? [Array(tracks.indices)] : tracks.indices.map { [$0] }
        var file: [UInt8] = Array("MThd".utf8) + Self.number(6, byteCount: 4)
        file += Self.number(UInt32(format.rawValue), byteCount: 2)
        file += Self.number(UInt32(truncatingIfNeeded: min(all.count, 65535)), byteCount: 2)
        file += Self.number(division, byteCount: 2)
        for group in all {
            var writer = MIDITrackWriter(timeBase, usesRunningStatus: usesRunningStatus)
            writer.write(group.map { tracks[$0] })
            file += Array("MTrk".utf8)
            file += Self.number(UInt32(clamping: writer.bytes.count), byteCount: 4) + writer.bytes
        }
        return file
    }

    private var division: UInt32 {
        switch timeBase {
        case .ticksPerQuarter: UInt32(timeBase.ticksPerBeat)
        case .smpte(let frames, let ticks): UInt32(256 - frames) << 8 | UInt32(clamping: ticks) & 0xFF
        }
    }

    private static func number(_ value: UInt32, byteCount: Int) -> [UInt8] {
        (0..<byteCount).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * (byteCount - 1 - $0))) }
    }
}

/// Writes the events of a track.
struct MIDITrackWriter {
    private(set) var bytes: [UInt8] = []
    private let timeBase: TimeBase
    private let usesRunningStatus: Bool
    private var status: UInt8 = 0
    private var tick: Int64 = 0

    /// A writer that has written nothing.
    init(_ timeBase: TimeBase, usesRunningStatus: Bool) {
        self.timeBase = timeBase
        self.usesRunningStatus = usesRunningStatus
    }

    /// What is due at a tick: an event, or the end of a note.
    private struct Entry {
        var tick: Int64
        /// Ends of notes that began earlier come first, then everything in its order.
        var order: Int64
        var track: Int32
        var isEnd: Bool
        var place: Int
    }

    /// Writes the events of these tracks, and the end.
    mutating func write(_ tracks: [MIDIFile.Track]) {
        for entry in entries(tracks) {
            let store = tracks[Int(entry.track)].events
            if entry.isEnd {
                writeEnd(store.events[entry.place], at: entry.tick)
            } else if store.events[entry.place].kind == .payload {
                write(store.event(at: entry.place), at: entry.tick)
            } else {
                write(store.events[entry.place], at: entry.tick)
            }
        }
        let length = tracks.reduce(0) { max($0, timeBase.tick(ofBeat: $1.length) ?? 0) }
        writeMeta(MusicEvent.MetaType.endOfTrack, [], at: max(tick, length))
    }

    private func entries(_ tracks: [MIDIFile.Track]) -> [Entry] {
        var entries: [Entry] = []
        var order: Int64 = 0
        for (number, track) in tracks.enumerated() {
            for (place, event) in track.events.events.enumerated() {
                let tick = timeBase.tick(ofBeat: event.beat) ?? TimeBase.lastTick
                order += 2
                let entry = Entry(
                    tick: tick, order: order, track: Int32(truncatingIfNeeded: number), isEnd: false,
                    place: place)
                entries.append(entry)
                guard event.kind == .note, event.data2 > 0 else { continue }
                var end = entry
                end.isEnd = true
                end.tick = timeBase.tick(ofBeat: event.beat + event.duration) ?? TimeBase.lastTick
                end.order = end.tick > tick ? order - .max : order + 1
                entries.append(end)
            }
        }
        entries.sort { ($0.tick, $0.order) < ($1.tick, $1.order) }
        return entries
    }

    // MARK: - Messages

    private mutating func write(_ event: StoredEvent, at tick: Int64) {
        switch event.kind {
        case .note: message(0x90, event, at: tick)
        case .polyPressure: message(0xA0, event, at: tick)
        case .controlChange: message(0xB0, event, at: tick)
        case .programChange:
            if event.extra != StoredEvent.noBank {
                message(0xB0 | event.channel, 0, UInt8(truncatingIfNeeded: event.extra >> 7 & 0x7F), at: tick)
                message(0xB0 | event.channel, 32, UInt8(truncatingIfNeeded: event.extra & 0x7F), at: tick)
            }
            message(0xC0, event, at: tick)
        case .channelPressure: message(0xD0, event, at: tick)
        case .pitchBend: message(0xE0, event, at: tick)
        case .payload: break
        }
    }

    /// A release of unknown velocity is a note-on of velocity 0, for which running status goes on.
    private mutating func writeEnd(_ event: StoredEvent, at tick: Int64) {
        let velocity = UInt8(truncatingIfNeeded: event.extra & 0x7F)
        let status: UInt8 = velocity == 64 ? 0x90 : 0x80
        message(status | event.channel & 0x0F, event.data1, velocity == 64 ? 0 : velocity, at: tick)
    }

    private mutating func message(_ status: UInt8, _ event: StoredEvent, at tick: Int64) {
        message(status | event.channel & 0x0F, event.data1, event.data2, at: tick)
    }

    private mutating func message(_ status: UInt8, _ data1: UInt8, _ data2: UInt8, at tick: Int64) {
        writeDelta(to: tick)
        if !usesRunningStatus || status != self.status { bytes.append(status) }
        self.status = status
        bytes.append(data1 & 0x7F)
        if status & 0xE0 != 0xC0 { bytes.append(data2 & 0x7F) }
    }

    // MARK: - Events with content

    private mutating func write(_ event: MusicEvent, at tick: Int64) {
        switch event {
        case .systemExclusive(let data): writeExclusive(0xF0, Array(data.dropFirst()), at: tick)
        case .escape(let data): writeExclusive(0xF7, data, at: tick)
        case .meta(let type, let data):
            if type != MusicEvent.MetaType.endOfTrack { writeMeta(type, data, at: tick) }
        default:
            if let picoseconds = event.picosecondsPerQuarter {
                let microseconds = Int(min((picoseconds + 500_000) / 1_000_000, 0xFF_FFFF))
                write(.tempo(microseconds: microseconds), at: tick)
            }
            guard let data = OwnMetaEvent.data(event) else { return }
            writeMeta(MusicEvent.MetaType.proprietary, data, at: tick)
        }
    }

    private mutating func writeExclusive(_ status: UInt8, _ data: [UInt8], at tick: Int64) {
        writeDelta(to: tick)
        bytes.append(status)
        writeVariableLength(data.count)
        bytes += data
        self.status = 0
    }

    private mutating func writeMeta(_ type: UInt8, _ data: [UInt8], at tick: Int64) {
        writeDelta(to: tick)
        bytes += [0xFF, type]
        writeVariableLength(data.count)
        bytes += data
        status = 0
    }

    private mutating func writeDelta(to tick: Int64) {
        while tick - self.tick > 0x0FFF_FFFF {
            self.tick += 0x0FFF_FFFF
            writeVariableLength(0x0FFF_FFFF)
            bytes += [0xFF, MusicEvent.MetaType.proprietary, UInt8(OwnMetaEvent.filler.count)]
            bytes += OwnMetaEvent.filler
            status = 0
        }
        writeVariableLength(Int(max(0, tick - self.tick)))
        self.tick = max(tick, self.tick)
    }

    /// A number of variable length; at most 2^28 − 1.
    private mutating func writeVariableLength(_ number: Int) {
        let value = min(number, 0x0FFF_FFFF)
        for shift in [21, 14, 7] where value >> shift > 0 {
            bytes.append(UInt8(truncatingIfNeeded: value >> shift) | 0x80)
        }
        bytes.append(UInt8(truncatingIfNeeded: value & 0x7F))
    }
}
