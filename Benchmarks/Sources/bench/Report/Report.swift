import Foundation

/// Everything that came out, and the machine that it came from.
struct Report: Codable {
    let machine: Machine
    let measurements: [Measurement]

    func writeJSON(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(self).write(to: URL(fileURLWithPath: path))
    }

    func writePage(to path: String) throws {
        try Page(self).html.write(toFile: path, atomically: true, encoding: .utf8)
    }

    /// The measurements by workload, in the order in which they were made.
    var workloads: [(name: String, rows: [Measurement])] {
        var names: [String] = []
        var rows: [String: [Measurement]] = [:]
        for measurement in measurements {
            if rows[measurement.workload] == nil { names.append(measurement.workload) }
            rows[measurement.workload, default: []].append(measurement)
        }
        return names.map { ($0, rows[$0] ?? []) }
    }
}
