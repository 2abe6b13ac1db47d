import AVFAudio
import References

/// W13: what the graph itself costs: an empty one, and a chain of gains that leave the sound as it is.
func overheadWorkloads() -> [Workload] {
    [(64, 3.0), (512, 1.0)].flatMap { block, limit in
        [
            Workload(name: "W13-empty-\(block)", audioSeconds: 60) { [try chain(of: 0, block)] },
            Workload(name: "W13-chain-\(block)", audioSeconds: 10, limit: limit) {
                [try chain(of: chainLength, block), try referenceChain(block)]
                    + chainPeers(block).contenders(values: perNode(chainLength, block, 10))
            },
        ]
    }
}

private func chainPeers(_ block: Int) -> [Peer] {
    [
        Peer("miniaudio", "miniaudio", ["chain", "\(chainLength)", "\(block)", "10"]),
        Peer("dawdreamer", wheel: ["dawdreamer", "chain", "10", "\(chainLength)", "\(block)"]),
    ]
}

private let chainLength = 256

private func chain(of count: Int, _ block: Int) throws -> Contender {
    let offline = try OfflineEngine(blockFrameCount: block)
    if count == 0 {
        try offline.engine.start()
    } else {
        let nodes = (0..<count).map { _ in AVAudioUnitEffect(audioComponentDescription: effect("gain")) }
        try offline.playThrough(nodes, try Noise.buffer(frameCount: 480_000, channelCount: 2))
    }
    let seconds = count == 0 ? 60.0 : 10.0
    return Contender(who: "avfaudio", values: perNode(count, block, seconds)) { timed in
        try timed { try offline.render(seconds: seconds) }
    }
}

private func referenceChain(_ block: Int) throws -> Contender {
    let source = BlockReader(try Noise.buffer(frameCount: 480_000, channelCount: 2), blockFrameCount: block)
    let gains = [Float](repeating: 1, count: chainLength)
    return Contender(who: "c-calls", isReference: true, values: perNode(chainLength, block, 10)) { timed in
        try timed {
            for _ in 0..<OfflineEngine.blockCount(seconds: 10, blockFrameCount: block) {
                source.advance()
                reference_chain_of_gains(gains, chainLength, source.left, source.right, block)
            }
        }
    }
}

private func perNode(_ count: Int, _ block: Int, _ seconds: Double) -> (Double) -> [(String, Double)] {
    let blocks = Double(OfflineEngine.blockCount(seconds: seconds, blockFrameCount: block))
    return { cpuSeconds in
        count == 0
            ? [("ns_per_block", cpuSeconds / blocks * 1e9)]
            : [("ns_per_node_block", cpuSeconds / blocks / Double(count) * 1e9)]
    }
}
