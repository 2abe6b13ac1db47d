import AVFConsole
import AVFGenerate
import ArgumentParser

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
        try RepositoryRoot(root).check()
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
}
