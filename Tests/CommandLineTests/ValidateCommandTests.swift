import AVFEngine
import AVFPluginCatalog
import AVFPluginValidation
import Foundation
import TestPlugins
import Testing

/// `avf validate`, which gives the right to run in a host's process.
@Suite struct ValidateCommandTests {
    /// What a validation has told.
    private struct Report {
        struct Check: Decodable, Equatable {
            let check, verdict, detail: String
        }
        struct Plugin: Decodable {
            let verdict: String
            let checks: [Check]
        }

        let run: CommandRun
        let plugin: Plugin
        let records: ValidationRecords
        private let cache: ScratchFolder

        /// The findings of one check.
        func verdicts(_ check: String) -> [String] {
            plugin.checks.filter { $0.check == check }.map(\.verdict)
        }

        var bad: [Check] { plugin.checks.filter { $0.verdict != "pass" } }

        init(_ facts: PluginFacts, _ arguments: [String] = []) throws {
            cache = try ScratchFolder()
            run = try CommandRun(
                ["validate", facts.uri, "--json"] + arguments,
                environment: [
                    "LV2_PATH": ValidateCommandTests.folder(facts), "XDG_CACHE_HOME": cache.path,
                ])
            let plugins = try JSONDecoder().decode([Plugin].self, from: Data(run.output.utf8))
            plugin = try #require(plugins.first)
            records = ValidationRecords(path: cache.file("avfaudio/lv2.validation"))
        }
    }

    @Test(arguments: [
        "exchange", "delay", "keeper", "synth", "echo", "switches", "worker", "options", "knobs",
    ])
    func `a plugin that keeps to the rules passes`(name: String) throws {
        let facts = try PluginFixture.facts(name)
        let report = try Report(facts)
        #expect(report.run.status == 0)
        #expect(!report.bad.contains { $0.verdict != "warn" }, "\(report.bad)")
        #expect(report.records.verdict(of: facts.summary)?.isUsable == true)
    }

    /// The folder that a plugin's bundle is in.
    private static func folder(_ facts: PluginFacts) -> String {
        URL(fileURLWithPath: facts.summary.bundle).deletingLastPathComponent().path
    }

    /// Plugins, and the checks that find what they do.
    private static let harms: [(String, [String])] = [
        ("folder", ["working directory", "umask"]), ("folder-in-cleanup", ["working directory", "umask"]),
        ("folder-in-save", ["working directory", "umask"]), ("environment", ["environment"]),
        ("environment-in-activate", ["environment"]), ("signals", ["signal handling"]),
        ("signals-in-deactivate", ["signal handling"]), ("locale", ["locale"]), ("limits", ["limits"]),
        ("closed-files", ["descriptors"]), ("descriptor-leak", ["descriptors"]),
        ("thread-leak", ["threads left"]), ("process", ["child processes"]),
        ("arithmetic", ["floating point"]), ("arithmetic-in-instantiate", ["floating point"]),
        ("overrun", ["foreign memory"]), ("underrun", ["foreign memory"]),
        ("input-writer", ["foreign memory"]),
        ("late-writer", ["foreign memory"]), ("writer-for-ever", ["foreign memory"]),
    ]

    @Test(arguments: harms)
    func `a plugin that harms its process fails by the name of the harm, and runs outside`(
        name: String, checks: [String]
    ) throws {
        let facts = try RogueFixture.facts(name)
        let report = try Report(facts)
        for check in checks {
            let found = report.plugin.checks.filter { $0.check == check }
            #expect(found.map(\.verdict) == ["fail"], "\(check): \(report.bad)")
            #expect(found.allSatisfy { $0.detail.contains(" ") }, "a sentence")
        }
        #expect(report.run.status == 65)
        #expect(report.records.verdict(of: facts.summary)?.isUsable == false)
        #expect(PluginPolicy(report.records).hasPassed(facts.summary) == false)
    }

    @Test(arguments: [
        ("overrun", "behind the end of the output “p1”"), ("input-writer", "into the input “p0”"),
    ])
    func `whose memory was written is said`(name: String, place: String) throws {
        let report = try Report(RogueFixture.facts(name))
        let finding = report.plugin.checks.first { $0.check == "foreign memory" }
        #expect(finding?.detail.contains("it wrote \(place)") == true, "\(report.bad)")
    }

    @Test func `a library that flushes denormal numbers, as fast ones do, passes`() throws {
        let report = try Report(RogueFixture.facts("flushing"))
        #expect(report.plugin.verdict == "pass", "\(report.bad)")
    }

