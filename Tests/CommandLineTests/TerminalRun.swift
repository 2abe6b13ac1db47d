import Foundation

/// One run of the built `avf` on a terminal of its own, which a test looks at and types on.
final class TerminalRun {
    private let master: Int32
    private let child: pid_t
    private(set) var screen = ""
    private var isOver = false

    init(_ arguments: [String], columnCount: UInt16 = 100, environment: [String: String] = [:]) throws {
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        // TIOCSPTLCK and TIOCGPTN of <asm/ioctls.h>: unlocks the other end, and tells its number.
        var (isLocked, number) = (Int32(0), UInt32(0))
        guard master >= 0, ioctl(master, 0x4004_5431, &isLocked) == 0,
            ioctl(master, 0x8004_5430, &number) == 0
        else { throw POSIXError(.EIO) }
        let name = "/dev/pts/\(number)"
        var size = winsize(ws_row: 24, ws_col: columnCount, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
        let variables = ProcessInfo.processInfo.environment.merging(
            ["LV2_PATH": "/nonexistent", "TERM": "xterm", "LC_ALL": "C.UTF-8"].merging(environment) { $1 }
        ) { $1 }
        child = try Self.spawn([try CommandRun.tool()] + arguments, variables.map { "\($0)=\($1)" }, name)
    }

    deinit {
        if !isOver {
            kill(child, SIGKILL)
            _ = CommandRun.wait(for: child)
        }
        close(master)
    }

    /// The terminal's first opening by the leader of a session makes it the session's.
    private static func spawn(
        _ arguments: [String], _ environment: [String], _ terminal: String
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for stream in Int32(0)...2 { posix_spawn_file_actions_addopen(&actions, stream, terminal, O_RDWR, 0) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        // POSIX_SPAWN_SETSID of <spawn.h>.
        posix_spawnattr_setflags(&attributes, Int16(0x80 | POSIX_SPAWN_SETSIGMASK))
        let argv = arguments.map { strdup($0) } + [nil]
        let envp = environment.map { strdup($0) } + [nil]
        defer { (argv + envp).forEach { free($0) } }
        var child: pid_t = 0
        let failure = posix_spawn(&child, arguments[0], &actions, &attributes, argv, envp)
        guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EIO) }
        return child
    }

    func press(_ keys: String) { _ = keys.withCString { write(master, $0, strlen($0)) } }

    func send(_ signal: Int32) { kill(child, signal) }

    /// Waits until the program is stopped, as by Control-Z.
    func waitUntilStopped() {
        var information = siginfo_t()
        while waitid(P_PID, id_t(child), &information, WSTOPPED | WNOHANG | WNOWAIT) == 0,
            information.si_signo == 0
        {
            _ = read()
        }
    }

    /// Waits until keys are handed on at once; false if that takes 20 s.
    func becomesRaw() -> Bool {
        let end = ContinuousClock.now + .seconds(20)
        while !isRaw, ContinuousClock.now < end { _ = read() }
        return isRaw
    }

    /// Whether keys are handed on at once and not shown.
    var isRaw: Bool {
        var mode = termios()
        tcgetattr(master, &mode)
        return mode.c_lflag & tcflag_t(ICANON | ECHO) == 0
    }

    /// Whether the terminal is as a shell wants it.
    var isUsual: Bool {
        var mode = termios()
        tcgetattr(master, &mode)
        let flags = tcflag_t(ICANON | ECHO)
        return mode.c_lflag & flags == flags
    }

    /// Reads until the screen has a line that fits; false after a time, or when the program has ended.
    func shows(seconds: Double = 20, _ fits: (Substring) -> Bool) -> Bool {
        var seen = screen.endIndex
        let end = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < end {
            guard read() else { return false }
            let news = screen[(screen.index(seen, offsetBy: -1, limitedBy: screen.startIndex) ?? seen)...]
            let lines = news.split(omittingEmptySubsequences: true) { $0 == "\r" || $0.isNewline }
            if lines.contains(where: fits) { return true }
            seen = screen.endIndex
        }
        return false
    }

    /// The exit status, or 128 plus the signal; a program that does not end by itself is killed.
    func end() -> Int32 {
        let last = ContinuousClock.now + .seconds(30)
        while read() { if ContinuousClock.now > last { kill(child, SIGKILL) } }
        isOver = true
        return CommandRun.wait(for: child)
    }

    /// Takes what the program has written; false when it has ended.
    private func read() -> Bool {
        var input = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        guard poll(&input, 1, 50) > 0 else { return true }
        var room = [UInt8](repeating: 0, count: 4_096)
        let count = Foundation.read(master, &room, room.count)
        guard count > 0 else { return false }
        screen += String(decoding: room[..<count], as: UTF8.self)
        return true
    }
}
