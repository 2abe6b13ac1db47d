import Foundation

/// This program once more, for work that may end the process.
struct ToolChild {
    /// What it wrote to standard output.
    let output: String
    /// How it ended, for people; nil if it ended well.
    let end: String?

    /// Runs it until it ends or its time is over; what it says to standard error is lost.
    static func run(_ arguments: [String], timeoutSeconds: Double) -> ToolChild {
        let start = Date()
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = arguments
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        do { try process.run() } catch {
            return ToolChild(output: "", end: "the process did not start: \(error)")
        }
        let killer = DispatchWorkItem { kill(process.processIdentifier, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + timeoutSeconds, execute: killer)
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        killer.cancel()
        let isLate = Date().timeIntervalSince(start) >= timeoutSeconds
        return ToolChild(
            output: String(decoding: output, as: UTF8.self),
            end: isLate ? "it took more than \(timeoutSeconds) s" : reason(process))
    }

    private static func reason(_ process: Process) -> String? {
        if process.terminationReason == .uncaughtSignal {
            return "it crashed with the signal \(process.terminationStatus)"
        }
        guard process.terminationStatus != 0 else { return nil }
        return "it ended the process with the status \(process.terminationStatus)"
    }
}
