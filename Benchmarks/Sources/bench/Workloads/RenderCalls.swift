import AVFAudio

/// A bit of everything, ten thousand blocks in all: what `make counts` looks at call by call.
func callWorkloads() -> [Workload] {
    [
        Workload(name: "counts", audioSeconds: countedSeconds) {
            let offline = try OfflineEngine(blockFrameCount: 64)
            try playThroughEverything(offline)
            return [
                Contender(who: "avfaudio") { timed in
                    try timed { try offline.render(seconds: countedSeconds) }
                }
            ]
        }
    ]
}

// 1250 blocks of 64 frames in each of eight rounds.
private let countedSeconds = 1250 * 64 / OfflineEngine.sampleRateHz

/// Two players, one at another sample rate, a mixer, native units and a plugin with a tap behind it.
private func playThroughEverything(_ offline: OfflineEngine) throws {
    let engine = offline.engine
    let noise = try Noise.buffer(frameCount: 48_000, channelCount: 1)
    let plugin = try AVAudioUnitEffect(lv2URI: "http://drobilla.net/plugins/mda/Limiter")
    let chain: [AVAudioNode] = [AVAudioUnitEQ(numberOfBands: 4), AVAudioUnitGain(), plugin]
    let players = [offline.looping(noise), offline.looping(noise)]
    let stereo = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2)
    var last: AVAudioNode = engine.mainMixerNode
    for node in chain {
        engine.attach(node)
        engine.connect(last, to: node, format: stereo)
        last = node
    }
    engine.connect(last, to: engine.outputNode, format: stereo)
    engine.connect(
        players[1], to: engine.mainMixerNode,
        format: AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 1))
    plugin.installTap(onBus: 0, bufferSize: 1024, format: nil) { _, _ in }
    try engine.start()
    for player in players {
        player.scheduleBuffer(noise, at: nil, options: .loops, completionHandler: nil)
        player.play()
    }
}
