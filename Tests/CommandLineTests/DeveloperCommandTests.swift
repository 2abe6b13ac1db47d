import Foundation
import Testing

/// `avf-dev`, the program of those who develop the package.
@Suite struct DeveloperCommandTests {
    static let cases = [
        RefusalTests.Case(["generate", "--root", "DIR"], 66, "not the top of the repository"),
        RefusalTests.Case(["bundle", "--output", "DIR/b", "--library", "DIR/none.so"], 66, "none.so"),
        RefusalTests.Case(
            ["bundle", "--output", "DIR/in.wav", "--library", "/bin/sh"], 73, "could not be written"),
        RefusalTests.Case(["bundle", "--output", "DIR", "--library", "DIR/in.wav"], 65, "is no library"),
        RefusalTests.Case(["bundle", "--output", "DIR", "--library", "DIR"], 65, "is no library"),
        RefusalTests.Case(["bundle", "--output", ""], 64, "needs the name of a folder"),
        RefusalTests.Case(["faults", "--root", "DIR"], 66, "not the top of the repository"),
        RefusalTests.Case(["faults", "--count", "0"], 64, "--count is at least 1"),
        RefusalTests.Case(["dance"], 64, "dance"),
    ]

    @Test(arguments: cases)
    func `a wrong call is refused and leaves nothing behind`(wrong: RefusalTests.Case) throws {
        let folder = try ScratchFolder()
        try TestSignal.write(TestSignal.noise(100), to: folder.file("in.wav"))
        let before = folder.names
        let run = try CommandRun.developer(
            wrong.arguments.map { $0.replacingOccurrences(of: "DIR", with: folder.path) })
        #expect(run.status == wrong.status, "\(run.errors)")
        #expect(run.errors.contains(wrong.message), "\(run.errors)")
        #expect(run.output == "")
        #expect(folder.names == before)
    }

    @Test(arguments: [[], ["generate"], ["bundle"], ["faults"]])
    func `every command explains itself`(command: [String]) throws {
        let run = try CommandRun.developer(command + ["--help"])
        #expect(run.status == 0)
        #expect(run.output.contains("USAGE: avf-dev " + (command.first ?? "")))
    }
}
