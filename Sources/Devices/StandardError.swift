import Glibc

/// The few lines this module says to whoever runs the program.
package enum StandardError {
    /// Writes one line, in one piece as far as the system allows; a failure to write is not reported.
    package static func writeLine(_ line: String) {
        var text = line + "\n"
        text.withUTF8 { bytes in
            guard let start = bytes.baseAddress else { return }
            _ = write(STDERR_FILENO, start, bytes.count)
        }
    }
}
