import Foundation
import Testing

struct CoreAudioHeaderTests {
    private static let headers = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Include/CoreAudioTypes").standardizedFileURL

    private static let compilers: [String] = ["/usr/bin/gcc", "/usr/bin/clang"].filter {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test(arguments: compilers, ["-xc -std=c11", "-xc -std=c17", "-xc++ -std=c++17"])
    func `each header compiles alone and without a warning`(compiler: String, language: String) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.headers.path)
        for name in names where name.hasSuffix(".h") {
            let process = Process()
            process.executableURL = URL(filePath: compiler)
            process.arguments =
                language.split(separator: " ").map(String.init)
                + ["-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only"]
                + [Self.headers.appending(path: name).path]
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0, "\(name) with \(compiler) \(language)")
        }
    }
}
