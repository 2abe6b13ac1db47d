import AVFAudio
import Foundation

/// W7: a minute of stereo noise, stretched to 75 s and raised by three semitones, and what that does to a
/// tone and to clicks; and a minute from a varispeed.
func timeWorkloads() -> [Workload] {
    [
        workload("W7-stretch", seconds: 75, pitchRatio: 1) { timePitch(rate: 0.8, cents: 0) },
        workload("W7-pitch", seconds: 60, pitchRatio: exp2(0.25)) { timePitch(rate: 1, cents: 300) },
        workload("W7-varispeed", seconds: 60, pitchRatio: 1.25) {
            let unit = AVAudioUnitVarispeed()
            unit.rate = 1.25
            return unit
        },
    ]
}

func timePitch(rate: Float, cents: Float) -> AVAudioUnitTimePitch {
    let unit = AVAudioUnitTimePitch()
    unit.rate = rate
    unit.pitch = cents
    return unit
}

private func workload(
    _ name: String, seconds: Double, pitchRatio: Double, _ make: @escaping () -> AVAudioUnitTimeEffect
) -> Workload {
    Workload(name: name, audioSeconds: seconds, floor: .pass(seconds: seconds)) {
        let offline = try OfflineEngine(blockFrameCount: 512)
        try offline.playThrough([make()], try Noise.buffer(frameCount: 480_000, channelCount: 2))
        let tone = try rendered(make(), seconds: 4) { 0.5 * sin(2 * .pi * 997 * Double($0) / 48_000) }
        let quality = quality(
            tone: tone, clicks: try rendered(make(), seconds: 4, Clicks.sample), pitchRatio: pitchRatio)
        let ours = Contender(who: "avfaudio", values: { _ in quality }) { timed in
            try timed { try offline.render(seconds: seconds) }
        }
        return [ours]
            + (try stretchPeers(name).contenders(quality: { try peerQuality($0, pitchRatio: pitchRatio) }))
    }
}

/// Those that stretch or shift; each works on ten seconds, the slow ones on two.
private func stretchPeers(_ name: String) -> [Peer] {
    guard name != "W7-varispeed" else { return [] }
    let work = name == "W7-pitch" ? "pitch" : "stretch"
    let sox = work == "pitch" ? ["pitch", "300"] : ["tempo", "0.8"]
    return [
        Peer("soundtouch", "stretch", ["soundtouch", work, "10"], share: 1 / 6),
        Peer("rubberband-fast", "stretch", ["rubberband-fast", work, "4"], share: 1 / 15),
        Peer("rubberband-fine", "stretch", ["rubberband-fine", work, "1"], share: 1 / 60),
        Peer("signalsmith", wheel: ["signalsmith", work, "4"], share: 1 / 15),
        Peer("sox", tool: ["sox", "-V1", "--single-threaded", NoiseFile.path, "-n"] + sox, share: 1 / 6),
    ] + (work == "pitch" ? [Peer("pedalboard", wheel: ["pedalboard", "pitch", "4"], share: 1 / 15)] : [])
}

private func quality(tone: [Double], clicks: [Double], pitchRatio: Double) -> [(String, Double)] {
    let purity = Purity.median(
        tone.suffix(tone.count / 2), hertz: 997 * pitchRatio, sampleRateHz: 48_000)
    return [
        ("sinadDecibels", purity),
        ("clickMilliseconds", Clicks.widthMilliseconds(clicks)),
    ]
}

private func peerQuality(_ peer: PeerProcess, pitchRatio: Double) throws -> [(String, Double)] {
    guard let tone = try peer.convert(Sound.tone(hertz: 997, seconds: 4, sampleRateHz: 48_000)),
        let clicks = try peer.convert(Sound.stereo(seconds: 4, Clicks.sample))
    else { return [] }
    // The last half second may be on its way still.
    return quality(
        tone: Sound.left(tone).dropLast(24_000), clicks: Sound.left(clicks).dropLast(24_000),
        pitchRatio: pitchRatio)
}

/// What a unit makes of a formula, on the left channel.
private func rendered(
    _ unit: AVAudioUnitTimeEffect, seconds: Int, _ formula: (Int) -> Double
) throws -> [Double] {
    let signal = try Noise.buffer(frameCount: 480_000, channelCount: 2)
    for channel in 0..<2 {
        for frame in 0..<480_000 { signal.floatChannelData?[channel][frame] = Float(formula(frame)) }
    }
    let offline = try OfflineEngine(blockFrameCount: 480)
    try offline.playThrough([unit], signal)
    return try (0..<seconds * 100).flatMap { _ in try offline.renderedBlock().map(Double.init) }
}
