import AVFAudio
import References

/// W3: a reverb over stereo noise.
func reverbWorkloads() -> [Workload] {
    [
        Workload(name: "W3-512", audioSeconds: 60, limit: 1.3) {
            let noise = try Noise.buffer(frameCount: 480_000, channelCount: 2)
            return [try engineReverb(noise), referenceReverb(noise)]
        }
    ]
}

private func engineReverb(_ noise: AVAudioPCMBuffer) throws -> Contender {
    let offline = try OfflineEngine(blockFrameCount: 512)
    try offline.playThrough([AVAudioUnitReverb()], noise)
    return Contender(who: "avfaudio") { timed in try timed { try offline.render(seconds: 60) } }
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
