/// Finds the header and the tracks of a MIDI file.
struct MIDIFileReader {
    private let bytes: ByteRange
    private var log = RepairLog()
    private var bank: Range<Int>?
    /// Bytes that may be read twice to find out how long a track is.
    private var secondReadings: Int

    /// Reads a file.
    static func read(_ bytes: [UInt8]) throws(MIDIFileError) -> MIDIFile {
        let result = bytes.withUnsafeBufferPointer { buffer -> Result<MIDIFile, MIDIFileError> in
            var reader = MIDIFileReader(ByteRange(buffer, 0..<buffer.count))
            return reader.read()
        }
        return try result.get()
    }

    private init(_ bytes: ByteRange) {
        self.bytes = bytes
        secondReadings = 4 * bytes.end
    }

    private mutating func read() -> Result<MIDIFile, MIDIFileError> {
        if bytes.has("SMF2CLIP", at: 0) {
            var clip = MIDIClipReader(bytes)
            return .success(clip.read())
        }
        guard let range = contents(), let header = header(in: range) else {
            return .failure(.noHeader(byteCount: bytes.end))
        }
        var file = MIDIFile(tracks: [], format: header.format, timeBase: header.timeBase)
        file.tracks = tracks(bytes.part(header.end..<range.upperBound), header.timeBase)
        guard !file.tracks.isEmpty else { return .failure(.noTrack(announcedTrackCount: header.trackCount)) }
        if file.tracks.count != header.trackCount {
            log.add(.trackCount(announced: header.trackCount, found: file.tracks.count), at: header.end)
        }
        if file.format == .single, file.tracks.count > 1 { file.format = .simultaneous }
        file.repairs = log.repairs
        file.furtherRepairCount = log.furtherCount
        file.bank = bank
        return .success(file)
    }

    // MARK: - The way to the header

    /// Where the MIDI file lies: behind what a Macintosh puts before it, or within RIFF.
    private mutating func contents() -> Range<Int>? {
        if bytes.has("RIFF", at: 0), bytes.has("RMID", at: 8), let range = dataChunk() { return range }
        guard let start = bytes.find("MThd", from: 0, to: 129) else { return nil }
        if start > 0 { log.add(.bytesBeforeHeader(count: start), at: 0) }
        return start..<bytes.end
    }

    /// The chunk of a RIFF file that holds the MIDI file; an instrument bank beside it is written down.
    private mutating func dataChunk() -> Range<Int>? {
        var found: Range<Int>?
        var place = 12
        while let size = bytes.littleEndian(at: place + 4) {
            let end = min(place + 8 + Int(size), bytes.end)
            if found == nil, bytes.has("data", at: place) { found = (place + 8)..<end }
            let isBank = bytes.has("sfbk", at: place + 8) || bytes.has("DLS ", at: place + 8)
            if bank == nil, bytes.has("RIFF", at: place), isBank { bank = place..<end }
            place = end + Int(size & 1)
        }
        return found
    }

    private struct Header {
        var format: MIDIFile.Format
        var timeBase: TimeBase
        var trackCount: Int
        var end: Int
    }

    private mutating func header(in range: Range<Int>) -> Header? {
        let start = range.lowerBound
        let part = bytes.part(range)
        guard part.has("MThd", at: start), let length = part.number(at: start + 4, byteCount: 4),
            let format = part.number(at: start + 8, byteCount: 2),
            let trackCount = part.number(at: start + 10, byteCount: 2),
            let division = part.number(at: start + 12, byteCount: 2)
        else { return nil }
        if length != 6 { log.add(.headerLength(Int(length)), at: start + 4) }
        if format > 2 { log.add(.format(Int(format)), at: start + 8) }
        let announced = start + 8 + Int(length)
        // The tracks begin where the header says, or right behind what it must have.
        let end = announced <= part.end && announced >= start + 14 ? announced : start + 14
        return Header(
            format: MIDIFile.Format(rawValue: UInt16(format)) ?? .simultaneous,
            timeBase: timeBase(UInt16(division), at: start + 12), trackCount: Int(trackCount), end: end)
    }

