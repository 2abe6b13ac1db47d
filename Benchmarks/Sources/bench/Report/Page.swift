import Foundation

/// The report as one page that needs nothing else.
struct Page {
    private let report: Report

    init(_ report: Report) { self.report = report }

    var html: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>AVFAudio benchmarks</title>
        <style>
        \(PageStyle.css)
        </style>
        </head>
        <body>
        <h1>AVFAudio benchmarks</h1>
        \(introduction)
        \(sections.joined(separator: "\n"))
        \(PageTable(report).html)
        </body>
        </html>

        """
    }

    private var introduction: String {
        let rows = report.machine.bandwidths.map { bandwidth in
            "<tr><td>\(bandwidth.memory.rawValue)</td><td>\(bandwidth.byteCount / 1024) KiB</td>"
                + "<td>\(Markup.number(bandwidth.readBytesPerSecond / 1e9))</td>"
                + "<td>\(Markup.number(bandwidth.copyBytesPerSecond / 1e9))</td>"
                + "<td>\(Markup.number(bandwidth.triadBytesPerSecond / 1e9))</td></tr>"
        }
        return """
            <p>\(Markup.escaped(report.machine.processor)), one core: \
            \(Markup.number(report.machine.operationsPerSecond / 1e9)) GFLOP/s of multiply-adds, \
            \(Markup.number(report.machine.latencySeconds * 1e9)) ns from one to the next. CPU time of whole \
            processes, medians of rounds in which all contenders take turns.</p>
            <p class="legend"><span class="engine"></span>AVFAudio <span class="peer"></span>other products \
            <span class="code"></span>a loop in C for this work only <span class="mark"></span>the machine's \
            limit</p>
            <details><summary>Memory bandwidth</summary>
            <table><tr><th>memory</th><th>size</th><th>read GB/s</th><th>copy GB/s</th><th>triad GB/s</th></tr>
            \(rows.joined(separator: "\n"))</table></details>
            """
    }

    private var sections: [String] {
        let charts = PageCharts(report)
        return [
            section(
                "Workloads", "How many seconds of sound a CPU second makes. Longer is better.",
                charts.workloads),
            section("Quality and speed", "Up is better, right is faster.", charts.scatters),
            section("Sizes", "How costs grow. Lower is better.", charts.curves),
            section("Units", "Each native unit over a minute of stereo noise.", charts.units),
            section(
                "Loops", "Each loop of the engine against the same source without vectors.", charts.kernels),
        ].filter { !$0.isEmpty }
    }

    private func section(_ title: String, _ words: String, _ charts: [String]) -> String {
        guard !charts.isEmpty else { return "" }
        let figures = charts.map { "<figure>\($0)</figure>" }.joined(separator: "\n")
        return "<h2>\(title)</h2>\n<p>\(words)</p>\n<div class=\"charts\">\n\(figures)\n</div>"
    }
}
