import AVFAudio
import Foundation
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
        Workload(
            name: "W2-512", audioSeconds: 60, limit: 0.8,
            // Nine operations for each band and sample; a band's output comes two multiply-adds after the one
            // before.
            floor: Floor(
                operations: 90 * Floor.samples(seconds: 60),
                steps: 2 * Floor.samples(seconds: 60, channelCount: 1))
        ) {
            let noise = try Noise.buffer(frameCount: 480_000, channelCount: 2)
            return [try engineEqualizer(noise), referenceEqualizer(noise)] + equalizerPeers().contenders()
        }
    ]
}

private func equalizerPeers() -> [Peer] {
    let lsp = bands.enumerated().flatMap { index, band in
        [
            "ft_\(index)=1", "f_\(index)=\(band.frequencyHz)",
            "g_\(index)=\(pow(10, band.gainDecibels / 20))", "q_\(index)=1",
        ]
    }
    let sox = bands.flatMap { ["equalizer", "\($0.frequencyHz)", "1q", "\($0.gainDecibels)"] }
    let ffmpeg = bands.map { "equalizer=f=\($0.frequencyHz):t=q:w=1:g=\($0.gainDecibels)" }
    return [
        Peer(
            plugin: "lsp-equalizer", bundle: "lsp-plugins.lv2",
            uri: "http://lsp-plug.in/plugins/lv2/para_equalizer_x16_stereo",
            ["enabled=1", "g_in=1", "g_out=1", "fft=0", "fftv_l=0", "fftv_r=0", "mode=0"] + lsp),
        Peer("faust", "faust-equalizer", ["60"]),
        Peer("pedalboard", wheel: ["pedalboard", "equalizer", "20"], share: 1 / 3),
        Peer("sox", tool: ["sox", "-V1", "--single-threaded", NoiseFile.path, "-n"] + sox, share: 1 / 6),
        Peer(
            "ffmpeg",
            tool: ["ffmpeg", "-v", "error", "-nostdin", "-threads", "1", "-filter_threads", "1", "-i"]
                + [NoiseFile.path, "-af", ffmpeg.joined(separator: ","), "-f", "null", "-"], share: 1 / 6),
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
