/// Reads a MIDI clip file: Universal MIDI Packets behind eight letters ("MIDI Clip File Specification",
/// M2-116-U; packets as in "Universal MIDI Packet Format", M2-104-UM).
///
/// Messages of MIDI 2.0 are brought down to MIDI 1.0 by leaving the low bits out. Each group is a track.
struct MIDIClipReader {
    private var bytes: ByteRange
    private var log = RepairLog()
    private var timeBase = TimeBase.usual
    /// Ticks of a quarter note, 1…65535.
    private var ticksPerQuarter = 480
    private var clipTick: Int64 = 0
    private var hasEnded = false
    private var groups: [Int: Group] = [:]

    private struct Group {
        var events = EventStore()
        var notes = OpenNotes()
        /// The bytes of a system exclusive message that has not ended.
        var exclusive: [UInt8] = []
    }

    init(_ bytes: ByteRange) {
        self.bytes = bytes
        self.bytes.position = 8
    }

    /// Reads all packets.
    mutating func read() -> MIDIFile {
        while !hasEnded, let first = word() {
            let type = Int(first >> 28)
            let count = [1, 1, 1, 2, 2, 4, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4][type]
            var words = [first]
            while words.count < count, let next = word() { words.append(next) }
            guard words.count == count else {
                log.add(.cutEvent, at: bytes.position)
                break
            }
            read(type, words)
        }
        if !hasEnded { log.add(.noEndOfTrack, at: bytes.position) }
        return file()
    }

    private mutating func file() -> MIDIFile {
        var tracks: [MIDIFile.Track] = []
        for number in groups.keys.sorted() {
            guard var group = groups[number] else { continue }
            let (open, unmatched) = group.notes.endAll(atTick: tick, timeBase, &group.events)
            if open > 0 { log.add(.notesWithoutEnd(count: open), track: number, at: bytes.position) }
            if unmatched > 0 {
                log.add(.endsWithoutNote(count: unmatched), track: number, at: bytes.position)
            }
            tracks.append(MIDIFile.Track(group.events, length: timeBase.beat(ofTick: tick)))
        }
        if tracks.isEmpty { tracks = [MIDIFile.Track(length: timeBase.beat(ofTick: tick))] }
        var file = MIDIFile(tracks: tracks, format: .simultaneous, timeBase: timeBase)
        (file.repairs, file.furtherRepairCount) = (log.repairs, log.furtherCount)
        return file
    }

    private mutating func word() -> UInt32? {
        guard let word = bytes.number(at: bytes.position, byteCount: 4) else { return nil }
        bytes.position += 4
        return word
    }

    /// The tick in the file's time base, which has at most 32767 in a quarter note.
    private var tick: Int64 {
        ticksPerQuarter <= 32767
            ? clipTick : Int64((Double(clipTick) / Double(ticksPerQuarter) * 32767).rounded())
    }

    private var beat: Double { timeBase.beat(ofTick: tick) }

    private static func byte(_ word: UInt32, _ place: UInt32) -> UInt8 {
        UInt8(truncatingIfNeeded: word >> (8 * (3 - place)))
    }

    private mutating func read(_ type: Int, _ words: [UInt32]) {
        let group = Int(words[0] >> 24 & 15)
        switch type {
        case 0: readUtility(words[0])
        case 2: readMessage(words[0], group)
        case 3: readExclusive(words, group)
        case 4: readMessage2(words, group)
        case 13: readFlexData(words, group)
        case 15: hasEnded = words[0] >> 16 & 0x3FF == 0x21
        default: leaveOut(words[0])
        }
    }

    private mutating func leaveOut(_ word: UInt32) { log.add(.packet(word), at: bytes.position) }

    private mutating func append(_ event: MusicEvent, _ group: Int) {
        groups[group, default: Group()].events.append(event, at: beat)
    }

    /// Ticks of a quarter note, and the time to the next packet.
    private mutating func readUtility(_ word: UInt32) {
        switch word >> 20 & 15 {
        case 3 where word & 0xFFFF > 0 && groups.isEmpty && clipTick == 0:
            ticksPerQuarter = Int(word & 0xFFFF)
            timeBase = .ticksPerQuarter(min(ticksPerQuarter, 32767))
        case 3: log.add(.division(Int(word & 0xFFFF)), at: bytes.position)
        case 4:
            guard clipTick + Int64(word & 0xFFFFF) <= TimeBase.lastTick else {
                log.add(.position, at: bytes.position)
                hasEnded = true
                return
            }
            clipTick += Int64(word & 0xFFFFF)
        default: break
        }
    }

    // MARK: - Channel messages

