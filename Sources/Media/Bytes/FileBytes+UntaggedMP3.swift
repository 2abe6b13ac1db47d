import Glibc

extension FileBytes {
    /// Shows libsndfile the length of a bare stream of MPEG layer III: a first block with a tag, as encoders
    /// write it.
    ///
    /// libsndfile guesses the length of a stream without one by its first blocks, and cuts it there (1.2.0).
    /// ISO 11172-3 and 13818-3, 2.4.1.3 and 2.4.2.3; the tag is Xing's. Anything unexpected is left for
    /// libsndfile to judge.
    ///
    /// - Returns: Whether the stream ends within a block.
    func mendUntaggedMP3() -> Bool {
        defer { _ = seek(to: 0, from: SEEK_SET) }
        var start = lengthOfID3Tag
        guard let header = readWord(at: start, byteCount: 4), let first = MPEGBlock(header: header),
            first.layer == 3, !hasLengthTag(at: start, first)
        else { return false }
        // A killed encoder leaves the room for its tag empty.
        if isEmpty(at: start + 4, byteCount: first.byteCount - 4) { start += first.byteCount }
        guard let (blockCount, isCut) = mpegBlockCount(from: start), blockCount > 0 else { return false }
        replaceStart(byteCount: start, by: MPEGBlock.tag(header: header, blockCount: blockCount))
        return isCut
    }

    /// The whole blocks from a position on, and whether part of one follows; nil if they do not reach the end
    /// of the file.
    private func mpegBlockCount(from start: Int) -> (count: Int, isCut: Bool)? {
        var (position, count, isCut) = (start, 0, false)
        while let header = readWord(at: position, byteCount: 4), let block = MPEGBlock(header: header) {
            isCut = position + block.byteCount > length
            if isCut { break }
            position += block.byteCount
            count += 1
        }
        // Behind the last block there may be part of one, or a tag of 128 bytes.
        let isAtEnd = length - position < MPEGBlock.largestByteCount
        let isWhole = isAtEnd || readWord(at: position, byteCount: 3) == fourCharacterCode("TAG")
        return isWhole ? (count, isCut) : nil
    }

    /// An ID3v2 tag tells its length in four groups of seven bits, without its ten bytes of header.
    private var lengthOfID3Tag: Int {
        guard readWord(at: 0, byteCount: 3) == fourCharacterCode("ID3"),
            let size = readWord(at: 6, byteCount: 4)
        else { return 0 }
        return 10 + (0..<4).reduce(0) { $0 | Int(size >> UInt64(8 * $1) & 0x7F) << (7 * $1) }
    }

    private func hasLengthTag(at position: Int, _ block: MPEGBlock) -> Bool {
        let tag = readWord(at: position + 4 + block.sideByteCount, byteCount: 4)
        return ["Xing", "Info"].contains { fourCharacterCode($0) == tag }
            || readWord(at: position + 36, byteCount: 4) == fourCharacterCode("VBRI")
    }

    private func isEmpty(at position: Int, byteCount: Int) -> Bool {
        var bytes = [UInt8](repeating: 1, count: max(0, byteCount))
        guard seek(to: position, from: SEEK_SET) == position,
            read(into: &bytes, count: bytes.count) == bytes.count
        else { return false }
        return bytes.allSatisfy { $0 == 0 }
    }
}

/// A block of an MPEG audio stream, as its header of four bytes describes it.
struct MPEGBlock {
    let layer: Int
    let byteCount: Int
    /// Bytes between the header and the main data of layer III, without the optional checksum.
    let sideByteCount: Int

    /// Nil if this is no header, or one of a stream in a format of its own, whose blocks tell no length.
    init?(header: UInt64) {
        let (version, layer) = (Int(header >> 19 & 3), 4 - Int(header >> 17 & 3))
        let (rateIndex, bitRateIndex) = (Int(header >> 10 & 3), Int(header >> 12 & 15))
        guard header >> 21 == 0x7FF, version != 1, layer < 4, rateIndex < 3, 1...14 ~= bitRateIndex else {
            return nil
        }
        self.layer = layer
        let isFull = version == 3
        let sampleRateHz = [44_100, 48_000, 32_000][rateIndex] >> [2, 0, 1, 0][version]
        let table = Self.kilobits[isFull ? layer - 1 : layer == 1 ? 3 : 4]
        let padding = Int(header >> 9 & 1)
        let frameCount = layer == 1 ? 384 : layer == 2 || isFull ? 1152 : 576
        let bits = frameCount * 1000 * table[bitRateIndex - 1]
        // Layer I counts in slots of four bytes.
        byteCount =
            layer == 1 ? (bits / 32 / sampleRateHz + padding) * 4 : bits / 8 / sampleRateHz + padding
        let isMono = header >> 6 & 3 == 3
        sideByteCount = isFull ? (isMono ? 17 : 32) : (isMono ? 9 : 17)
    }

    /// No block is larger: 448 kbit/s at 32 kHz.
    static let largestByteCount = 2048

    /// A silent block that tells how many follow, with the rate and channels of a header.
    static func tag(header: UInt64, blockCount: Int) -> [UInt8] {
        // The largest bit rate, because the tag does not fit into the smallest; no checksum, no padding.
        let wide = (header | 1 << 16) & ~UInt64(0xF200) | 14 << 12
        guard let block = MPEGBlock(header: wide) else { return [] }
        var bytes = [UInt8](repeating: 0, count: block.byteCount)
        bytes.replaceSubrange(0..<4, with: PacketHeader.bigEndian(Int(wide), byteCount: 4))
        let flags = PacketHeader.bigEndian(1, byteCount: 4)
        let tag = Array("Xing".utf8) + flags + PacketHeader.bigEndian(blockCount, byteCount: 4)
        bytes.replaceSubrange(4 + block.sideByteCount..<4 + block.sideByteCount + tag.count, with: tag)
        return bytes
    }

    /// Layers I, II and III; then I, and II and III, of half and quarter rates.
    private static let kilobits: [[Int]] = [
        [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
        [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
        [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
        [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
        [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ]
}
