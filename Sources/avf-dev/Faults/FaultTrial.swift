import AVFConsole
import Foundation

/// What the tests say of a fault.
enum FaultVerdict: Equatable, CustomStringConvertible {
    /// The sources do not compile with it, so it does not count.
    case doesNotCompile
    /// A test failed, or the tests did not come to an end.
    case killed(by: String)
    case survived

    var description: String {
        switch self {
        case .doesNotCompile: "does not compile"
        case .killed(let test): "killed by: \(test)"
        case .survived: "SURVIVED"
        }
    }
}

/// Builds and tests a copy of the repository with a fault in it.
struct FaultTrial {
    /// Tests that take longer than this have met a fault that never ends.
    private static let mostSeconds = 3600

    /// The folder of the copy, which stays for the next time, because its first build takes minutes.
    let root: String

    /// Copies the newest commit of a repository.
    ///
    /// - Throws: `Failure` if git cannot do that.
    init(of repository: String) throws(Failure) {
        root = repository + "/build/faults"
        let copied = Self.run(
            "if [ -d \"$0/.git\" ]; then git -C \"$0\" fetch -q origin HEAD && git -C \"$0\" reset -q --hard "
                + "FETCH_HEAD; else git clone -q \"$1\" \"$0\"; fi", [root, repository])
        guard copied.status == 0 else { throw Failure(.cannotCreate, copied.output) }
    }

    /// Tries a fault: the tests of its module first, then all.
    ///
    /// - Throws: If the file cannot be read or written.
    func verdict(on fault: Fault) throws -> FaultVerdict {
        let path = root + "/" + fault.path
        let text = try String(contentsOfFile: path, encoding: .utf8)
        var lines = text.components(separatedBy: "\n")
        lines[fault.line - 1] = fault.new
        try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
        defer { try? text.write(toFile: path, atomically: true, encoding: .utf8) }
        guard test("swift build --build-tests").status == 0 else { return .doesNotCompile }
        for filter in [moduleTests(of: fault), ""] {
            guard let filter else { continue }
            let tests = test("swift test --skip-build" + (filter.isEmpty ? "" : " --filter \(filter)"))
            if tests.status != 0 { return .killed(by: failedTest(tests)) }
        }
        return .survived
    }

    /// The folder of tests that belongs to the fault's module; nil if there is none.
    private func moduleTests(of fault: Fault) -> String? {
        let module = fault.path.split(separator: "/")[1]
        let tests = [
            "CDSP": "DSP", "CRealtime": "Realtime", "PluginCatalog": "LV2Host", "PluginSandbox": "LV2Host",
        ]
        let folder = "\(tests[String(module)] ?? String(module))Tests"
        return FileManager.default.fileExists(atPath: root + "/Tests/" + folder) ? folder : nil
    }

    private func failedTest(_ run: (status: Int32, output: String)) -> String {
        if run.status == 124 || run.status == 137 { return "no end within \(Self.mostSeconds) s" }
        let name = run.output.firstMatch(of: /✘ Test "?([^"\n]*)"? recorded an issue/)
        return name.map { String($0.1) } ?? "a crash"
    }

    /// A command in the copy, which is ended when it takes too long.
    private func test(_ command: String) -> (status: Int32, output: String) {
        Self.run("cd \"$0\" && timeout -k 10 \(Self.mostSeconds) \(command)", [root])
    }

    /// A line of shell with `$0` and so on: its status, and all that it said.
    private static func run(_ line: String, _ arguments: [String]) -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "{ \(line); } 2>&1"] + arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardInput = FileHandle.nullDevice
        do { try process.run() } catch { return (-1, "\(error)") }
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, output)
    }
}