    private mutating func note(_ status: UInt8, _ key: UInt8, _ velocity: UInt8, _ number: Int) {
        var group = groups[number] ?? Group()
        groups[number] = nil
        let channel = status & 15
        if status & 0xF0 == 0x90 {
            group.notes.begin(channel, key & 127, velocity: velocity, at: beat, &group.events)
        } else {
            group.notes.end(
                channel, key & 127, releaseVelocity: velocity, atTick: tick, timeBase, &group.events)
        }
        groups[number] = group
    }

    private mutating func readMessage(_ word: UInt32, _ group: Int) {
        let (status, first, second) = (Self.byte(word, 1), Self.byte(word, 2) & 127, Self.byte(word, 3) & 127)
        let channel = status & 15
        switch status & 0xF0 {
        case 0x80: note(status, first, second, group)
        case 0x90 where second == 0: note(0x80 | channel, first, 64, group)
        case 0x90: note(status, first, second, group)
        case 0xA0: append(.polyPressure(channel: channel, key: first, pressure: second), group)
        case 0xB0: append(.controlChange(channel: channel, controller: first, value: second), group)
        case 0xC0: append(.programChange(channel: channel, program: first), group)
        case 0xD0: append(.channelPressure(channel: channel, pressure: first), group)
        case 0xE0: append(.pitchBend(channel: channel, value: UInt16(second) << 7 | UInt16(first)), group)
        default: leaveOut(word)
        }
    }

    /// A channel message of MIDI 2.0, whose values have 16 or 32 bits.
    private mutating func readMessage2(_ words: [UInt32], _ group: Int) {
        let (status, index) = (Self.byte(words[0], 1), Self.byte(words[0], 2) & 127)
        let channel = status & 15
        let value = UInt8(truncatingIfNeeded: words[1] >> 25)
        switch status & 0xF0 {
        case 0x80: note(status, index, value, group)
        // Velocity 0 strikes a key in MIDI 2.0.
        case 0x90: note(status, index, max(1, value), group)
        case 0xA0: append(.polyPressure(channel: channel, key: index, pressure: value), group)
        case 0xB0: append(.controlChange(channel: channel, controller: index, value: value), group)
        case 0xC0:
            let bank = UInt16(Self.byte(words[1], 2) & 127) << 7 | UInt16(Self.byte(words[1], 3) & 127)
            append(
                .programChange(
                    channel: channel, program: Self.byte(words[1], 0) & 127,
                    bank: words[0] & 1 == 1 ? bank : nil), group)
        case 0xD0: append(.channelPressure(channel: channel, pressure: value), group)
        case 0xE0: append(.pitchBend(channel: channel, value: UInt16(words[1] >> 18)), group)
        case 0x20, 0x30: readController(words, channel, isRegistered: status & 0xF0 == 0x20, group)
        default: leaveOut(words[0])
        }
    }

    /// A registered or assignable controller, as the four control changes that MIDI 1.0 has for it.
    private mutating func readController(
        _ words: [UInt32], _ channel: UInt8, isRegistered: Bool, _ group: Int
    ) {
        let numbers: [(UInt8, UInt8)] = [
            (isRegistered ? 101 : 99, Self.byte(words[0], 2) & 127),
            (isRegistered ? 100 : 98, Self.byte(words[0], 3) & 127),
            (6, UInt8(truncatingIfNeeded: words[1] >> 25)),
            (38, UInt8(truncatingIfNeeded: words[1] >> 18 & 127)),
        ]
        for (controller, value) in numbers {
            append(.controlChange(channel: channel, controller: controller, value: value), group)
        }
    }

    // MARK: - Events with content

    /// Up to six bytes of a system exclusive message: all of it, its beginning, its middle or its end.
    private mutating func readExclusive(_ words: [UInt32], _ number: Int) {
        let (form, count) = (words[0] >> 20 & 15, min(6, Int(words[0] >> 16 & 15)))
        let all = [
            Self.byte(words[0], 2), Self.byte(words[0], 3), Self.byte(words[1], 0), Self.byte(words[1], 1),
            Self.byte(words[1], 2), Self.byte(words[1], 3),
        ]
        var group = groups[number] ?? Group()
        groups[number] = nil
        if form <= 1 { group.exclusive = [0xF0] }
        group.exclusive += all.prefix(count).map { $0 & 127 }
        if form == 0 || form == 3, group.exclusive.first == 0xF0 {
            group.events.append(.systemExclusive(group.exclusive + [0xF7]), at: beat)
            group.exclusive = []
        }
        groups[number] = group
    }

    /// Tempo, in units of 10 ns of a quarter note, and meter.
    private mutating func readFlexData(_ words: [UInt32], _ group: Int) {
        switch words[0] & 0xFFFF {
        case 0 where words[1] > 0:
            append(.extendedTempo(6e9 / Double(words[1])), group)
        case 1:
            append(
                .timeSignature(
                    numerator: Self.byte(words[1], 0), denominatorPower: Self.byte(words[1], 1)), group)
        default: leaveOut(words[0])
        }
    }
}
