import Foundation

/// A program that does rounds of a workload when it is asked to, and says how long each took.
///
/// It says `ready` or `absent REASON` first; to `round` it answers `cpu SECONDS [NAME=VALUE …]`, to
/// `file INPUT OUTPUT` `done`, and to what it cannot do `failed`.
final class PeerProcess {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var pending = Data()
    /// What the last round said besides its time.
    private(set) var values: [(String, Double)] = []

    /// Starts a program and waits until it is ready.
    ///
    /// - Throws: `BenchError.missing` if it does not exist or cannot do this work.
    init(_ program: String, _ arguments: [String]) throws {
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.environment = Self.environment()
        do { try process.run() } catch { throw BenchError.missing(program) }
        let answer = line() ?? "absent it ended at once"
        guard answer == "ready" else {
            throw BenchError.missing(URL(fileURLWithPath: program).lastPathComponent + " (\(answer))")
        }
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// Does one round; the CPU seconds that it took.
    func round() throws -> Double {
        let words = try ask("round").split(separator: " ")
        guard words.count >= 2, words[0] == "cpu", let seconds = Double(words[1]) else {
            throw BenchError.missing("the answer of \(process.executableURL?.lastPathComponent ?? "a peer")")
        }
        values = words.dropFirst(2).compactMap { word in
            let parts = word.split(separator: "=")
            guard parts.count == 2, let value = Double(parts[1]) else { return nil }
            return (String(parts[0]), value)
        }
        return seconds
    }

    /// What it makes of sound, interleaved stereo; nil if it cannot.
    func convert(_ sound: [Float]) throws -> [Float]? {
        let folder = FileManager.default.temporaryDirectory
        let from = folder.appendingPathComponent("bench-\(getpid())-peer-in")
        let to = folder.appendingPathComponent("bench-\(getpid())-peer-out")
        defer { for url in [from, to] { try? FileManager.default.removeItem(at: url) } }
        try sound.withUnsafeBytes { Data($0) }.write(to: from)
        guard try ask("file \(from.path) \(to.path)") == "done" else { return nil }
        return try Data(contentsOf: to).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }

    private func ask(_ question: String) throws -> String {
        try input.fileHandleForWriting.write(contentsOf: Data((question + "\n").utf8))
        guard let answer = line() else { throw BenchError.missing("a peer, which ended") }
        return answer
    }

    /// The next line; nil at the end.
    private func line() -> String? {
        while true {
            if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: pending[pending.startIndex..<end], as: UTF8.self)
                pending.removeSubrange(pending.startIndex...end)
                return line
            }
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { return nil }
            pending.append(more)
        }
    }

    /// Ours as it is now, with libraries that would start threads told not to.
    private static func environment() -> [String: String] {
        var variables = ProcessInfo.processInfo.environment
        for name in ["LV2_PATH", "XDG_CACHE_HOME"] {
            variables[name] = getenv(name).map { String(cString: $0) }
        }
        variables["OMP_NUM_THREADS"] = "1"
        variables["OPENBLAS_NUM_THREADS"] = "1"
        return variables
    }
}
