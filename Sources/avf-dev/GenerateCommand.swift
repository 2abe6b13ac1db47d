import AVFConsole
import AVFGenerate
import ArgumentParser
import Glibc

/// `avf-dev generate`.
struct GenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract:
            "Writes classes, C constants, LV2 text and the reference page from the units' declarations.",
        discussion:
            "For those who change a unit: run it at the top of the repository and commit what it changed.")

    @Flag(help: "Writes nothing; names what is not up to date and then exits with 65.") var check = false
    @Option(help: "The top of the repository.") var root = "."

    func run() throws {
        try checkRoot()
        if check {
            let stale = GeneratedFiles.staleness(under: root)
            if !stale.isEmpty { throw Failure(.badData, stale.joined(separator: "\navf-dev: ")) }
            return
        }
        do {
            for file in GeneratedFiles.all() where try file.write(under: root) { Console.out(file.path) }
        } catch {
            throw Failure(.cannotCreate, error.description)
        }
        for path in GeneratedFiles.leftovers(under: root) {
            Console.error("avf-dev: \(path) belongs to no unit: delete it")
        }
    }

    /// Refuses a folder that is not the top of this repository.
    private func checkRoot() throws(Failure) {
        guard access(root + "/Package.swift", R_OK) == 0, access(root + "/Sources/Units", R_OK) == 0 else {
            throw Failure(
                .noInput,
                "“\(root)” is not the top of the repository: there is no Package.swift with "
                    + "Sources/Units beside it.")
        }
    }
}
