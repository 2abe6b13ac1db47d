/// What decoders must know before the first packet, as FFmpeg wants it and as Apple's systems call it: a
/// cookie.
///
/// | coding | FFmpeg | cookie |
/// |---|---|---|
/// | AAC | AudioSpecificConfig (ISO 14496-3, 1.6.2) | ES descriptor (ISO 14496-1, 7.2.6.5) around it |
/// | Apple Lossless | the 'alac' atom | ALACSpecificConfig, the atom's contents |
/// | FLAC | STREAMINFO (RFC 9639, 8.2) | the 'dfLa' atom around it |
/// | Opus | OpusHead (RFC 7845, 5.1) | the same |
enum PacketHeader {
    /// FFmpeg's form of a stream's cookie, or of what can be told without one.
    static func header(of format: PacketFormat) -> [UInt8] {
        let cookie = format.cookie ?? []
        return switch format.coding {
        case .aac, .aacHighEfficiency: MPEG4Descriptor.specificConfig(in: cookie) ?? specificConfig(format)
        case .alac: losslessAtom(cookie, format)
        case .flac: streamInfo(in: cookie) ?? []
        case .opus: opusHead(cookie, format)
        default: []
        }
    }

    /// The cookie for FFmpeg's form; nil where there is none.
    static func cookie(of format: PacketFormat, header: [UInt8], bitRate: Int) -> [UInt8]? {
        guard !header.isEmpty else { return nil }
        return switch format.coding {
        case .aac: MPEG4Descriptor.descriptor(of: header, bitRate: bitRate)
        case .alac: Array(header.dropFirst(12))
        case .flac: atom("dfLa", [0, 0, 0, 0, 0x80] + bigEndian(header.count, byteCount: 3) + header)
        case .opus: header
        default: nil
        }
    }

    /// Frames at 48 kHz that an Opus stream says are to be left out at its beginning.
    static func opusPreSkip(_ header: [UInt8]) -> Int {
        header.count >= 12 ? Int(header[10]) | Int(header[11]) << 8 : 0
    }

    /// Low complexity of a rate and up to eight channels; the lower half of the band with its replication.
    private static func specificConfig(_ format: PacketFormat) -> [UInt8] {
        let isHalf = format.coding == .aacHighEfficiency
        let rate = Int(format.sampleRateHz) / (isHalf ? 2 : 1)
        let rates = [
            96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000,
            7350,
        ]
        let channels = format.channelCount == 8 ? 7 : min(format.channelCount, 6)
        if let index = rates.firstIndex(of: rate) {
            return bigEndian(2 << 11 | index << 7 | channels << 3, byteCount: 2)
        }
        // The index 15 says that the rate follows in 24 bits.
        return bigEndian((2 << 35 | 15 << 31 | rate << 7 | channels << 3), byteCount: 5)
    }

    /// The atom around a cookie, which may have atoms around it already, or around the defaults.
    private static func losslessAtom(_ cookie: [UInt8], _ format: PacketFormat) -> [UInt8] {
        var contents = cookie[...]
        if hasName("frma", contents) { contents = contents.dropFirst(12) }
        if hasName("alac", contents) { contents = contents.dropFirst(12) }
        if contents.count >= 24 { return atom("alac", [0, 0, 0, 0] + contents.prefix(24)) }
        let frames = format.framesPerPacket > 0 ? format.framesPerPacket : 4096
        let bits = UInt8(clamping: format.bitCount == 0 ? 16 : format.bitCount)
        // Version, depth, the three constants of the rice coder, and no word about sizes and rates.
        let usual: [UInt8] =
            bigEndian(frames, byteCount: 4) + [0, bits, 40, 10, 14, UInt8(clamping: format.channelCount)]
            + [0, 255] + bigEndian(0, byteCount: 8) + bigEndian(Int(format.sampleRateHz), byteCount: 4)
        return atom("alac", [0, 0, 0, 0] + usual)
    }

