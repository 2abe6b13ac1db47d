/// What becomes of the header that libsndfile writes for a WAVE file, whose sizes have 32 bits.
///
/// A file that may grow beyond them gets room for sizes of 64 bits behind its first twelve bytes, in a chunk
/// that readers skip; once it has grown it becomes RF64 in place (EBU Tech 3306, 3.5). A pipe is told the
/// sizes before the sound, or that they are not known.
struct WaveHeader {
    /// How the sizes come about.
    enum Sizes {
        /// They grow with the file.
        case growing
        /// So many bytes of sound will follow.
        case known(Int)
        /// They cannot be written later.
        case unknown
    }

    private let sizes: Sizes
    private let hasRoom: Bool
    /// The largest size that is written into 32 bits.
    private let largestSize: Int
    /// What is put in behind the first twelve bytes; known once the header has been written.
    var addedByteCount: Int { hasRoom ? Self.roomByteCount : 0 }

    /// A chunk with three sizes and an empty table.
    private static let roomByteCount = 36

    /// A header whose file becomes RF64 above `largestSize` bytes.
    init(_ sizes: Sizes, largestSize: Int) {
        self.sizes = sizes
        self.largestSize = largestSize
        hasRoom =
            switch sizes {
            case .growing: true
            case .known(let byteCount): byteCount > largestSize - 1024
            case .unknown: false
            }
    }

    /// libsndfile's header with true sizes; nil if it is none.
    ///
    /// `bytes` are what libsndfile writes at the start of the file, `length` the bytes of the file as it
    /// counts them.
    func completed(_ bytes: UnsafeRawBufferPointer, length: Int) -> [UInt8]? {
        guard bytes.count >= 44, bytes.prefix(4).elementsEqual("RIFF".utf8) else { return nil }
        var chunks = Array(bytes[12...])
        let soundByteCount: Int? =
            switch sizes {
            case .growing: length - bytes.count
            case .known(let byteCount): byteCount
            case .unknown: nil
            }
        let riffByteCount = soundByteCount.map { bytes.count + $0 + $0 % 2 + addedByteCount - 8 }
        // The bytes of a frame stand at their place in the first chunk, the format's.
        let frame = Int(chunks[20]) + Int(chunks[21]) << 8
        let isWide = hasRoom && (riffByteCount ?? 0) > largestSize
        if isWide || !isGrowing {
            let size = isWide ? UInt32.max : soundByteCount.map { UInt32(clamping: $0) } ?? .max
            chunks.replaceSubrange(chunks.count - 4..<chunks.count, with: Self.little(size))
        }
        let riffSize = isWide ? UInt32.max : riffByteCount.map { UInt32(clamping: $0) } ?? .max
        return Array((isWide ? "RF64" : "RIFF").utf8) + Self.little(riffSize) + Array("WAVE".utf8)
            + (hasRoom ? room(isWide, riffByteCount ?? 0, soundByteCount ?? 0, frame: frame) : []) + chunks
    }

    private var isGrowing: Bool { if case .growing = sizes { true } else { false } }

    private func room(
        _ isWide: Bool, _ riffByteCount: Int, _ soundByteCount: Int, frame: Int
    ) -> [UInt8] {
        let head = Array((isWide ? "ds64" : "JUNK").utf8) + Self.little(UInt32(28))
        guard isWide else { return head + [UInt8](repeating: 0, count: 28) }
        return head + Self.little(UInt64(riffByteCount)) + Self.little(UInt64(soundByteCount))
            + Self.little(UInt64(soundByteCount / max(1, frame))) + Self.little(UInt32(0))
    }

    private static func little<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
}
