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

private func timePitch(rate: Float, cents: Float) -> AVAudioUnitTimePitch {
    let unit = AVAudioUnitTimePitch()
    unit.rate = rate
    unit.pitch = cents
    return unit
}

private func workload(
    _ name: String, seconds: Double, pitchRatio: Double, _ make: @escaping () -> AVAudioUnitTimeEffect
) -> Workload {
    Workload(name: name, audioSeconds: seconds) {
        let offline = try OfflineEngine(blockFrameCount: 512)
        try offline.playThrough([make()], try Noise.buffer(frameCount: 480_000, channelCount: 2))
        let tone = try rendered(make(), seconds: 4) { 0.5 * sin(2 * .pi * 997 * Double($0) / 48_000) }
        let clicks = try rendered(make(), seconds: 4) {
            $0 % 12_000 < 48 ? sin(Double($0 % 12_000) * 2.1) * exp(-Double($0 % 12_000) / 12) : 0
        }
        let quality = [
            ("sinadDecibels", purityDecibels(tone, hertz: 997 * pitchRatio)),
            ("clickMilliseconds", clickMilliseconds(clicks)),
        ]
        return [
            Contender(who: "avfaudio", values: { _ in quality }) { timed in
                try timed { try offline.render(seconds: seconds) }
            }
        ]
    }
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

/// The power of a tone over that of everything else, in the second half.
private func purityDecibels(_ output: [Double], hertz: Double) -> Double {
    let samples = Array(output.suffix(output.count / 2))
    let angles = samples.indices.map { 2 * .pi * hertz * Double($0) / 48_000 }
    var (ss, sc, cc, sx, cx) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for (angle, sample) in zip(angles, samples) {
        let (sine, cosine) = (sin(angle), cos(angle))
        ss += sine * sine
        sc += sine * cosine
        cc += cosine * cosine
        sx += sine * sample
        cx += cosine * sample
    }
    let determinant = ss * cc - sc * sc
    let inPhase = (cc * sx - sc * cx) / determinant
    let quadrature = (ss * cx - sc * sx) / determinant
    var (signal, rest) = (0.0, 0.0)
    for (angle, sample) in zip(angles, samples) {
        let fitted = inPhase * sin(angle) + quadrature * cos(angle)
        signal += fitted * fitted
        rest += (sample - fitted) * (sample - fitted)
    }
    return 10 * log10(signal / rest)
}

/// The RMS width of the energy around the loudest sample of the second half.
private func clickMilliseconds(_ output: [Double]) -> Double {
    let middle = output.indices.dropFirst(output.count / 2).dropLast(5000).max {
        abs(output[$0]) < abs(output[$1])
    }
    let places = (middle ?? 0) - 4000..<(middle ?? 0) + 4000
    var (energy, moment, spread) = (0.0, 0.0, 0.0)
    for place in places {
        energy += output[place] * output[place]
        moment += output[place] * output[place] * Double(place)
    }
    let centre = moment / energy
    for place in places {
        spread += output[place] * output[place] * (Double(place) - centre) * (Double(place) - centre)
    }
    return (spread / energy).squareRoot() / 48
}
