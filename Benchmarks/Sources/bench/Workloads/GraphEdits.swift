import AVFAudio

/// What it costs to build a graph, to start it, and to change it while it runs.
func graphWorkloads() -> [Workload] {
    [1, 100, 1000].map { count in
        Workload(name: "graph-\(count)") { [building(count), starting(count), try swapping(count)] }
    }
}

/// A mixer with `count` players.
private func graph(_ count: Int) throws -> (offline: OfflineEngine, players: [AVAudioPlayerNode]) {
    let offline = try OfflineEngine(blockFrameCount: 512)
    return (offline, attached(count, to: offline.engine))
}

private func attached(_ count: Int, to engine: AVAudioEngine) -> [AVAudioPlayerNode] {
    (0..<count).map { _ in
        let player = AVAudioPlayerNode()
        engine.attach(player)
        engine.connect(player, to: engine.mainMixerNode, format: nil)
        return player
    }
}

private func building(_ count: Int) -> Contender {
    Contender(who: "avfaudio-build", values: microseconds(count, "us_per_node")) { timed in
        let offline = try OfflineEngine(blockFrameCount: 512)
        try timed { _ = attached(count, to: offline.engine) }
    }
}

private func starting(_ count: Int) -> Contender {
    Contender(who: "avfaudio-start", values: microseconds(1, "us")) { timed in
        let made = try graph(count)
        try timed {
            try made.offline.engine.start()
            try made.offline.renderBlock()
        }
        made.offline.engine.stop()
    }
}

private func swapping(_ count: Int) throws -> Contender {
    let editCount = 10
    let made = try graph(count)
    let player = made.players[0]
    try made.offline.engine.start()
    return Contender(who: "avfaudio-swap", values: microseconds(2 * editCount, "us_per_edit")) { timed in
        try timed {
            for _ in 0..<editCount {
                made.offline.engine.disconnectNodeOutput(player)
                made.offline.engine.connect(player, to: made.offline.engine.mainMixerNode, format: nil)
                try made.offline.renderBlock()
            }
        }
    }
}

private func microseconds(_ divisor: Int, _ name: String) -> (Double) -> [(String, Double)] {
    { cpuSeconds in [(name, cpuSeconds / Double(divisor) * 1e6)] }
}
