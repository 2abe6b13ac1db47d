import AVFAudio

/// What it costs to build a graph, to start it, and to change it while it runs.
func graphWorkloads() -> [Workload] {
    [1, 10, 100, 1000, 10_000].map { count in
        Workload(name: "graph-\(count)", roundCount: count < 10_000 ? 7 : 3) {
            [building(count), starting(count), try swapping(count), try rendering(count)]
        }
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
    let editCount = count < 1000 ? 10 : 1
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

/// Blocks in which no player has anything to play: what the graph itself costs.
private func rendering(_ count: Int) throws -> Contender {
    let blockCount = max(10, 20_000 / count)
    let made = try graph(count)
    try made.offline.engine.start()
    return Contender(
        who: "avfaudio-render",
        values: { [("ns_per_node_block", $0 / Double(blockCount * count) * 1e9)] },
        round: { timed in
            try timed { for _ in 0..<blockCount { try made.offline.renderBlock() } }
        })
}

private func microseconds(_ divisor: Int, _ name: String) -> (Double) -> [(String, Double)] {
    { cpuSeconds in [(name, cpuSeconds / Double(divisor) * 1e6)] }
}
