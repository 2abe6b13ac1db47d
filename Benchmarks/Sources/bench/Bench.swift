import AVFAudio
import Foundation

/// Runs the workloads whose names start with one of the arguments, or all; prints a line for each
/// measurement.
@main
struct Bench {
    static func main() {
        do { try run() } catch {
            complain("bench: \(error)")
            exit(1)
        }
    }

    private static func run() throws {
        // A peer that has died must not take us along.
        signal(SIGPIPE, SIG_IGN)
        let options = Options(Array(CommandLine.arguments.dropFirst()))
        switch options.task {
        // Nothing besides the work: it is measured from outside.
        case .start: try ChildWork.start()
        case .list: ChildWork.list()
        case .players(let count): try ChildWork.players(count)
        case .thresholds(let file, let folder, let isWriting):
            guard try Thresholds.run(file: file, folder: folder, isWriting: isWriting) else { exit(1) }
        case .measure: try withPrivatePlugins { try measure(options) }
        case .count:
            try withPrivatePlugins {
                try CountedWork.countAll(options.names)
                return true
            }
        }
    }

    /// Runs the body where only the plugins that are measured are installed; ends the process if it says that
    /// it has failed.
    private static func withPrivatePlugins(_ body: () throws -> Bool) throws {
        // First: whoever asks for the native units looks for plugins too.
        let plugins = try PrivatePlugins(measuredBundles)
        defer { plugins.remove() }
        // Who wants a process for a plugin says so: nothing may depend on records of validations.
        AVAudioUnit.isolation.options = .loadInProcess
        guard try body() else {
            plugins.remove()
            exit(1)
        }
    }

    /// Whether no limit was exceeded, or nobody asks.
    private static func measure(_ options: Options) throws -> Bool {
        let chosen = allWorkloads().filter { options.chooses($0.name) }
        guard !chosen.isEmpty else { throw BenchError.noSuchWorkload(options.names) }
        Machine.measured.lines.forEach { print($0) }
        let measurements = try chosen.flatMap { try measure($0) }
        let report = Report(machine: .measured, measurements: measurements)
        if let path = options.jsonPath { try report.writeJSON(to: path) }
        if let path = options.pagePath { try report.writePage(to: path) }
        let exceeded = measurements.filter(\.exceedsLimit)
        for measurement in exceeded { complain("over its limit: \(measurement.line)") }
        return !options.isChecking || exceeded.isEmpty
    }

    private static func allWorkloads() -> [Workload] {
        mixingWorkloads() + equalizerWorkloads() + reverbWorkloads() + convolutionWorkloads()
            + headWorkloads() + resamplingWorkloads() + purityWorkloads() + timeWorkloads()
            + soundFontWorkloads() + songWorkloads() + pluginWorkloads() + processWorkloads()
            + decodingWorkloads()
            + startWorkloads() + listingWorkloads()
            + overheadWorkloads() + graphWorkloads() + eventWorkloads() + teamWorkloads() + unitWorkloads()
            + unitCostWorkloads()
            + kernelWorkloads() + transformWorkloads() + callWorkloads()
    }

    private static func measure(_ workload: Workload) throws -> [Measurement] {
        do {
            let measurements = workload.measurements(of: try workload.rounds())
            for measurement in measurements { print(measurement.line) }
            fflush(nil)
            return measurements
        } catch let error as BenchError {
            complain("\(workload.name) left out: \(error)")
            return []
        }
    }

    private static func complain(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }
}
