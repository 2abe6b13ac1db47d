import Foundation
import TestSupport
import Testing

/// The C library as this build has made it, and C programs that use it.
enum CLibrary {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
    static let headerFolder = root + "/Include/avfaudio"
    static let programFolder = root + "/Tests/AVFAudioCTests/Programs"
    static let strict = ["-Wall", "-Wextra", "-pedantic", "-Werror"]

    /// The library beside the running tests.
    static let path: String = {
        let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let beside = URL(fileURLWithPath: tests).deletingLastPathComponent().path + "/libavfaudio.so"
        let loaded = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? ""
        let bundle = URL(fileURLWithPath: loaded).deletingLastPathComponent().path + "/libavfaudio.so"
        return FileManager.default.fileExists(atPath: beside) ? beside : bundle
    }()

    /// The sanitizer that the library was built with, as compilers call it.
    static let sanitizer: String? = {
        let symbols = (try? Workshop().run("nm", ["-D", "--undefined-only", path]).output) ?? ""
        return ["address", "thread"].first { symbols.contains("__\($0.prefix(1))san_init") }
    }()

    /// The compiler, with what a program needs to bring the sanitizer's run time along.
    static let compiler: [String] = {
        guard let sanitizer else { return ["gcc"] }
        let clang = ["clang", "-fsanitize=" + sanitizer, "-rdynamic"]
        return sanitizer == "thread" ? clang + threadSanitizerNeeds : clang
    }()

    /// Clang sees some of the NULLs that the programs pass on purpose.
    static let passingNull = sanitizer == nil ? [] : ["-Wno-nonnull"]

    /// Swift's libdispatch, which its thread sanitizer knows, and the order that a Mutex makes.
    private static let threadSanitizerNeeds: [String] = {
        let resources = (try? Workshop().run("clang", ["-print-resource-dir"]).output) ?? ""
        let runtime = resources.split(separator: "\n").joined() + "/../../swift/linux"
        let order = root + "/Tests/MutexOrder"
        return [
            order + "/mutex.c", "-I" + order + "/include", "-L" + runtime, "-Wl,-rpath," + runtime,
            "-Wl,--no-as-needed", "-ldispatch", "-lBlocksRuntime",
        ]
    }()

    static let headers: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: headerFolder)) ?? []
        return files.filter { $0.hasSuffix(".h") }.sorted().map { headerFolder + "/" + $0 }
    }()

    static func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    /// The words of a text that a pattern's first group matches, sorted.
    static func words(_ pattern: String, in text: String) throws -> [String] {
        let expression = try NSRegularExpression(pattern: pattern, options: [.anchorsMatchLines])
        let matches = expression.matches(in: text, range: NSRange(text.startIndex..., in: text))
        return matches.compactMap { Range($0.range(at: 1), in: text).map { String(text[$0]) } }.sorted()
    }
}

/// A folder that goes with the test, with a plugin in it and a cache of its own.
final class Workshop {
    let path: String
    static let pluginURI = "urn:avfaudio:test:quarter"

    init() throws {
        path = TestRoot.unused("c")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Compiles the test plugin into a bundle of this folder.
    func addPlugin() throws {
        let source = CLibrary.programFolder + "/quarter.lv2"
        let bundle = path + "/quarter.lv2"
        try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: source + "/manifest.ttl", toPath: bundle + "/manifest.ttl")
        let made = try run(
            "gcc",
            CLibrary.strict + ["-shared", "-fPIC", "-o", bundle + "/quarter.so", source + "/quarter.c"])
        try #require(made.status == 0, "\(made.output)")
    }

    /// Compiles a program of `Programs` against the headers and the library.
    func compile(_ program: String, _ flags: [String] = []) throws -> String {
        try #require(FileManager.default.fileExists(atPath: CLibrary.path), "no libavfaudio.so in this build")
        let executable = path + "/" + program
        let arguments =
            CLibrary.compiler + CLibrary.strict + CLibrary.passingNull + flags + [
                "-std=c11", "-D_DEFAULT_SOURCE", "-I" + CLibrary.headerFolder,
            ]
            + ["-o", executable, CLibrary.programFolder + "/\(program).c", CLibrary.path]
            + [
                "-lm", "-lpthread",
                "-Wl,-rpath," + URL(fileURLWithPath: CLibrary.path).deletingLastPathComponent().path,
            ]
            + ["-Wl,--allow-shlib-undefined"]
        let made = try run("env", arguments)
        try #require(made.status == 0, "\(made.output)")
        return executable
    }

    /// Runs a program with plugins from this folder only; gives its status and all that it says.
    func run(_ program: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        var environment = ProcessInfo.processInfo.environment
        environment["LV2_PATH"] = path
        environment["XDG_CACHE_HOME"] = path
        // Requests for more memory than there is are among what the programs do.
        for name in ["ASAN_OPTIONS", "TSAN_OPTIONS", "LSAN_OPTIONS"] {
            environment[name] = environment[name, default: ""] + ":allocator_may_return_null=1"
        }
        process.environment = environment
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}
