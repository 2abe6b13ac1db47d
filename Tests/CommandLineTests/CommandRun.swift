import Foundation
import TestSupport

/// One run of the built `avf`, with what it said.
struct CommandRun {
    let status: Int32
    let output: String
    let errors: String

    /// Runs the tool that was built with the tests.
    init(_ arguments: [String], environment: [String: String] = [:]) throws {
        try self.init(program: Self.tool(), arguments, environment)
    }

    /// Runs `avf-dev`, which was built with the tests too.
    static func developer(_ arguments: [String]) throws -> CommandRun {
        try CommandRun(program: tool("avf-dev"), arguments, [:])
    }

    /// Runs a line of shell whose `$0` is the tool.
    static func shell(
        _ line: String, _ arguments: [String], environment: [String: String] = [:]
    ) throws -> CommandRun {
        try CommandRun(program: "/bin/sh", ["-c", line, tool()] + arguments, environment)
    }

    /// Runs the tool and interrupts it, as Control-C does, once the condition holds.
    static func interrupted(_ arguments: [String], once hasBegun: @escaping () -> Bool) throws -> CommandRun {
        try CommandRun(program: tool(), arguments, [:], interruptedWhen: { _ in hasBegun() })
    }

    /// Runs the tool and sends it a signal once the condition holds, which is given its process.
    static func ended(
        by signal: Int32, _ arguments: [String], environment: [String: String] = [:],
        once hasBegun: @escaping (pid_t) -> Bool
    ) throws -> CommandRun {
        try CommandRun(program: tool(), arguments, environment, interruptedWhen: hasBegun, by: signal)
    }

    /// Runs the tool and kills it without warning, once the condition holds.
    static func killed(_ arguments: [String], once hasBegun: @escaping () -> Bool) throws -> CommandRun {
        try CommandRun(program: tool(), arguments, [:], interruptedWhen: { _ in hasBegun() }, by: SIGKILL)
    }

    /// Output goes to files: a pipe's end would be inherited by whatever other tests start meanwhile.
    private init(
        program: String, _ arguments: [String], _ environment: [String: String],
        interruptedWhen isTime: ((pid_t) -> Bool)? = nil, by signal: Int32 = SIGINT
    ) throws {
        let folder = try ScratchFolder()
        let (out, err) = (folder.file("out"), folder.file("err"))
        // No plugins but those that a test brings, and no cache that outlives it.
        let variables = ProcessInfo.processInfo.environment.merging(
            ["LV2_PATH": "/nonexistent", "XDG_CACHE_HOME": "/dev/null"].merging(environment) { $1 }
        ) { $1 }
        let child = try Self.spawn([program] + arguments, variables.map { "\($0)=\($1)" }, out, err)
        if let isTime {
            while !isTime(child), Self.isRunning(child) { sched_yield() }
            kill(child, signal)
        }
        status = Self.wait(for: child)
        output = try String(contentsOfFile: out, encoding: .utf8)
        errors = try String(contentsOfFile: err, encoding: .utf8)
    }

    static func spawn(
        _ arguments: [String], _ environment: [String], _ out: String, _ err: String
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, out, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, err, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        // Signals as a terminal gives them: programs in the background hand on that interrupts are ignored.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (none, interrupt) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigemptyset(&interrupt)
        sigaddset(&interrupt, SIGINT)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &interrupt)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        let argv = arguments.map { strdup($0) } + [nil]
        let envp = environment.map { strdup($0) } + [nil]
        defer { (argv + envp).forEach { free($0) } }
        var child: pid_t = 0
        let failure = posix_spawn(&child, arguments[0], &actions, &attributes, argv, envp)
        guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EIO) }
        return child
    }

    /// Whether a child has not ended; it can still be waited for afterwards.
    private static func isRunning(_ child: pid_t) -> Bool {
        var information = siginfo_t()
        return waitid(P_PID, id_t(child), &information, WEXITED | WNOHANG | WNOWAIT) == 0
            && information.si_signo == 0
    }

    /// How a child ended: its exit status, or 128 plus the signal.
    static func wait(for child: pid_t) -> Int32 {
        var result: Int32 = 0
        while waitpid(child, &result, 0) < 0, errno == EINTR {}
        return result & 0x7f == 0 ? (result >> 8) & 0xff : 128 + result & 0x7f
    }

    /// A program in the folder of the test program.
    static func tool(_ name: String = "avf") throws -> String {
        try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            .split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/" + name
    }
}

/// A folder that goes with the test.
final class ScratchFolder {
    let path = TestRoot.unused("command")

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of a file in the folder.
    func file(_ name: String) -> String { path + "/" + name }

    /// The names of everything in the folder, hidden or not.
    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}
