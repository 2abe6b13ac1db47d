import Foundation
import Testing

/// The benchmark of CDSP's loops, which is compiled when it is run only.
@Suite struct LoopBenchmarkTests {
    /// The compiler that comes with Swift; another one on the path else.
    private static var clang: String {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let compilers = folders.map { folder in
            URL(fileURLWithPath: "\(folder)/swift").resolvingSymlinksInPath().deletingLastPathComponent().path
                + "/clang"
        }
        return compilers.first(where: FileManager.default.isExecutableFile) ?? "clang"
    }

    @Test func `every loop that a header of CDSP declares is timed, by a call that fits it`() throws {

        let process = Process()
        process.executableURL = SourceFile.root.appendingPathComponent("Benchmarks/Kernels/build.sh")
        process.arguments = [Self.clang]
        let words = Pipe()
        process.standardError = words
        try process.run()
        let errors = try words.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(String(decoding: errors, as: UTF8.self))")
    }
}
