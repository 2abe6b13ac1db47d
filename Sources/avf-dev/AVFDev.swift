import AVFConsole
import ArgumentParser
import CAVFAudio

/// The program of those who develop this package; it is not installed.
@main
struct AVFDev: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "avf-dev",
        abstract:
            "Writes what follows from the units' declarations, makes the LV2 bundle, and tries the tests.",
        discussion: "Exit status as that of avf.",
        version: "\(AVF_VERSION_MAJOR).\(AVF_VERSION_MINOR).\(AVF_VERSION_PATCH)",
        subcommands: [GenerateCommand.self, BundleCommand.self, FaultsCommand.self])

    /// Parses and runs; failures become a sentence and the exit status that belongs to it.
    static func main() {
        do {
            var command = try parseAsRoot()
            try command.run()
            try Console.checkOutput()
        } catch let failure as Failure {
            Console.error("avf-dev: " + failure.message)
            exit(withError: ExitCode(failure.status.rawValue))
        } catch {
            exit(withError: error)
        }
    }
}
