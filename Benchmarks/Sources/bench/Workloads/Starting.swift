import Foundation

/// W11 and W12: whole processes.
///
/// W11 goes from nothing to the first block and the end; W12 asks what 256 players keep in memory.
func startWorkloads() -> [Workload] {
    guard let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
        return []
    }
    let bin = PeerFolder.path + "/bin/"
    return [
        Workload(name: "W11-start") {
            [Peer("avfaudio", tool: [program, "--start"])].contenders(kind: .engine, values: milliseconds)
                + [Peer("empty-process", tool: ["/bin/true"])]
                .contenders(kind: .code, values: milliseconds)
                + [
                    Peer("openal-soft", tool: [bin + "openal", "start"]),
                    Peer("miniaudio", tool: [bin + "miniaudio", "start"]),
                ].contenders(values: milliseconds)
        },
        Workload(name: "W12-memory-256", audioSeconds: 1, roundCount: 3) {
            [Peer("avfaudio", tool: [program, "--players", "256"])].contenders(kind: .engine)
                + [
                    Peer("openal-soft", tool: ["env", "PEER_ONCE=1", bin + "openal", "mix", "256", "1"]),
                    Peer("miniaudio", tool: ["env", "PEER_ONCE=1", bin + "miniaudio", "mix", "256", "1"]),
                ].contenders()
        },
    ]
}

private func milliseconds(_ cpuSeconds: Double) -> [(String, Double)] { [("cpu_ms", 1000 * cpuSeconds)] }