    private static func streamInfo(in cookie: [UInt8]) -> [UInt8]? {
        let contents: ArraySlice<UInt8>
        if hasName("dfLa", cookie[...]) {
            contents = cookie.dropFirst(16)
        } else if cookie.starts(with: "fLaC".utf8) {
            contents = cookie.dropFirst(8)
        } else {
            contents = cookie[...]
        }
        return contents.count >= 34 ? Array(contents.prefix(34)) : nil
    }

    /// The pre-skip is cleared: who decodes leaves those frames out.
    private static func opusHead(_ cookie: [UInt8], _ format: PacketFormat) -> [UInt8] {
        let isHead = cookie.count >= 19 && cookie.starts(with: "OpusHead".utf8)
        var head =
            isHead
            ? cookie
            : Array("OpusHead".utf8) + [1, UInt8(clamping: format.channelCount), 0, 0]
                + bigEndian(Int(format.sampleRateHz), byteCount: 4).reversed() + [0, 0, 0]
        (head[10], head[11]) = (0, 0)
        return head
    }

    private static func hasName(_ name: String, _ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.count >= 12 && bytes.dropFirst(4).starts(with: name.utf8)
    }

    private static func atom(_ name: String, _ contents: [UInt8]) -> [UInt8] {
        bigEndian(8 + contents.count, byteCount: 4) + name.utf8 + contents
    }

    static func bigEndian(_ number: Int, byteCount: Int) -> [UInt8] {
        (0..<byteCount).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}

/// The descriptors of MPEG-4 systems: a tag, a length in groups of seven bits, contents.
enum MPEG4Descriptor {
    private enum Tag {
        static let stream: UInt8 = 3
        static let decoder: UInt8 = 4
        static let specificConfig: UInt8 = 5
        static let synchronization: UInt8 = 6
    }

    /// The innermost contents of an ES descriptor, or of an 'esds' atom, or the bytes themselves.
    static func specificConfig(in cookie: [UInt8]) -> [UInt8]? {
        var bytes = cookie[...]
        if bytes.count > 12, bytes.dropFirst(4).starts(with: "esds".utf8) { bytes = bytes.dropFirst(12) }
        guard bytes.first == Tag.stream else { return bytes.count >= 2 ? Array(bytes) : nil }
        guard let stream = contents(of: Tag.stream, in: bytes), stream.count > 3,
            let flags = stream.dropFirst(2).first
        else { return nil }
        var inner = stream.dropFirst(3)
        if flags & 0x80 != 0 { inner = inner.dropFirst(2) }
        if flags & 0x40 != 0 { inner = inner.dropFirst(1 + Int(inner.first ?? 0)) }
        if flags & 0x20 != 0 { inner = inner.dropFirst(2) }
        guard let decoder = contents(of: Tag.decoder, in: inner),
            let config = contents(of: Tag.specificConfig, in: decoder.dropFirst(13)), config.count >= 2
        else { return nil }
        return Array(config)
    }

    /// The ES descriptor of an AAC stream.
    static func descriptor(of config: [UInt8], bitRate: Int) -> [UInt8] {
        let rate = PacketHeader.bigEndian(bitRate, byteCount: 4)
        // MPEG-4 audio, an audio stream upwards of no buffer size; the largest and the average rate.
        let decoder: [UInt8] =
            [0x40, 0x15, 0, 0, 0] + rate + rate + wrapped(Tag.specificConfig, config)
        return wrapped(
            Tag.stream, [0, 0, 0] + wrapped(Tag.decoder, decoder) + wrapped(Tag.synchronization, [2]))
    }

    private static func wrapped(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
        let count = contents.count
        let length = [21, 14, 7].map { UInt8(truncatingIfNeeded: count >> $0) & 0x7F | 0x80 }
        return [tag] + length + [UInt8(count & 0x7F)] + contents
    }

    private static func contents(of tag: UInt8, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard bytes.first == tag else { return nil }
        var rest = bytes.dropFirst()
        var count = 0
        for _ in 0..<4 {
            guard let byte = rest.popFirst() else { return nil }
            count = count << 7 | Int(byte & 0x7F)
            if byte & 0x80 == 0 { break }
        }
        return count <= rest.count ? rest.prefix(count) : nil
    }
}
