import AVFAudio
import References

/// W3: a reverb over stereo noise.
func reverbWorkloads() -> [Workload] {
    [
        Workload(
            name: "W3-512", audioSeconds: 60, limit: 0.7,
            // Sixteen delay lines, each read and written for each frame.
            floor: Floor(
                bytes: 16 * 8 * Floor.samples(seconds: 60, channelCount: 1), memory: .secondCache)
        ) {
            let noise = try Noise.buffer(frameCount: 480_000, channelCount: 2)
            return [try engineReverb(noise), referenceReverb(noise)]
                + (try reverbPeers().contenders(quality: density))
        }
    ]
}

private func reverbPeers() -> [Peer] {
    [
        Peer(plugin: "ardour-a-reverb", bundle: "a-reverb.lv2", uri: "urn:ardour:a-reverb", ["enable=1"]),
        Peer(
            plugin: "mda-ambience", bundle: "mda.lv2", uri: "http://drobilla.net/plugins/mda/Ambience", []),
        Peer("faust-freeverb", "faust-freeverb", ["60"]),
        Peer("openal-eax", "openal", ["reverb", "1", "20"], share: 1 / 3),
        Peer("pedalboard", wheel: ["pedalboard", "reverb", "20"], share: 1 / 3),
        Peer("dawdreamer", wheel: ["dawdreamer", "reverb", "20"], share: 1 / 3),
        Peer("sox", tool: ["sox", "-V1", "--single-threaded", NoiseFile.path, "-n", "reverb"], share: 1 / 6),
    ]
}

/// How dense the echoes are 0.1 s after a click; what a dry part adds is over by then.
private func density(_ peer: PeerProcess) throws -> [(String, Double)] {
    let click = Sound.stereo(seconds: 1) { $0 == 0 ? 1 : 0 }
    return try peer.convert(click).map { density(of: Sound.left($0)) } ?? []
}

private func density(of response: [Double]) -> [(String, Double)] {
    [("echoDensity", EchoDensity.value(response, at: 0.1))]
}

private func responseDensity(_ unit: AVAudioUnitEffect) throws -> [(String, Double)] {
    let click = try Noise.buffer(frameCount: 48_000, channelCount: 2)
    for channel in 0..<2 {
        for frame in 0..<48_000 { click.floatChannelData?[channel][frame] = frame == 0 ? 1 : 0 }
    }
    let offline = try OfflineEngine(blockFrameCount: 480)
    try offline.playThrough([unit], click)
    return density(of: try (0..<50).flatMap { _ in try offline.renderedBlock().map(Double.init) })
}

private func engineReverb(_ noise: AVAudioPCMBuffer) throws -> Contender {
    let offline = try OfflineEngine(blockFrameCount: 512)
    try offline.playThrough([AVAudioUnitReverb()], noise)
    let quality = try responseDensity(AVAudioUnitReverb())
    return Contender(who: "avfaudio", values: { _ in quality }) { timed in
        try timed { try offline.render(seconds: 60) }
    }
}

private func referenceReverb(_ noise: AVAudioPCMBuffer) -> Contender {
    let reverb = reference_reverb_create()
    let source = BlockReader(noise, blockFrameCount: 512)
    var output = [Float](repeating: 0, count: 1024)
    return Contender(who: "c-freeverb", isReference: true) { timed in
        try timed {
            for _ in 0..<OfflineEngine.blockCount(seconds: 60, blockFrameCount: 512) {
                source.advance()
                output.withUnsafeMutableBufferPointer { output in
                    guard let left = output.baseAddress else { return }
                    reference_reverb_run(reverb, source.left, source.right, left, left + 512, 512)
                }
            }
        }
    }
}
