import Glibc
import Synchronization

/// C strings that live as long as the program: names of units, parameters and devices, each kept once.
enum StringPool {
    // Proof: the pointers are to strings that are never changed or freed.
    private struct Kept: @unchecked Sendable {
        var strings: [String: UnsafePointer<CChar>] = [:]
    }

    private static let kept = Mutex(Kept())
    nonisolated(unsafe) static let empty: UnsafePointer<CChar> = keep("")

    /// The one C string with that text.
    static func string(_ text: String) -> UnsafePointer<CChar> {
        kept.withLock { kept in
            if let known = kept.strings[text] { return known }
            let made = keep(text)
            kept.strings[text] = made
            return made
        }
    }

    private static func keep(_ text: String) -> UnsafePointer<CChar> {
        let bytes = Array(text.utf8CString)
        let memory = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
        memory.initialize(from: bytes, count: bytes.count)
        return UnsafePointer(memory)
    }
}
