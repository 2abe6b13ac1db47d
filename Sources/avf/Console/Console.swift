import Glibc
import Synchronization

/// The two streams of a command: data out, words to people.
enum Console {
    private static let isOutputTaken = Atomic<Bool>(false)

    /// Keeps standard output for a file: what commands tell goes to standard error from now on.
    static func takeOutput() { isOutputTaken.store(true, ordering: .relaxed) }

    /// Writes a line of data to standard output.
    static func out(_ line: String) {
        write(line + "\n", to: isOutputTaken.load(ordering: .relaxed) ? STDERR_FILENO : STDOUT_FILENO)
    }

    /// Writes a line to standard error.
    static func error(_ line: String) { write(line + "\n", to: STDERR_FILENO) }

    /// Writes to standard error without ending the line, for what is redrawn.
    static func redraw(_ text: String) { write("\r" + text, to: STDERR_FILENO) }

    /// Whether somebody watches standard error on a terminal that can redraw a line.
    static var isInteractive: Bool {
        isatty(STDERR_FILENO) == 1 && getenv("TERM").map { String(cString: $0) } != "dumb"
    }

    /// Whether standard output shows colours: on a terminal, unless NO_COLOR is set.
    static var showsColour: Bool { isatty(STDOUT_FILENO) == 1 && getenv("NO_COLOR") == nil }

    /// Text in bold, where colours are shown.
    static func bold(_ text: String) -> String { showsColour ? "\u{1b}[1m\(text)\u{1b}[0m" : text }

    private static func write(_ text: String, to stream: Int32) {
        var text = text
        text.withUTF8 { bytes in
            var done = 0
            while done < bytes.count, let start = bytes.baseAddress {
                let count = Glibc.write(stream, start + done, bytes.count - done)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return }
                done += count
            }
        }
    }
}
