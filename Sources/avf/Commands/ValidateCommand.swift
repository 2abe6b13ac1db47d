import AVFConsole
import AVFEngine
import AVFPluginCatalog
import AVFPluginValidation
import ArgumentParser
import Foundation

/// `avf validate`.
struct ValidateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate", abstract: "Tries LV2 plugins out, each in a process of its own.",
        discussion: """
            Rates, block sizes, signals, parameters, automation, state, presets, timing, and a graph with and \
            without each input. What it comes to is \
            remembered, and hosts ask for it. Exit status 65 if a plugin fails or crashes.
            """)

    @Argument(help: "The plugin's URI.") var uri: String?
    @Flag(help: "Every plugin on the search path.") var all = false
    @Flag(help: "Prints JSON, with every check.") var json = false
    @Option(help: "Seconds that one plugin may take.") var timeout = 120.0
    @Flag(help: .hidden) var inProcess = false

    func validate() throws {
        guard (uri != nil) != all else { throw ValidationError("Give one URI, or --all.") }
        guard timeout > 0 else { throw ValidationError("--timeout must be above 0.") }
    }

    func run() throws {
        let plugins = UnitLibrary.shared.plugins
        if inProcess, let uri { return try validateHere(uri, plugins) }
        var reports: [ValidationReport] = []
        for plugin in try wanted(plugins) {
            let report = ValidationChild(plugin, seconds: timeout).run()
            reports.append(report)
            ValidationRecords.standard.remember([(plugin, report.verdict)])
            if !json { report.show(inFull: uri != nil) }
        }
        if json { Console.out(JSON.list(reports.map(\.json)).text()) }
        if !json, all { showCounts(reports) }
        let bad = reports.filter { !$0.verdict.isUsable }
        guard bad.isEmpty else {
            throw Failure(.badData, "\(bad.count) of \(reports.count) plugins cannot be used as they are.")
        }
    }

    private func wanted(_ plugins: PluginCatalog) throws(Failure) -> [PluginSummary] {
        guard let uri else { return plugins.plugins() }
        return [try facts(uri, plugins).summary]
    }

    /// The child's half: a line for each finding, at once.
    private func validateHere(_ uri: String, _ plugins: PluginCatalog) throws(Failure) {
        let facts = try facts(uri, plugins)
        let line = ChildProgram.Line()
        let validator = PluginValidator(facts, presets: plugins.presets(ofPlugin: uri))
        // In a process whose memory was harmed, what comes of a further trial is a matter of chance.
        if validator.run(line.tell) { line.tell(PluginGraphTrial(facts).run()) }
        line.write("end\tpass\t")
    }

    private func facts(_ uri: String, _ plugins: PluginCatalog) throws(Failure) -> PluginFacts {
        do { return try plugins.plugin(uri: uri) } catch { throw Failure(EngineError.plugin(error)) }
    }

    private func showCounts(_ reports: [ValidationReport]) {
        let counts = [ValidationVerdict.pass, .warn, .fail, .crash].map { verdict in
            "\(reports.count { $0.verdict == verdict }) \(verdict.rawValue)"
        }
        Console.out("\(reports.count) plugins: " + counts.joined(separator: ", "))
    }
}

extension ChildProgram.Line {
    /// Tells the parent what was found.
    fileprivate func tell(_ finding: PluginValidator.Finding) {
        let detail = finding.detail.split(whereSeparator: { $0.isNewline || $0 == "\t" })
        write("\(finding.check)\t\(finding.verdict.rawValue)\t\(detail.joined(separator: " "))")
    }
}

/// What the validation of one plugin came to.
struct ValidationReport {
    let plugin: PluginSummary
    let findings: [PluginValidator.Finding]
    let seconds: Double

    var verdict: ValidationVerdict { PluginValidator.verdict(findings) }

    func show(inFull: Bool) {
        Console.out("\(verdict.rawValue.padded(to: 6)) \(plugin.uri)")
        for finding in findings where inFull || finding.verdict != .pass {
            let detail = finding.detail.isEmpty ? "" : ": \(finding.detail)"
            Console.out("    \(finding.verdict.rawValue.padded(to: 6)) \(finding.check)\(detail)")
        }
    }

    var json: JSON {
        .entries([
            "uri": .text(plugin.uri), "name": .text(plugin.name), "verdict": .text(verdict.rawValue),
            "seconds": .number((seconds * 100).rounded() / 100),
            "checks": .list(
                findings.map {
                    .entries([
                        "check": .text($0.check), "verdict": .text($0.verdict.rawValue),
                        "detail": .text($0.detail),
                    ])
                }),
        ])
    }
}

/// The process that a plugin is validated in.
struct ValidationChild {
    private let plugin: PluginSummary
    private let seconds: Double

    init(_ plugin: PluginSummary, seconds: Double) {
        self.plugin = plugin
        self.seconds = seconds
    }

    /// Starts the child and reads what it finds, until it ends or its time is over.
    func run() -> ValidationReport {
        let start = Date()
        let child = ChildProgram.run(["validate", "--in-process", plugin.uri], timeoutSeconds: seconds)
        return ValidationReport(
            plugin: plugin, findings: findings(child), seconds: Date().timeIntervalSince(start))
    }

    private func findings(_ child: ChildProgram) -> [PluginValidator.Finding] {
        var findings: [PluginValidator.Finding] = []
        for line in child.output.split(separator: "\n") {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard fields.count == 3, let verdict = ValidationVerdict(rawValue: fields[1]) else { continue }
            if fields[0] == "end" { return findings }
            findings.append(.init(fields[0], verdict, fields[2]))
        }
        let last = findings.last.map { "after the check “\($0.check)”" } ?? "at the start"
        let end = child.end ?? "it ended the process with the status 0"
        return findings + [.init("process", .crash, "\(last) \(end)")]
    }
}
