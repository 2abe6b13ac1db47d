import AVFAudio

/// The engine's ways from call to sound, one small piece of work for each.
func countedPaths() -> [CountedWork] {
    [
        CountedWork(name: "empty") {
            let offline = try OfflineEngine(blockFrameCount: 512)
            try offline.engine.start()
            return offline.renderBlock
        },
        CountedWork(name: "mix-64") { try MixedPlayers(64).renderBlock },
        CountedWork(name: "chain-64-frames") { try gains(blockFrameCount: 64) },
        CountedWork(name: "chain-512-frames") { try gains(blockFrameCount: 512) },
        CountedWork(name: "player-44100", prepare: resampledPlayer),
        CountedWork(name: "plugins-8", prepare: plugins),
        CountedWork(name: "tap", count: 512, prepare: tap),
        CountedWork(name: "source-node", prepare: sourceNode),
        CountedWork(name: "edit", count: 32, prepare: edit),
        CountedWork(name: "start-100", count: 1, prepare: start),
        CountedWork(name: "schedule", count: 512, prepare: schedule),
        CountedWork(name: "convert-rate-high") { try conversion(.high) },
        CountedWork(name: "convert-rate-max") { try conversion(.max) },
    ]
}

private func gains(blockFrameCount: Int) throws -> () throws -> Void {
    let offline = try OfflineEngine(blockFrameCount: blockFrameCount)
    let nodes = (0..<64).map { _ in AVAudioUnitEffect(audioComponentDescription: effect("gain")) }
    try offline.playThrough(nodes, try Noise.buffer(frameCount: 48_000, channelCount: 2))
    return offline.renderBlock
}

private func resampledPlayer() throws -> () throws -> Void {
    let offline = try OfflineEngine(blockFrameCount: 512)
    let noise = try Noise.buffer(frameCount: 44_100, channelCount: 2)
    let player = offline.looping(noise)
    offline.engine.connect(
        player, to: offline.engine.mainMixerNode,
        format: AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2))
    try offline.engine.start()
    player.scheduleBuffer(noise, at: nil, options: .loops, completionHandler: nil)
    player.play()
    return offline.renderBlock
}

private func plugins() throws -> () throws -> Void {
    let offline = try OfflineEngine(blockFrameCount: 512)
    let units = try (0..<8).map { _ in try AVAudioUnitEffect(lv2URI: "http://lv2plug.in/plugins/eg-amp") }
    try offline.playThrough(units, try Noise.buffer(frameCount: 48_000, channelCount: 1))
    return offline.renderBlock
}

private func tap() throws -> () throws -> Void {
    let offline = try OfflineEngine(blockFrameCount: 512)
    try offline.playThrough([], try Noise.buffer(frameCount: 48_000, channelCount: 2))
    offline.engine.mainMixerNode.installTap(onBus: 0, bufferSize: 512, format: nil) { _, _ in }
    return offline.renderBlock
}

private func sourceNode() throws -> () throws -> Void {
    let offline = try OfflineEngine(blockFrameCount: 512)
    let source = AVAudioSourceNode { _, _, _, _ in noErr }
    offline.engine.attach(source)
    offline.engine.connect(source, to: offline.engine.mainMixerNode, format: nil)
    try offline.engine.start()
    return offline.renderBlock
}

private func edit() throws -> () throws -> Void {
    let offline = try OfflineEngine(blockFrameCount: 512)
    let players = (0..<20).map { _ in AVAudioPlayerNode() }
    for player in players {
        offline.engine.attach(player)
        offline.engine.connect(player, to: offline.engine.mainMixerNode, format: nil)
    }
    try offline.engine.start()
    return {
        offline.engine.disconnectNodeOutput(players[0])
        offline.engine.connect(players[0], to: offline.engine.mainMixerNode, format: nil)
        try offline.renderBlock()
    }
}

private func start() throws -> () throws -> Void {
    {
        let offline = try OfflineEngine(blockFrameCount: 512)
        for _ in 0..<100 {
            let player = AVAudioPlayerNode()
            offline.engine.attach(player)
            offline.engine.connect(player, to: offline.engine.mainMixerNode, format: nil)
        }
        try offline.engine.start()
        try offline.renderBlock()
    }
}

private func schedule() throws -> () throws -> Void {
    let offline = try OfflineEngine(blockFrameCount: 512)
    let noise = try Noise.buffer(frameCount: 512, channelCount: 2)
    let player = offline.looping(noise)
    try offline.engine.start()
    player.play()
    return {
        player.scheduleBuffer(noise, at: nil, options: [], completionHandler: nil)
        try offline.renderBlock()
    }
}

private func conversion(_ quality: AVAudioQuality) throws -> () throws -> Void {
    let noise = try Noise.buffer(frameCount: 512, channelCount: 2)
    guard let format = AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2),
        let converter = AVAudioConverter(from: noise.format, to: format),
        let output = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 512)
    else { throw BenchError.noBuffer }
    converter.sampleRateConverterQuality = quality.rawValue
    return {
        _ = converter.convert(to: output, error: nil) { _, status in
            status.pointee = .haveData
            return noise
        }
    }
}
