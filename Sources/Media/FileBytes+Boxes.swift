import Glibc

extension FileBytes {
    /// Whether an MPEG-4 file is made of pieces (ISO 14496-12, 8.8), of which only the sum knows the length.
    var isFragmentedMPEG4: Bool {
        defer { _ = seek(to: 0, from: SEEK_SET) }
        var position = 0
        for _ in 0..<10_000 {
            guard let size = readWord(at: position, byteCount: 4),
                let name = readWord(at: position + 4, byteCount: 4)
            else { return false }
            if name == fourCharacterCode("moof") { return true }
            var length = Int(size)
            if size == 1 {
                // The size is too large for its place and stands behind the name.
                guard let wide = readWord(at: position + 8, byteCount: 8), let exact = Int(exactly: wide)
                else {
                    return false
                }
                length = exact
            }
            let (next, isBeyond) = position.addingReportingOverflow(length)
            guard length >= 8, !isBeyond else { return false }
            position = next
        }
        return false
    }
}
