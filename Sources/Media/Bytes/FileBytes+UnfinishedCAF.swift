import Glibc

extension FileBytes {
    /// Shows libsndfile the real size of the sound of a CAF file whose recorder is still running or was
    /// killed, and of one that was cut.
    ///
    /// CAF lets the size of the last chunk, `data`, be −1 ("to the end of the file", Core Audio Format
    /// Specification 1.0, Audio Data Chunk). libsndfile 1.2 refuses such files and those that promise too
    /// much, so it gets to see the size that is there; the file itself stays as it is. Anything unexpected is
    /// left for libsndfile to judge.
    func mendUnfinishedCAF() {
        defer { _ = seek(to: 0, from: SEEK_SET) }
        guard let head = readWord(at: 0, byteCount: 4), head == fourCharacterCode("caff") else { return }
        var position = 8
        for _ in 0..<10_000 {
            guard let type = readWord(at: position, byteCount: 4),
                let size = readWord(at: position + 4, byteCount: 8).map(Int64.init(bitPattern:))
            else { return }
            let start = position + 12
            if type == fourCharacterCode("data"), size == -1 || size > Int64(length - start), length >= start
            {
                let bytes = withUnsafeBytes(of: Int64(length - start).bigEndian) { Array($0) }
                overlay = Overlay(position: position + 4, bytes: bytes)
                return
            }
            guard size >= 0, size < Int64(length - start) else { return }
            position = start + Int(size)
        }
    }

    /// Whether a WAVE file ends before its shortest header does; libsndfile takes such a file for an empty
    /// one.
    var isCutInWaveHeader: Bool {
        defer { _ = seek(to: 0, from: SEEK_SET) }
        return length < 44 && readWord(at: 0, byteCount: 4) == fourCharacterCode("RIFF")
    }

    /// A big-endian number of the file; nil behind its end.
    func readWord(at position: Int, byteCount: Int) -> UInt64? {
        var bytes = [UInt8](repeating: 0, count: byteCount)
        guard seek(to: position, from: SEEK_SET) == position,
            read(into: &bytes, count: byteCount) == byteCount
        else { return nil }
        return bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Characters as a number.
    func fourCharacterCode(_ text: String) -> UInt64 {
        text.utf8.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
