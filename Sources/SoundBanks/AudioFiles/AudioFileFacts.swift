/// What an audio file says about how to play it as an instrument.
struct AudioFileFacts: Equatable, Sendable {
    /// The key that sounds at the file's own pitch; nil if it is not stated.
    var rootKey: UInt8?
    /// What is added to the pitch, in cents.
    var tuningCents: Double = 0
    /// What is added to the level, in decibels.
    var gainDecibels: Float = 0
    /// The keys and velocities that play it; nil if they are not stated.
    var keys: ClosedRange<UInt8>?
    var velocities: ClosedRange<UInt8>?
    /// The loop in frames, the end exclusive, and how it is played; nil without one.
    var loop: Range<Int>?
    var loopMode: Zone.LoopMode = .none

    /// Bytes of a metadata chunk that are looked at.
    static let chunkLimit = 1 << 16

    /// What the metadata of a WAVE, AIFF or CAF file say; nothing for other files and damaged ones.
    static func read(_ source: BankBytes) -> AudioFileFacts {
        guard let head = try? source.read(at: 0, count: min(12, source.count)) else {
            return AudioFileFacts()
        }
        let facts: AudioFileFacts?
        if head.has("RIFF", at: 0), head.has("WAVE", at: 8) {
            facts = try? wave(source)
        } else if head.has("FORM", at: 0), head.has("AIFF", at: 8) || head.has("AIFC", at: 8) {
            facts = try? aiff(source)
        } else if head.has("caff", at: 0) {
            facts = try? caf(source)
        } else {
            facts = nil
        }
        return facts ?? AudioFileFacts()
    }

    /// Sets the loop if it is one.
    mutating func setLoop(from start: Int, to end: Int, _ mode: Zone.LoopMode) {
        guard start >= 0, end > start else { return }
        loop = start..<end
        loopMode = mode
    }
}

// MARK: - WAVE

extension AudioFileFacts {
    /// `inst` and `smpl` chunks (“New Multimedia Data Types and Data Techniques”, Microsoft, 1994).
    private static func wave(_ source: BankBytes) throws(SoundBankError) -> AudioFileFacts {
        var facts = AudioFileFacts()
        var hasInstrument = false
        for chunk in try source.chunks(from: 12, to: source.count) {
            if chunk.isID("inst"), chunk.count >= 7 {
                facts.takeInstrument(try source.part(chunk, limit: 7))
                hasInstrument = true
            } else if chunk.isID("smpl"), chunk.count >= 36 {
                facts.takeSampler(try source.part(chunk, limit: chunkLimit), loopOnly: hasInstrument)
            }
        }
        return facts
    }

    private mutating func takeInstrument(_ bytes: Bytes) {
        rootKey = Convert.midi(bytes.u8(0))
        tuningCents = Double(bytes.s8(1))
        gainDecibels = Float(bytes.s8(2))
        keys = Convert.range(bytes.u8(3), bytes.u8(4))
        velocities = Convert.range(bytes.u8(5), bytes.u8(6))
    }

    private mutating func takeSampler(_ bytes: Bytes, loopOnly: Bool) {
        if !loopOnly, rootKey == nil {
            rootKey = Convert.midi(bytes.u32(12))
            // How far the sound is above the key, in 2^32 of a semitone.
            tuningCents = -100 * Double(bytes.u32(16)) / 4_294_967_296
        }
        // The end is the last frame that is played. Other kinds than forward loops are played forward.
        if bytes.u32(28) > 0, bytes.count >= 60 {
            setLoop(from: bytes.u32(44), to: bytes.u32(48) + 1, .continuous)
        }
    }
}

// MARK: - AIFF

extension AudioFileFacts {
    /// `INST` and `MARK` chunks (Apple, “Audio Interchange File Format 1.3”).
    private static func aiff(_ source: BankBytes) throws(SoundBankError) -> AudioFileFacts {
        var facts = AudioFileFacts()
        var loop: (mode: Int, begin: Int, end: Int)?
        var markers: [Int: Int] = [:]
        var offset = 12
        for _ in 0..<BankBytes.chunkLimit where offset + 8 <= source.count {
            let head = try source.read(at: offset, count: 8)
            let count = min(head.bigU32(4), source.count - offset - 8)
            let content = { () throws(SoundBankError) in
                try source.read(at: offset + 8, count: min(count, chunkLimit))
            }
            if head.has("INST", at: 0), count >= 20 {
                loop = facts.takeAIFFInstrument(try content())
            } else if head.has("MARK", at: 0) {
                markers = Self.markers(try content())
            }
            offset += 8 + count + count % 2
        }
        if let loop, loop.mode != 0, let begin = markers[loop.begin], let end = markers[loop.end] {
            facts.setLoop(from: begin, to: end, .continuous)
        }
        return facts
    }

