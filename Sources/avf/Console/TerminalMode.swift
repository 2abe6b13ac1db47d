import AVFConsole
import Glibc
import Synchronization

/// The terminal while its keys are commands: it hands keys on at once, and does not show them.
///
/// Whatever ends the program puts the terminal back, but for a kill that no program notices.
enum TerminalMode {
    private static let saved = Mutex<termios?>(nil)

    /// Takes the keys, if the program stands in the foreground of a terminal; false if not.
    static func begin() -> Bool {
        var mode = termios()
        guard isatty(STDIN_FILENO) == 1, tcgetpgrp(STDIN_FILENO) == getpgrp(),
            tcgetattr(STDIN_FILENO, &mode) == 0
        else { return false }
        let isFirst = saved.withLock { saved in
            defer { saved = mode }
            return saved == nil
        }
        if isFirst { atexit { TerminalMode.end() } }
        take()
        return true
    }

    /// Gives the keys back, for now or for good.
    static func end() {
        guard var mode = saved.withLock({ $0.take() }) else { return }
        tcsetattr(STDIN_FILENO, TCSADRAIN, &mode)
        Console.redraw("\u{1b}[K\u{1b}[?25h")
    }

    /// Puts the terminal back while the program is stopped, and takes the keys again when it goes on.
    static func suspend(_ stop: () -> Void) {
        guard var mode = saved.withLock({ $0 }) else { return stop() }
        tcsetattr(STDIN_FILENO, TCSADRAIN, &mode)
        Console.redraw("\u{1b}[K\u{1b}[?25h")
        stop()
        // In the background it must not touch the terminal.
        if tcgetpgrp(STDIN_FILENO) == getpgrp() { take() }
    }

    /// Keys at once, without an echo; signals as always.
    private static func take() {
        guard var mode = saved.withLock({ $0 }) else { return }
        mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
        // VTIME and VMIN of <termios.h>: reading does not wait.
        mode.c_cc.5 = 0
        mode.c_cc.6 = 0
        tcsetattr(STDIN_FILENO, TCSADRAIN, &mode)
        Console.redraw("\u{1b}[?25l")
    }

    /// The terminal's width in columns.
    static var columnCount: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// Whether the terminal shows more than ASCII.
    static var showsUnicode: Bool {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"]
        let locale = names.lazy.compactMap { getenv($0).map { String(cString: $0) } }.first { !$0.isEmpty }
        let text = (locale ?? "").lowercased()
        return text.contains("utf-8") || text.contains("utf8")
    }
}
