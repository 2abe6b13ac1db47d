/// Sample headers (SoundFont 2.04, section 7.10) and their frames.
extension SoundFontBank {
    /// Frames that one compressed sample may have: 11 minutes at 48 kHz.
    static let compressedFrameLimit = 1 << 25
    /// Rates that are believed, in Hz.
    private static let ratesHz = 100.0...1_000_000

    private enum TypeBits {
        static let right = 2
        static let left = 4
        static let linked = 8
        static let vorbis = 0x10
        static let rom = 0x8000
    }

    private struct Header {
        let start: Int
        let end: Int
        let loopStart: Int
        let loopEnd: Int
        let rateHz: Double
        let type: Int

        init(_ record: Bytes) {
            start = record.u32(20)
            end = record.u32(24)
            loopStart = record.u32(28)
            loopEnd = record.u32(32)
            rateHz = Double(record.u32(36))
            type = record.u16(44)
        }

        /// Whether start and end are bytes of an Ogg file within the sample data, and the loop is relative.
        var isCompressed: Bool { type & TypeBits.vorbis != 0 }
    }

    func sample(_ index: Int) -> Sample {
        let record = file.tables.record(.shdr, index)
        let header = Header(record)
        var sample = Sample(name: record.text(at: 0, count: 20))
        sample.rateHz = Self.ratesHz.contains(header.rateHz) ? header.rateHz : 44_100
        sample.frameCount = header.isCompressed ? nil : max(0, header.end - header.start)
        let base = header.isCompressed ? 0 : header.start
        let loop = (header.loopStart - base, header.loopEnd - base)
        sample.loop = min(loop.0, loop.1)..<max(loop.0, loop.1)
        // 255 is for sounds without pitch, 128 to 254 are illegal: both count as 60.
        sample.rootKey = record.u8(40) <= 127 ? UInt8(record.u8(40)) : 60
        sample.tuningCents = Double(record.s8(41))
        sample.role = Self.role(header.type)
        sample.linkIndex = sample.role == .mono ? nil : record.u16(42)
        return sample
    }

    func check(sample index: Int, _ notes: inout NoteList) {
        let record = file.tables.record(.shdr, index)
        let header = Header(record)
        if !Self.ratesHz.contains(header.rateHz) {
            notes.add(place(ofSample: index), "its rate of \(header.rateHz) Hz is replaced by 44100 Hz")
        }
        let available = header.isCompressed ? file.sampleData.count : file.sampleData.count / 2
        if header.end > available {
            notes.add(
                place(ofSample: index), "it ends at \(header.end), the file's samples at \(available); cut")
        }
        if (128...254).contains(record.u8(40)) {
            notes.add(place(ofSample: index), "its root key \(record.u8(40)) is replaced by 60")
        }
    }

    private static func role(_ type: Int) -> Sample.Role {
        switch type & 0xF {
        case TypeBits.right: .right
        case TypeBits.left: .left
        case TypeBits.linked: .linked
        default: .mono
        }
    }

    func frames(ofSample index: Int, _ budget: inout MemoryBudget) throws(SoundBankError) -> [SampleFrames] {
        let sample = sample(index)
        let header = Header(file.tables.record(.shdr, index))
        guard header.type & TypeBits.rom == 0 else {
            throw .undecodable(source.path, sample: sample.name, reason: "it is in the ROM of a sound card")
        }
        let rateHz = sample.rateHz ?? 44_100
        return header.isCompressed
            ? try decoded(header, sample, rateHz: rateHz, &budget)
            : [try copied(header, sample, rateHz: rateHz, &budget)]
    }

    /// The frames of a sample that is stored as numbers.
    private func copied(
        _ header: Header, _ sample: Sample, rateHz: Double, _ budget: inout MemoryBudget
    ) throws(SoundBankError) -> SampleFrames {
        let end = min(header.end, file.sampleData.count / 2)
        guard header.start < end else {
            throw .undecodable(
                source.path, sample: sample.name,
                reason: "its frames \(header.start)..<\(header.end) are not in the file")
        }
        let count = end - header.start
        let frames = try budget.frames(count, rateHz: rateHz, file.lowData == nil ? .int16 : .int24)
        try source.copy(
            to: frames.writableInt16, at: file.sampleData.offset + 2 * header.start, count: 2 * count)
        if let low = file.lowData, let target = frames.writableLowBytes {
            try source.copy(to: target, at: low.offset + header.start, count: count)
        }
        return frames
    }

    /// The frames of a sample that is an Ogg Vorbis file (the format that MuseScore calls SF3).
    private func decoded(
        _ header: Header, _ sample: Sample, rateHz: Double, _ budget: inout MemoryBudget
    ) throws(SoundBankError) -> [SampleFrames] {
        let end = min(header.end, file.sampleData.count)
        guard header.start < end else {
            throw .undecodable(
                source.path, sample: sample.name,
                reason: "its bytes \(header.start)..<\(header.end) are not in the file")
        }
        let bytes = try source.read(at: file.sampleData.offset + header.start, count: end - header.start)
        let limit = min(Self.compressedFrameLimit, budget.frameLimit)
        let sound = try decoder.sound(
            .bytes(bytes.array), frameLimit: limit, path: source.path, sample: sample.name)
        return [try sound.frames(ofChannel: 0, rateHz: rateHz, &budget)]
    }
}
