import AVFAudio
import References

private let bands: [(frequencyHz: Float, gainDecibels: Float)] = [
    (31.5, 3), (63, -2), (125, 4), (250, -3), (500, 2), (1000, -4), (2000, 3), (4000, -2), (8000, 4),
    (16_000, -3),
]
/// The width of a band with Q = 1.
private let octaves: Float = 1.389

/// W2: ten parametric bands over stereo noise.
func equalizerWorkloads() -> [Workload] {
    [
        Workload(name: "W2-512", audioSeconds: 60, limit: 0.8) {
            let noise = try Noise.buffer(frameCount: 480_000, channelCount: 2)
            return [try engineEqualizer(noise), referenceEqualizer(noise)]
        }
    ]
}

private func engineEqualizer(_ noise: AVAudioPCMBuffer) throws -> Contender {
    let unit = AVAudioUnitEffect(audioComponentDescription: effect("nbeq"))
    for (index, band) in bands.enumerated() {
        unit[parameter: "band\(index + 1)Bypass"] = 0
        unit[parameter: "band\(index + 1)Frequency"] = band.frequencyHz
        unit[parameter: "band\(index + 1)Gain"] = band.gainDecibels
        unit[parameter: "band\(index + 1)Bandwidth"] = octaves
    }
    let offline = try OfflineEngine(blockFrameCount: 512)
    try offline.playThrough([unit], noise)
    return Contender(who: "avfaudio") { timed in try timed { try offline.render(seconds: 60) } }
}

private func referenceEqualizer(_ noise: AVAudioPCMBuffer) -> Contender {
    var filters = bands.map {
        reference_peak(
            Double($0.frequencyHz), Double(octaves), Double($0.gainDecibels), OfflineEngine.sampleRateHz)
    }
    let source = BlockReader(noise, blockFrameCount: 512)
    return Contender(who: "c-biquads", isReference: true) { timed in
        try timed {
            for _ in 0..<OfflineEngine.blockCount(seconds: 60, blockFrameCount: 512) {
                source.advance()
                reference_equalize(&filters, filters.count, source.left, source.right, 512)
            }
        }
    }
}