    /// Where its thread writes, and whether that ends the process, is a race of the plugin's own.
    @Test func `a plugin that writes after its time passes in none of three runs`() throws {
        let facts = try RogueFixture.facts("late-writer")
        for _ in 0..<3 { #expect(["fail", "crash"].contains(try Report(facts).plugin.verdict)) }
    }

    @Test(arguments: ["folder", "heap-smasher", "garbage-state", "unwritten"])
    func `a verdict is the same in three runs`(name: String) throws {
        let facts = try RogueFixture.facts(name)
        let reports = try (0..<3).map { _ in try Report(facts) }
        for report in reports {
            #expect(report.plugin.verdict == reports[0].plugin.verdict)
            #expect(report.bad == reports[0].bad)
        }
    }

    @Test func `a plugin that makes infinity at a parameter's end is warned of, with the value`() throws {
        let report = try Report(PluginFixture.facts("spoiler"))
        #expect(
            report.bad.contains { $0.check == "parameter extremes" && $0.detail.contains("p2") },
            "\(report.bad)")
        #expect(report.plugin.verdict == "warn")
    }

    @Test func `a plugin that does not start fails with the reason, and nothing else is tried`() throws {
        let report = try Report(PluginFixture.facts("refusal"))
        #expect(report.plugin.checks.map(\.check) == ["start"] && report.plugin.verdict == "fail")
        #expect(report.plugin.checks[0].detail.contains("no strings"))
    }

    @Test func `a plugin that hangs is given up when its time is over`() throws {
        let report = try Report(RogueFixture.facts("hang-in-run"), ["--timeout", "1"])
        #expect(report.plugin.verdict == "crash")
        #expect(report.bad.contains { $0.detail.contains("it took more than 1.0 s") }, "\(report.bad)")
    }

    // MARK: How it ends

    /// The children of a process, whichever of its threads has made them.
    private static func children(of process: pid_t) -> [pid_t] {
        let folder = "/proc/\(process)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return threads.flatMap { thread in
            let text = (try? String(contentsOfFile: "\(folder)/\(thread)/children", encoding: .utf8)) ?? ""
            return text.split(separator: " ").compactMap { pid_t($0) }
        }
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGKILL])
    func `a validation that a signal ends leaves no process behind`(signal: Int32) throws {
        let facts = try RogueFixture.facts("spin-in-run")
        var child: pid_t = 0
        let run = try CommandRun.ended(
            by: signal, ["validate", facts.uri], environment: ["LV2_PATH": Self.folder(facts)]
        ) { tool in
            // The one that tries the plugin out, which the scan's is not.
            child =
                Self.children(of: tool).first { child in
                    let line = FileManager.default.contents(atPath: "/proc/\(child)/cmdline") ?? Data()
                    return String(decoding: line, as: UTF8.self).contains("--in-process")
                } ?? 0
            return child != 0
        }
        #expect(run.status == 128 + signal)
        #expect(child != 0)
        let end = ContinuousClock.now + .seconds(20)
        while kill(child, 0) == 0, ContinuousClock.now < end { sched_yield() }
        #expect(kill(child, 0) == -1 && errno == ESRCH)
    }

    @Test(arguments: [["render", "--in-process"], ["render"], ["units"], ["bench"]])
    func `the first interrupt ends a command whose plugin hangs for ever`(command: [String]) throws {
        let folder = try ScratchFolder()
        try TestSignal.write(TestSignal.noise(30_000), to: folder.file("in.wav"))
        let facts = try RogueFixture.facts("spin-in-run")
        let arguments =
            switch command[0] {
            case "render": command + [folder.file("in.wav"), folder.file("out.wav"), "--unit", facts.uri]
            case "units": command + ["--show", facts.uri]
            default: command + ["--unit", facts.uri]
            }
        let run = try CommandRun.ended(
            by: SIGINT, arguments, environment: ["LV2_PATH": Self.folder(facts)]
        ) { tool in Self.hasSpun(tool) || Self.children(of: tool).contains(where: Self.hasSpun) }
        #expect(run.status == 130)
        #expect(folder.names == ["in.wav"], "nothing unfinished is left")
    }

    /// Whether a process has computed for a while: the plugin hangs.
    private static func hasSpun(_ process: pid_t) -> Bool {
        var clock = clockid_t()
        var time = timespec()
        return clock_getcpuclockid(process, &clock) == 0 && clock_gettime(clock, &time) == 0
            && time.tv_sec >= 2
    }
}
