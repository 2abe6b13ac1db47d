import Glibc

/// Where a header says that the sound is.
struct SoundChunk {
    let start: Int
    /// Nil where the recorder did not know it.
    let byteCount: Int?
}

/// How many bytes of sound a header promises, and how many of them are there.
struct PromisedSound {
    let promisedByteCount: Int
    let heldByteCount: Int
}

/// What a look at its bytes says that a file lacks.
enum FileLoss {
    /// The end; nothing says how much that is.
    case unknown
    /// The end of its sound.
    case bytes(PromisedSound)

    /// A loss of sound; nil where a table tells the frames, so that reading shows what is missing of them.
    init?(_ sound: PromisedSound, _ encoding: AudioEncoding) {
        guard encoding.sampleByteCount != nil || encoding == .other else { return nil }
        self = .bytes(sound)
    }

    /// The frames of the whole file.
    func expectedFrameCount(_ format: AudioFileFormat, _ frameCount: Int) -> Int? {
        guard case .bytes(let sound) = self else { return nil }
        if let byteCount = format.encoding.sampleByteCount {
            return sound.promisedByteCount / (byteCount * format.channelCount)
        }
        // Blocks of one size: the frames are to the bytes as in the part that is there.
        guard sound.heldByteCount > 0 else { return nil }
        return Int(Double(frameCount) * Double(sound.promisedByteCount) / Double(sound.heldByteCount))
    }
}

extension FileBytes {
    /// The sound of a file whose header promises more of it than there is; nil for one that is whole, or does
    /// not say.
    ///
    /// RIFF (WAVE), RF64 (EBU Tech 3306), Wave64, AIFF and AIFF-C, CAF, and AU. Anything unexpected is left
    /// for libsndfile to judge.
    func cutSound() -> PromisedSound? {
        guard let sound = soundChunk(), let byteCount = sound.byteCount, byteCount > length - sound.start
        else { return nil }
        return PromisedSound(promisedByteCount: byteCount, heldByteCount: max(0, length - sound.start))
    }

    /// Where a header says that the sound is; nil for headers of other kinds, and for those that are no use.
    func soundChunk() -> SoundChunk? {
        defer { _ = seek(to: 0, from: SEEK_SET) }
        guard let head = readWord(at: 0, byteCount: 4) else { return nil }
        return switch head {
        case fourCharacterCode("RIFF"), fourCharacterCode("RF64"): soundChunk(in: .riff)
        case fourCharacterCode("RIFX"): soundChunk(in: .bigEndianRiff)
        case fourCharacterCode("riff"): soundChunk(in: .wave64)
        case fourCharacterCode("FORM"): soundChunk(in: .aiff)
        case fourCharacterCode("caff"): soundChunk(in: .caf)
        case fourCharacterCode(".snd"): soundOfAU
        default: nil
        }
    }

    /// Walks the chunks up to that of the sound.
    private func soundChunk(in layout: ChunkLayout) -> SoundChunk? {
        var position = layout.firstChunk
        var wideSize: Int?
        for _ in 0..<10_000 {
            guard let name = readWord(at: position, byteCount: 4),
                let size = size(at: position + layout.nameByteCount, layout)
            else { return nil }
            let start = position + layout.nameByteCount + layout.sizeByteCount
            if name == fourCharacterCode("ds64") {
                wideSize = self.size(at: start + 8, .wave64)
            }
            if name == fourCharacterCode(layout.soundChunk) {
                let isWide = layout.sizeByteCount == 4 && size == UInt32.max && wideSize != nil
                let all = isWide ? wideSize ?? 0 : size &- layout.sizeOffset
                let isKnown = isWide || !layout.isPlaceholder(size)
                return SoundChunk(
                    start: start + layout.soundOffset, byteCount: isKnown ? all &- layout.soundOffset : nil)
            }
            let content = size &- layout.sizeOffset
            guard content >= 0, content < min(length - start, largestSkip) else { return nil }
            position = start + (content + layout.alignment - 1) / layout.alignment * layout.alignment
        }
        return nil
    }

    /// What is skipped of a pipe is kept in memory.
    private var largestSkip: Int { pipe == nil ? 1 << 48 : 1 << 20 }

