import AVFAudio
import Foundation

/// Runs the workloads whose names start with one of the arguments, or all; prints a line for each
/// measurement.
@main
struct Bench {
    private static let roundCount = 7

    static func main() throws {
        var arguments = Array(CommandLine.arguments.dropFirst())
        let isChecking = arguments.contains("--check")
        let jsonPath = value(of: "--json", in: &arguments)
        let names = arguments.filter { !$0.hasPrefix("--") }
        // First: whoever asks for the native units looks for plugins too.
        let plugins = try PrivatePlugins(measuredBundles)
        defer { plugins.remove() }
        // Who wants a process for a plugin says so: nothing may depend on records of validations.
        AVAudioUnit.isolation.options = .loadInProcess
        let chosen = allWorkloads().filter { workload in
            names.isEmpty || names.contains { workload.name == $0 || workload.name.hasPrefix($0 + "-") }
        }
        guard !chosen.isEmpty else { throw BenchError.noSuchWorkload(names) }
        let measurements = try chosen.flatMap { try measure($0) }
        if let jsonPath { try write(measurements, to: jsonPath) }
        let exceeded = measurements.filter(\.exceedsLimit)
        for measurement in exceeded { complain("over its limit: \(measurement.line)") }
        guard isChecking, !exceeded.isEmpty else { return }
        plugins.remove()
        exit(1)
    }

    private static func allWorkloads() -> [Workload] {
        mixingWorkloads() + equalizerWorkloads() + reverbWorkloads() + convolutionWorkloads()
            + resamplingWorkloads() + decodingWorkloads() + timeWorkloads() + pluginWorkloads()
            + processWorkloads() + overheadWorkloads()
            + graphWorkloads() + teamWorkloads() + unitWorkloads() + callWorkloads()
    }

    private static func measure(_ workload: Workload) throws -> [Measurement] {
        do {
            let measurements = workload.measurements(of: try workload.rounds(roundCount))
            for measurement in measurements { print(measurement.line) }
            return measurements
        } catch let error as BenchError {
            complain("\(workload.name) left out: \(error)")
            return []
        }
    }

    private static func value(of option: String, in arguments: inout [String]) -> String? {
        guard let index = arguments.firstIndex(of: option), index + 1 < arguments.count else { return nil }
        defer { arguments.removeSubrange(index...index + 1) }
        return arguments[index + 1]
    }

    private static func write(_ measurements: [Measurement], to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(measurements).write(to: URL(fileURLWithPath: path))
    }

    private static func complain(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }
}
