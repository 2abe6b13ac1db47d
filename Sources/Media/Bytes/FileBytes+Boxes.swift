import Glibc

extension FileBytes {
    /// Whether an MPEG-4 file is made of pieces (ISO 14496-12, 8.8), of which only the sum knows the length.
    var isFragmentedMPEG4: Bool {
        defer { _ = seek(to: 0, from: SEEK_SET) }
        var position = 0
        for _ in 0..<10_000 {
            guard let name = readWord(at: position + 4, byteCount: 4), let next = endOfBox(at: position)
            else { return false }
            if name == fourCharacterCode("moof") { return true }
            position = next
        }
        return false
    }

    /// Where the box at a position says it ends; nil if there is no box.
    func endOfBox(at position: Int) -> Int? {
        guard let size = readWord(at: position, byteCount: 4) else { return nil }
        // A last box without a size reaches to the end; a size too large for its place stands behind the
        // name.
        if size == 0 { return length }
        let wide = size == 1 ? readWord(at: position + 8, byteCount: 8) : size
        guard let wide, let byteCount = Int(exactly: wide), byteCount >= 8 else { return nil }
        let (end, isBeyond) = position.addingReportingOverflow(byteCount)
        return isBeyond ? nil : end
    }
}