    private mutating func timeBase(_ division: UInt16, at offset: Int) -> TimeBase {
        if division & 0x8000 == 0, division > 0 { return .ticksPerQuarter(Int(division)) }
        let frames = -Int(Int8(bitPattern: UInt8(division >> 8)))
        let ticks = Int(division & 0xFF)
        if [24, 25, 29, 30].contains(frames), ticks > 0 {
            return .smpte(framesPerSecond: frames, ticksPerFrame: ticks)
        }
        log.add(.division(Int(division)), at: offset)
        return .usual
    }

    // MARK: - Tracks

    private mutating func tracks(_ part: ByteRange, _ timeBase: TimeBase) -> [MIDIFile.Track] {
        var tracks: [MIDIFile.Track] = []
        var place = part.position
        while part.end - place >= 8 {
            guard part.has("MTrk", at: place) else {
                place = skip(part, place)
                continue
            }
            var (track, end) = readTrack(part, place, timeBase, number: tracks.count)
            track.length = max(track.length, track.events.end)
            tracks.append(track)
            place = end
        }
        return tracks
    }

    /// The place behind a chunk that is no track, or where the next track begins.
    private mutating func skip(_ part: ByteRange, _ place: Int) -> Int {
        let size = Int(part.number(at: place + 4, byteCount: 4) ?? 0)
        let isNamed = (0..<4).allSatisfy { (0x20...0x7E).contains(part[place + $0] ?? 0) }
        let fits = isNamed && size <= part.end - place - 8
        let next = fits ? place + 8 + size : part.find("MTrk", from: place + 1, to: part.end) ?? part.end
        log.add(.unknownChunk(byteCount: next - place), at: place)
        return next
    }

    private mutating func readTrack(
        _ part: ByteRange, _ place: Int, _ timeBase: TimeBase, number: Int
    ) -> (MIDIFile.Track, end: Int) {
        let start = place + 8
        let size = Int(part.number(at: place + 4, byteCount: 4) ?? 0)
        let end = min(start + size, part.end)
        if start + size > part.end {
            log.add(.trackTooLong(announced: size, available: end - start), track: number, at: place + 4)
        }
        if let (track, found) = longerTrack(part, start, end, timeBase, number: number) {
            return (track, found)
        }
        var reader = MIDITrackReader(part.part(start..<end), timeBase: timeBase, track: number)
        reader.read(&log)
        let track = MIDIFile.Track(reader.events, length: reader.length)
        return (track, endOfTrack(part, reader, end, isCut: start + size > part.end, number: number))
    }

    /// The track, if it goes on behind its announced end as one that is whole.
    private mutating func longerTrack(
        _ part: ByteRange, _ start: Int, _ end: Int, _ timeBase: TimeBase, number: Int
    ) -> (MIDIFile.Track, Int)? {
        let isFollowed = part.end - end < 4 || part.has("MTrk", at: end)
        let endsItself = end - start >= 3 && part[end - 3] == 0xFF && part[end - 2] == 0x2F
        guard !isFollowed, !endsItself, secondReadings > 0 else { return nil }
        var unused = RepairLog()
        var reader = MIDITrackReader(part.part(start..<part.end), timeBase: timeBase, track: number)
        reader.read(&unused, isStrict: true)
        secondReadings -= reader.position - start
        guard reader.isPerfect, reader.position > end else { return nil }
        log.add(
            .trackTooShort(announced: end - start, found: reader.position - start), track: number,
            at: start - 4)
        return (MIDIFile.Track(reader.events, length: reader.length), reader.position)
    }

    /// Where to look for the next track.
    private mutating func endOfTrack(
        _ part: ByteRange, _ reader: MIDITrackReader, _ end: Int, isCut: Bool, number: Int
    ) -> Int {
        guard reader.position < end else { return end }
        // A length that is too large hides the tracks behind.
        if reader.hasEnded, part.has("MTrk", at: reader.position) { return reader.position }
        if isCut, let next = part.find("MTrk", from: reader.position, to: end) { return next }
        if reader.hasEnded {
            log.add(
                .bytesAfterEndOfTrack(count: end - reader.position), track: number, at: reader.position)
        }
        return end
    }
}
