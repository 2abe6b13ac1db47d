import Foundation
import TestSupport
import Testing

/// What a program that only reads files brings along.
@Suite struct LinkTests {
    @Test func `a program that uses Media alone links no plugin library`() throws {
        let program =
            try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            .split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/avf-media-alone"
        let ldd = Process()
        ldd.executableURL = URL(fileURLWithPath: "/usr/bin/ldd")
        ldd.arguments = [program]
        let output = Pipe()
        ldd.standardOutput = output
        try ldd.run()
        let libraries = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        ldd.waitUntilExit()
        #expect(libraries.contains("libsndfile"))
        for library in ["lilv", "sord", "serd", "asound"] { #expect(!libraries.contains(library)) }
    }
}
