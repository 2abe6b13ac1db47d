/// Everything as a table.
struct PageTable {
    private let report: Report

    init(_ report: Report) { self.report = report }

    var html: String {
        let rows = report.workloads.flatMap { name, rows in
            rows.enumerated().map { index, row in line(index == 0 ? name : "", row) }
        }
        return """
            <h2>All figures</h2>
            <p>“ours” is AVFAudio's time divided by this one's, with its 95 % interval: below 1 AVFAudio
            is faster. “floor” is the share of the time that no program could save on this machine.</p>
            <div class="scroll"><table>
            <tr><th>workload</th><th class="who">who</th><th>CPU s</th><th>min</th><th>max</th>
            <th>× real time</th><th>ours</th><th>floor</th><th class="who">more</th></tr>
            \(rows.joined(separator: "\n"))
            </table></div>
            """
    }

    private func line(_ workload: String, _ row: Measurement) -> String {
        let ours = row.ours.map {
            "\(Markup.number($0.median)) [\(Markup.number($0.low)) … \(Markup.number($0.high))]"
        }
        let rest = row.values.sorted { $0.key < $1.key }.map { "\($0.key) \(Markup.number($0.value))" }
        let cells = [
            Markup.number(row.cpuSeconds), Markup.number(row.fastest), Markup.number(row.slowest),
            row.timesRealTime.map(Markup.number) ?? "", ours ?? "",
            row.floor.map { Markup.number(100 * $0) + " %" } ?? "",
        ]
        return "<tr\(row.kind == .engine ? " class=\"ours\"" : "")><td>\(Markup.escaped(workload))</td>"
            + "<td class=\"who\">\(Markup.escaped(row.who))</td>"
            + cells.map { "<td>\($0)</td>" }.joined()
            + "<td class=\"rest\">\(Markup.escaped(rest.joined(separator: ", ")))</td></tr>"
    }
}
