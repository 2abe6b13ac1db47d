import Glibc

/// The system's words for its error numbers.
enum SystemError {
    /// What `code` means, as the C library says it.
    static func text(_ code: Int32) -> String {
        strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }
}
