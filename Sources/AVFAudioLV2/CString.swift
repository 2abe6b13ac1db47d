/// Literals one after the other as C reads them, in memory that stays until it is freed.
///
/// Byte by byte: joining strings would bring more of Swift's library along than all that is said with them.
func cString(_ parts: [String]) -> UnsafePointer<CChar> {
    let memory = UnsafeMutablePointer<CChar>.allocate(capacity: parts.reduce(1) { $0 + byteCount($1) })
    var end = memory
    for part in parts {
        _ = part.utf8.withContiguousStorageIfAvailable { bytes in
            for byte in bytes {
                end.initialize(to: CChar(bitPattern: byte))
                end += 1
            }
        }
    }
    end.initialize(to: 0)
    return UnsafePointer(memory)
}

private func byteCount(_ part: String) -> Int {
    part.utf8.withContiguousStorageIfAvailable { $0.count } ?? 0
}