    private func size(at position: Int, _ layout: ChunkLayout) -> Int? {
        guard let word = readWord(at: position, byteCount: layout.sizeByteCount) else { return nil }
        let bits = 64 - 8 * layout.sizeByteCount
        let value = layout.isBigEndian ? word : word.byteSwapped >> UInt64(bits)
        // A size of −1 stands for one that is not known.
        return Int(truncatingIfNeeded: value)
    }

    private var soundOfAU: SoundChunk? {
        guard let start = readWord(at: 4, byteCount: 4), let size = readWord(at: 8, byteCount: 4)
        else { return nil }
        return SoundChunk(start: Int(start), byteCount: size < UInt32.max ? Int(size) : nil)
    }

    /// Whether an Ogg file stops before the page that is marked as its last (RFC 3533, 6).
    var isCutOgg: Bool {
        defer { _ = seek(to: 0, from: SEEK_SET) }
        guard readWord(at: 0, byteCount: 4) == fourCharacterCode("OggS") else { return false }
        // A page has up to 65,307 bytes.
        let start = max(0, length - 65_536)
        var tail = [UInt8](repeating: 0, count: length - start)
        guard seek(to: start, from: SEEK_SET) == start, read(into: &tail, count: tail.count) == tail.count
        else { return false }
        guard let page = OggPage.last(in: tail) else { return true }
        return !page.isEnd || page.byteCount > tail.count - page.start
    }

    /// Whether the last box of an MPEG-4 file reaches behind the file's end (ISO 14496-12, 4.2).
    var isCutMPEG4: Bool {
        defer { _ = seek(to: 0, from: SEEK_SET) }
        guard readWord(at: 4, byteCount: 4) == fourCharacterCode("ftyp") else { return false }
        var position = 0
        for _ in 0..<10_000 where position < length {
            guard let next = endOfBox(at: position) else { return false }
            position = next
        }
        return position > length
    }
}

/// How a kind of file writes its chunks.
private struct ChunkLayout {
    var firstChunk = 12
    var nameByteCount = 4
    var sizeByteCount = 4
    var isBigEndian = false
    /// Chunks begin at multiples of so many bytes.
    var alignment = 2
    var soundChunk = "data"
    /// Bytes of the sound's chunk before the sound.
    var soundOffset = 0
    /// Bytes of a chunk's header that its size counts.
    var sizeOffset = 0

    static let riff = ChunkLayout()
    static let bigEndianRiff = ChunkLayout(isBigEndian: true)
    static let wave64 = ChunkLayout(
        firstChunk: 40, nameByteCount: 16, sizeByteCount: 8, alignment: 8, sizeOffset: 24)
    static let aiff = ChunkLayout(isBigEndian: true, soundChunk: "SSND", soundOffset: 8)
    static let caf = ChunkLayout(
        firstChunk: 8, sizeByteCount: 8, isBigEndian: true, alignment: 1, soundOffset: 4)

    /// Whether a size stands for one that was not known: what recorders write into pipes.
    ///
    /// FFmpeg writes all ones, sox, arecord and GStreamer nearly 2 GiB.
    func isPlaceholder(_ size: Int) -> Bool {
        guard sizeByteCount == 4 else { return size < 0 }
        return size >= 0xFFFF_FF00 || (0x7FFF_0000...0x8000_0100).contains(size)
    }
}

/// A page of an Ogg file.
private struct OggPage {
    let start: Int
    let byteCount: Int
    /// Whether it is the last of its stream.
    let isEnd: Bool

    /// The page that begins last in the bytes.
    static func last(in bytes: [UInt8]) -> OggPage? {
        let name = Array("OggS".utf8)
        for start in stride(from: bytes.count - 27, through: 0, by: -1)
        where bytes[start] == name[0] && bytes[start..<start + 4].elementsEqual(name) && bytes[start + 4] == 0
        {
            let segments = bytes[start + 27..<min(bytes.count, start + 27 + Int(bytes[start + 26]))]
            let size = 27 + Int(bytes[start + 26]) + segments.reduce(0) { $0 + Int($1) }
            return OggPage(start: start, byteCount: size, isEnd: bytes[start + 5] & 4 != 0)
        }
        return nil
    }
}
