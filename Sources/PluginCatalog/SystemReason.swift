import Glibc

/// The system's error numbers in words.
package enum SystemReason {
    /// The reason behind an error number; a limit is named with its value.
    package static func text(_ code: Int32) -> String {
        let text = strerror(code).map { String(cString: $0) } ?? "error \(code)"
        guard code == EMFILE else { return text }
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return "\(text): it may have \(limit.rlim_cur), and “ulimit -n” can allow more"
    }
}
