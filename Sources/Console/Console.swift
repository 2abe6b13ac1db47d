import Glibc
import Synchronization

/// The two streams of a command: data out, words to people.
package enum Console {
    private static let isOutputTaken = Atomic<Bool>(false)

    /// Keeps standard output for a file: what commands tell goes to standard error from now on.
    package static func takeOutput() { isOutputTaken.store(true, ordering: .relaxed) }

    /// The `errno` of the first write to standard output that failed; 0 while all is well.
    private static let outputError = Atomic<Int32>(0)

    /// Writes a line of data to standard output; ends the program if the reader has closed it.
    package static func out(_ line: String) {
        let isTaken = isOutputTaken.load(ordering: .relaxed)
        let code = write(line + "\n", to: isTaken ? STDERR_FILENO : STDOUT_FILENO)
        guard code != 0, !isTaken else { return }
        if code == EPIPE { Glibc.exit(ExitStatus.closedPipe.rawValue) }
        outputError.store(code, ordering: .relaxed)
    }

    /// Refuses to end well when not all that was said has been taken.
    ///
    /// - Throws: `Failure` with the system's reason.
    package static func checkOutput() throws(Failure) {
        let code = outputError.load(ordering: .relaxed)
        guard code != 0 else { return }
        throw Failure(
            .inputOutput, "Standard output could not be written: \(String(cString: strerror(code))).")
    }

    /// Whether standard error stands at a line that is redrawn.
    private static let isRedrawing = Atomic<Bool>(false)

    /// Writes a line to standard error, in the place of one that is redrawn.
    package static func error(_ line: String) {
        let isOpen = isRedrawing.exchange(false, ordering: .relaxed)
        write((isOpen ? "\r\u{1b}[K" : "") + line + "\n", to: STDERR_FILENO)
    }

    /// Writes to standard error without ending the line, for what is redrawn.
    package static func redraw(_ text: String) {
        isRedrawing.store(true, ordering: .relaxed)
        write("\r" + text, to: STDERR_FILENO)
    }

    /// Whether standard error is a terminal that can redraw a line.
    package static var isInteractive: Bool {
        isatty(STDERR_FILENO) == 1 && getenv("TERM").map { String(cString: $0) } != "dumb"
    }

    /// Whether standard output shows colours: on a terminal, unless NO_COLOR is set.
    package static var showsColour: Bool { isatty(STDOUT_FILENO) == 1 && getenv("NO_COLOR") == nil }

    /// Text in bold, where colours are shown.
    package static func bold(_ text: String) -> String { showsColour ? "\u{1b}[1m\(text)\u{1b}[0m" : text }

    /// - Returns: 0, or the `errno` of what was not written.
    @discardableResult
    private static func write(_ text: String, to stream: Int32) -> Int32 {
        var text = text
        return text.withUTF8 { bytes in
            var done = 0
            while done < bytes.count, let start = bytes.baseAddress {
                let count = Glibc.write(stream, start + done, bytes.count - done)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return count < 0 ? errno : EIO }
                done += count
            }
            return 0
        }
    }
}
