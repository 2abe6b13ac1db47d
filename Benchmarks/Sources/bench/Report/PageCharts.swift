import Foundation

/// Which charts the page has.
struct PageCharts {
    private let report: Report

    init(_ report: Report) { self.report = report }

    /// A chart for each workload in which somebody else takes part.
    var workloads: [String] {
        report.workloads
            .filter { $0.name.hasPrefix("W") && $0.rows.count > 1 && !$0.name.contains("purity") }
            .map { name, rows in
                if let chart = memory(name, rows) { return chart }
                let hasSound = rows[0].audioSeconds > 0
                let bars = rows.map { row in
                    bar(row, row.timesRealTime ?? 1000 * row.cpuSeconds)
                }
                return BarChart(
                    title: name, unit: hasSound ? "× real time" : "CPU milliseconds, shorter is better",
                    bars: hasSound ? bars.sorted { $1.value < $0.value } : bars
                ).svg
            }
    }

    /// For the workload that asks what is kept in memory.
    private func memory(_ name: String, _ rows: [Measurement]) -> String? {
        guard name.hasPrefix("W12") else { return nil }
        let bars = rows.compactMap { row in
            row.values["peak_mb"].map {
                BarChart.Bar(label: row.who, value: $0, kind: row.kind, details: row.line)
            }
        }
        return BarChart(title: name, unit: "megabytes, shorter is better", bars: bars).svg
    }

    /// The units on one chart, the dearest last.
    var units: [String] {
        let rows = report.measurements.filter { $0.workload.hasPrefix("unit-") }
        guard !rows.isEmpty else { return [] }
        let bars = rows.map { row in
            bar(row, row.timesRealTime ?? 0, label: String(row.workload.dropFirst(5)))
        }
        let sorted = bars.sorted { $1.value < $0.value }
        let half = (sorted.count + 1) / 2
        return [Array(sorted.prefix(half)), Array(sorted.dropFirst(half))].filter { !$0.isEmpty }
            .map { BarChart(title: "Native units", unit: "× real time", bars: $0).svg }
    }

    /// How much faster each loop is than its scalar form, in columns.
    var kernels: [String] {
        let bars = report.workloads.filter { $0.name.hasPrefix("K-") }.compactMap { name, rows in
            rows.first { $0.kind == .code }?.ours.map { ours in
                BarChart.Bar(
                    label: String(name.dropFirst(2)), value: 1 / max(ours.median, 1e-9), kind: .engine,
                    details: rows.map(\.line).joined(separator: "\n"))
            }
        }.sorted { $1.value < $0.value }
        let third = (bars.count + 2) / 3
        return stride(from: 0, to: bars.count, by: max(1, third)).map { start in
            BarChart(
                title: "Loops", unit: "times as fast as the scalar form",
                bars: Array(bars[start..<min(start + third, bars.count)])
            ).svg
        } + transforms
    }

    private var transforms: [String] {
        let chart = curve(
            "F-", title: "Transforms there and back", unit: "microseconds", value: "us_per_pair")
        return chart.map { [$0] } ?? []
    }

    /// What grows with sizes.
    var curves: [String] {
        [
            curve("W1-", title: "Players in a mixer", unit: "CPU seconds for a minute", value: nil),
            curve(
                "graph-", title: "Graphs of players: building, starting, editing", unit: "milliseconds",
                value: nil),
            curve(
                "graph-", title: "An idle block", unit: "nanoseconds for each player",
                value: "ns_per_node_block"),
        ].compactMap { $0 }
    }

    private func curve(_ prefix: String, title: String, unit: String, value: String?) -> String? {
        let rows = report.measurements.filter { $0.workload.hasPrefix(prefix) }
        var names: [String] = []
        var points: [String: [(x: Double, y: Double)]] = [:]
        for row in rows {
            guard let x = Double(row.workload.dropFirst(prefix.count)),
                value == nil ? row.values["ns_per_node_block"] == nil : row.values[value ?? ""] != nil
            else { continue }
            if points[row.who] == nil { names.append(row.who) }
            points[row.who, default: []].append((x, height(row, value)))
        }
        let series = names.map { name in
            PointChart.Series(
                name: name.replacingOccurrences(of: "avfaudio-", with: ""), kind: .engine,
                points: points[name] ?? [])
        }
        guard series.contains(where: { $0.points.count > 1 }) else { return nil }
        return PointChart(title: title, xTitle: "size", yTitle: unit, series: series).svg
    }

    private func height(_ row: Measurement, _ value: String?) -> Double {
        if let value { return row.values[value] ?? 0 }
        guard row.workload.hasPrefix("graph-") else { return row.cpuSeconds }
        // What is told of one edit or one graph rather than of a round.
        return (row.values["us_per_edit"] ?? row.values["us"] ?? 1e6 * row.cpuSeconds) / 1000
    }

    /// Quality over speed.
    var scatters: [String] {
        [
            scatter("W6-purity-44100-48000", "sinadDecibels", "Rate conversion: purity of 997 Hz, dB"),
            scatter("W6-purity-44100-48000", "sinad15kDecibels", "Rate conversion: purity of 15 kHz, dB"),
            scatter("W7-stretch", "sinadDecibels", "Time stretched: purity of a tone, dB"),
            scatter("W7-pitch", "sinadDecibels", "Pitch raised: purity of a tone, dB"),
            scatter("W3-512", "echoDensity", "Reverb: density of echoes after 0.1 s"),
        ].compactMap { $0 }
    }

    private func scatter(_ workload: String, _ value: String, _ title: String) -> String? {
        let series = report.measurements.filter { $0.workload == workload }.compactMap { row in
            row.values[value].map { quality in
                PointChart.Series(
                    name: row.who, kind: row.kind, points: [(row.timesRealTime ?? 1, quality)])
            }
        }
        guard series.count > 1 else { return nil }
        return PointChart(
            title: title, xTitle: "× real time", yTitle: "", series: series, hasLogarithmicY: false,
            isCurve: false
        ).svg
    }

    private func bar(_ row: Measurement, _ value: Double, label: String? = nil) -> BarChart.Bar {
        var limit: Double?
        if let seconds = row.floorSeconds, seconds > 0, row.audioSeconds > 0 {
            limit = row.audioSeconds / seconds
        }
        return BarChart.Bar(
            label: label ?? row.who, value: value, kind: row.kind, details: row.line, limit: limit)
    }
}
