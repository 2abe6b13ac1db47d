import Foundation

/// Another product that can do one of the workloads, where it is installed.
struct Peer {
    let who: String
    private let program: String
    private let arguments: [String]
    /// How much of the workload's sound a round makes: slow ones do a part.
    private let share: Double

    /// A program that `Benchmarks/Peers/build.sh` has built.
    init(_ who: String, _ program: String, _ arguments: [String], share: Double = 1) {
        self.who = who
        self.program = PeerFolder.path + "/bin/" + program
        self.arguments = arguments
        self.share = share
    }

    /// A wheel of PyPI.
    init(_ who: String, wheel arguments: [String], share: Double = 1) {
        self.who = who
        program = PeerFolder.path + "/venv/bin/python"
        self.arguments = [PeerFolder.scripts + "/wheels.py"] + arguments
        self.share = share
    }

    /// A program of the command line, started for each round.
    init(_ who: String, tool arguments: [String], share: Double = 1) {
        self.init(who, "tool", arguments, share: share)
    }

    /// The contender, with what `quality` makes of the running program; nil where it is not installed.
    func contender(
        kind: Contender.Kind = .peer, isReference: Bool = false,
        quality: (PeerProcess) throws -> [(String, Double)],
        values: @escaping (Double) -> [(String, Double)] = { _ in [] }
    ) rethrows -> Contender? {
        guard let process = try? PeerProcess(program, arguments) else { return nil }
        let found = try quality(process)
        let share = share
        return Contender(
            who: who, kind: kind, isReference: isReference,
            values: { seconds in found + process.values + values(seconds) },
            seconds: { try process.round() / share })
    }
}

extension [Peer] {
    /// Those that are installed.
    func contenders(
        kind: Contender.Kind = .peer, values: @escaping (Double) -> [(String, Double)] = { _ in [] }
    ) -> [Contender] {
        compactMap { $0.contender(kind: kind, quality: { _ in [] }, values: values) }
    }

    /// Those that are installed, with what is found out about the quality of each.
    func contenders(quality: (PeerProcess) throws -> [(String, Double)]) rethrows -> [Contender] {
        try compactMap { try $0.contender(quality: quality) }
    }
}

/// Where peers are.
enum PeerFolder {
    /// What `make bench-peers` has made: `AVF_BENCH_PEERS`, or `build/peers`.
    static let path = ProcessInfo.processInfo.environment["AVF_BENCH_PEERS"] ?? "build/peers"
    /// The scripts among the sources.
    static let scripts = ProcessInfo.processInfo.environment["AVF_BENCH_SCRIPTS"] ?? "Benchmarks/Peers"
}

extension Peer {
    /// An LV2 plugin whose `run()` is called in a loop, for a minute in blocks of 512.
    init(plugin who: String, bundle: String, uri: String, _ settings: [String]) {
        let folder = PrivatePlugins.installed(bundle) ?? "/nonexistent"
        self.init(who, "plugin", [folder, uri, "60", "512"] + settings)
    }
}
