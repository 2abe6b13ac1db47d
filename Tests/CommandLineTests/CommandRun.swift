import Foundation

/// One run of the built `avf`, with what it said.
struct CommandRun {
    let status: Int32
    let output: String
    let errors: String

    /// Runs the tool that was built with the tests.
    init(_ arguments: [String], environment: [String: String] = [:]) throws {
        try self.init(program: Self.tool(), arguments, environment)
    }

    /// Runs a line of shell whose `$0` is the tool.
    static func shell(_ line: String, _ arguments: [String]) throws -> CommandRun {
        try CommandRun(program: "/bin/sh", ["-c", line, tool()] + arguments, [:])
    }

    /// Runs the tool and interrupts it, as Control-C does, once the condition holds.
    static func interrupted(_ arguments: [String], once hasBegun: () -> Bool) throws -> CommandRun {
        try CommandRun(program: tool(), arguments, [:]) { process in
            while process.isRunning && !hasBegun() { sched_yield() }

            if process.isRunning { process.interrupt() }
        }
    }

    private init(
        program: String, _ arguments: [String], _ environment: [String: String],
        meanwhile: (Process) -> Void = { _ in }
    ) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        // No plugins but those that a test brings, and no cache that outlives it.
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["LV2_PATH": "/nonexistent", "XDG_CACHE_HOME": "/nonexistent"].merging(environment) { $1 }
        ) { $1 }
        let (out, err) = (Pipe(), Pipe())
        process.standardOutput = out
        process.standardError = err
        process.standardInput = FileHandle.nullDevice
        try process.run()
        meanwhile(process)
        // What is said on standard error is short: it fits the pipe while the other one is read.
        output = String(decoding: out.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        errors = String(decoding: err.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        status = process.terminationStatus
    }

    /// `avf` in the folder of the test program.
    private static func tool() throws -> String {
        try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            .split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/avf"
    }
}

/// A folder that goes with the test.
final class ScratchFolder {
    let path = NSTemporaryDirectory() + "avf-command-\(UUID().uuidString)"

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of a file in the folder.
    func file(_ name: String) -> String { path + "/" + name }

    /// The names of everything in the folder, hidden or not.
    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}
