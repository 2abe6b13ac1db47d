import AVFConsole
import ArgumentParser
import Glibc

/// `avf-dev faults`.
struct FaultsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "faults",
        abstract: "Puts small faults into random lines, one at a time, and tells which of them no test sees.",
        discussion: """
            A fault is a comparison, a sign, a constant or a truth value that is another one, a statement that is \
            missing, or two arguments in each other's place. They are tried in a copy of the newest commit, \
            build/faults, whose first build takes minutes; each takes a minute and more. Those that do not \
            compile are not counted. Exits with 65 if a fault survives.
            """)

    @Option(help: "What the faults depend on, beside the sources.") var seed: UInt64 = 1
    @Option(help: "How many faults that compile to try.") var count = 10
    @Option(help: "How many to leave out first, which an earlier run has tried.") var skip = 0
    @Flag(help: "Only lists faults, without building anything.") var list = false
    @Option(help: "The top of the repository.") var root = "."

    func validate() throws {
        guard count > 0, skip >= 0 else { throw ValidationError("--count is at least 1, --skip at least 0.") }
    }

    func run() throws {
        try RepositoryRoot(root).check()
        guard !list else { return try listFaults() }
        let trial = try FaultTrial(of: root)
        var sampler = try FaultSampler(root: trial.root, seed: seed, skipping: skip)
        var (tried, survivors) = (0, 0)
        while tried < count, let fault = sampler.next() {
            show(fault, sampler.drawnCount)
            let verdict = try trial.verdict(on: fault)
            Console.out("    \(verdict)")
            if verdict != .doesNotCompile { tried += 1 }
            if verdict == .survived { survivors += 1 }
        }
        Console.out(
            "\(tried - survivors) of \(tried) faults were killed; go on with --skip \(sampler.drawnCount)")
        if survivors > 0 { throw Failure(.badData, "\(survivors) faults survived.") }
    }

    private func listFaults() throws {
        var sampler = try FaultSampler(root: root, seed: seed, skipping: skip)
        for _ in 0..<count {
            guard let fault = sampler.next() else { return }
            show(fault, sampler.drawnCount)
        }
    }

    private func show(_ fault: Fault, _ number: Int) {
        Console.out("\(number)  \(fault.path):\(fault.line)  \(fault.kind.rawValue)")
        Console.out("    - \(fault.old.drop { $0 == " " })\n    + \(fault.new.drop { $0 == " " })")
    }
}
