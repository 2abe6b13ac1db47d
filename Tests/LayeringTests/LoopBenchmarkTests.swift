import Foundation
import Testing

/// The benchmark of CDSP's loops, which is compiled when it is run only.
@Suite struct LoopBenchmarkTests {
    @Test func `every loop that a header of CDSP declares is timed, by a call that fits it`() throws {
        let process = Process()
        process.executableURL = SourceFile.root.appendingPathComponent("Benchmarks/Kernels/build.sh")
        process.arguments = ["clang"]
        let words = Pipe()
        process.standardError = words
        try process.run()
        let errors = try words.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(String(decoding: errors, as: UTF8.self))")
    }
}
