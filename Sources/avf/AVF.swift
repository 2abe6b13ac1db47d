import AVFConsole
import AVFLV2Host
import AVFPluginCatalog
import ArgumentParser
import CAVFAllocations
import CAVFAudio
import Glibc

/// The command line tool.
@main
struct AVF: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "avf",
        abstract: "Renders, converts, plays, records and inspects audio with native units and LV2 plugins.",
        discussion: """
            Data go to standard output, everything else to standard error. Exit status: 0 done, 3 done but \
            the input is incomplete or damaged (what is there was delivered), 64 wrong arguments, 65 bad data, \
            66 no such input, 69 no such unit or device, 70 internal error, 73 output cannot be made, 74 \
            input/output error, 130 interrupted, 141 the reader of the output has closed it.
            """,
        version: toolVersion,
        subcommands: [
            RenderCommand.self, ConvertCommand.self, PlayCommand.self, RecordCommand.self,
            DeviceMonitorCommand.self, InfoCommand.self, UnitsCommand.self, DevicesCommand.self,
            MIDICommand.self, ValidateCommand.self, BenchCommand.self,
        ])

    /// Parses and runs; failures become a sentence and the exit status that belongs to it.
    static func main() {
        Interruption.watch()
        if avf_allocations_are_counted() {
            AllocationCounter.current = AllocationCounter(begin: { avf_allocations_begin() }) {
                let counts = avf_allocations_end()
                return counts.taken + counts.given
            }
        }
        // A write to a closed pipe fails with an error, which the writer reports, instead of a signal.
        signal(SIGPIPE, SIG_IGN)
        // So do writes beyond the permitted size of files.
        signal(SIGXFSZ, SIG_IGN)
        do {
            var command = try parseAsRoot()
            try command.run()
            try Console.checkOutput()
        } catch let failure as Failure {
            if !failure.message.isEmpty {
                Console.error("avf: " + StandardStreams.named(failure.message))
            }
            exit(withError: ExitCode(failure.status.rawValue))
        } catch {
            exit(withError: error)
        }
    }
}

/// The version of the tool and the library, which the C headers say.
let toolVersion = "\(AVF_VERSION_MAJOR).\(AVF_VERSION_MINOR).\(AVF_VERSION_PATCH)"
