import AVFAudio

/// W4: stereo noise through impulse responses of 2 s and 6 s that decay by 60 dB, in blocks of 512 and 128.
///
/// `worst_ratio` is the dearest of the blocks that make up the longest partition, divided by their median:
/// each is measured often, and its own median taken, so that what remains is how evenly the work is spread.
func convolutionWorkloads() -> [Workload] {
    [(2, 512), (2, 128), (6, 512), (6, 128)].map { seconds, blockFrameCount in
        Workload(
            name: "W4-ir\(seconds)-\(blockFrameCount)", audioSeconds: 60,
            floor: .convolution(seconds: 60, frameCount: 48_000 * Double(seconds))
        ) {
            let offline = try room(seconds: seconds, blockFrameCount: blockFrameCount)
            let ratio = try worstRatio(offline)
            return [
                Contender(who: "avfaudio", values: { _ in [("worst_ratio", ratio)] }) { timed in
                    try timed { try offline.render(seconds: 60) }
                }
            ] + convolutionPeers(seconds: seconds, blockFrameCount: blockFrameCount).contenders()
        }
    }
}

private func convolutionPeers(seconds: Int, blockFrameCount: Int) -> [Peer] {
    let zita = Peer("zita-convolver", "zita", ["\(seconds)", "\(blockFrameCount)", "20"], share: 1 / 3)
    guard seconds == 2, blockFrameCount == 512 else { return [zita] }
    // As far as speed goes any sound of that length will do as a response.
    return [zita]
        + [Peer("pedalboard", wheel: ["pedalboard", "convolution", "10", NoiseFile.shortPath], share: 1 / 6)]
}

func room(seconds: Int, blockFrameCount: Int) throws -> OfflineEngine {
    let response = try Noise.buffer(frameCount: 48_000 * seconds, channelCount: 2, seed: 5)
    let count = Int(response.frameLength)
    for channel in 0..<2 {
        for frame in 0..<count {
            response.floatChannelData?[channel][frame] *= Float(
                pow(10, -3 * Double(frame) / Double(count)))
        }
    }
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("avf-bench-room-\(getpid()).wav")
    defer { try? FileManager.default.removeItem(at: url) }
    try AVAudioFile(forWriting: url, settings: response.format.settings).write(from: response)
    let unit = AVAudioUnitConvolution()
    try unit.loadImpulseResponse(from: url)
    let offline = try OfflineEngine(blockFrameCount: blockFrameCount)
    try offline.playThrough([unit], try Noise.buffer(frameCount: 480_000, channelCount: 2))
    return offline
}

/// The longest partition has 4096 frames.
private func worstRatio(_ offline: OfflineEngine) throws -> Double {
    let blockCount = 4096 / offline.blockFrameCount
    try offline.render(seconds: 10)
    // The engine has rendered whole seconds: from here on to where a partition begins.
    let rendered = OfflineEngine.blockCount(seconds: 10, blockFrameCount: offline.blockFrameCount)
    for _ in 0..<(blockCount - rendered % blockCount) % blockCount { try offline.renderBlock() }
    var seconds = [[Double]](repeating: [], count: blockCount)
    for _ in 0..<100 {
        for block in 0..<blockCount {
            seconds[block].append(try Stopwatch.cpuSeconds { try offline.renderBlock() })
        }
    }
    let medians = seconds.map(Stopwatch.median)
    return (medians.max() ?? 0) / Stopwatch.median(medians)
}