    /// Takes all but the loop, whose mode and markers are returned: the sustain loop's.
    private mutating func takeAIFFInstrument(_ bytes: Bytes) -> (mode: Int, begin: Int, end: Int) {
        rootKey = Convert.midi(bytes.u8(0))
        tuningCents = Double(bytes.s8(1))
        keys = Convert.range(bytes.u8(2), bytes.u8(3))
        velocities = Convert.range(bytes.u8(4), bytes.u8(5))
        gainDecibels = Float(bytes.bigS16(6))
        return (bytes.bigU16(8), bytes.bigU16(10), bytes.bigU16(12))
    }

    /// Frames by the numbers of their markers, whose names have an even length with their count.
    private static func markers(_ bytes: Bytes) -> [Int: Int] {
        var markers: [Int: Int] = [:]
        var offset = 2
        for _ in 0..<bytes.bigU16(0) where offset + 7 <= bytes.count {
            markers[bytes.bigU16(offset)] = bytes.bigU32(offset + 2)
            let name = bytes.u8(offset + 6)
            offset += 7 + name + (name + 1) % 2
        }
        return markers
    }
}

// MARK: - CAF

extension AudioFileFacts {
    /// `inst` and `regn` chunks (“Apple Core Audio Format Specification 1.0”).
    private static func caf(_ source: BankBytes) throws(SoundBankError) -> AudioFileFacts {
        var facts = AudioFileFacts()
        var sustainRegion: Int?
        var regions = Bytes.none
        var offset = 8
        for _ in 0..<BankBytes.chunkLimit where offset + 12 <= source.count {
            let head = try source.read(at: offset, count: 12)
            let declared = Int64(bitPattern: head.bigUInt(4, byteCount: 8))
            let count =
                declared < 0 ? source.count - offset - 12 : min(Int(declared), source.count - offset - 12)
            if head.has("inst", at: 0), count >= 12 {
                let bytes = try source.read(at: offset + 12, count: min(count, 28))
                facts.takeCAFInstrument(bytes)
                sustainRegion = bytes.count >= 20 ? bytes.bigU32(16) : nil
            } else if head.has("regn", at: 0) {
                regions = try source.read(at: offset + 12, count: min(count, chunkLimit))
            }
            offset += 12 + count
        }
        if let loop = Self.loop(regions, sustainRegion) {
            facts.setLoop(from: loop.0, to: loop.1, .continuous)
        }
        return facts
    }

    private mutating func takeCAFInstrument(_ bytes: Bytes) {
        let base = Double(bytes.bigFloat(0))
        if base >= 0, base <= 127 {
            rootKey = Convert.midi(Int(base.rounded()))
            tuningCents = (base.rounded() - base) * 100
        }
        keys = Convert.range(bytes.u8(4), bytes.u8(5))
        velocities = Convert.range(bytes.u8(6), bytes.u8(7))
        let gain = bytes.bigFloat(8)
        gainDecibels = gain.isFinite ? max(-144, min(144, gain)) : 0
    }

    /// The frames of the region that loops: the one asked for, or else the first that says it loops.
    private static func loop(_ bytes: Bytes, _ wanted: Int?) -> (Int, Int)? {
        var found: (Int, Int)?
        var offset = 8
        for _ in 0..<min(bytes.bigU32(4), 4_096) where offset + 12 <= bytes.count {
            let markerCount = min(bytes.bigU32(offset + 8), (bytes.count - offset - 12) / 28)
            let frames = (0..<markerCount).map { frame(bytes, offset + 12 + 28 * $0) }
            let isWanted = bytes.bigU32(offset) == wanted
            if isWanted || found == nil && bytes.bigU32(offset + 4) & 1 != 0,
                let first = frames.min(), let last = frames.max()
            {
                found = (first, last)
                if isWanted { return found }
            }
            offset += 12 + 28 * markerCount
        }
        return found
    }

    /// The frame of a marker.
    private static func frame(_ bytes: Bytes, _ offset: Int) -> Int {
        Convert.integer(Double(bitPattern: bytes.bigUInt(offset + 4, byteCount: 8)))
    }
}
