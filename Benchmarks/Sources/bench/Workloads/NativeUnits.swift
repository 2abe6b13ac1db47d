import AVFAudio

/// Settings that make effects work which do nothing by themselves, by their subtypes.
let unitSettings: [String: [String: Float]] = [
    "gain": ["gain": -6], "dely": ["delayTime": 0.25], "sdly": ["delayFrames": 1000], "lshf": ["gain": 6],
    "hshf": ["gain": 6], "pmeq": ["gain": 6],
    "greq": Dictionary(uniqueKeysWithValues: (1...31).map { ("band\($0)", Float($0 % 7) - 3) }),
    "nbeq": Dictionary(
        uniqueKeysWithValues: (1...8).flatMap { band -> [(String, Float)] in
            [("band\(band)Bypass", 0), ("band\(band)Gain", Float(band % 7) - 3)]
        }),
    "lmtr": ["preGain": 12], "dess": ["threshold": -60], "wide": ["width": 150],
    "dist": ["squaredTerm": 4, "decimation": 30, "ringModMix": 30, "delayMix": 30],
]

/// Each native effect of the catalogue over a minute of stereo noise, and each generator for a minute.
///
/// A convolution without an impulse response is left to W4, time effects to W7.
func unitWorkloads() -> [Workload] {
    nativeEffects().filter { $0 != "conv" }.map(workload)
        + generators().map { name, make in
            workload(name, make)
        }
}

private func workload(_ subtype: String) -> Workload {
    Workload(name: "unit-\(subtype)", audioSeconds: 60, floor: .pass(seconds: 60)) {
        let unit = AVAudioUnitEffect(audioComponentDescription: effect(subtype))
        guard unit.loadError == nil else { throw BenchError.noSuchUnit(subtype) }
        for (parameter, value) in unitSettings[subtype] ?? [:] { unit[parameter: parameter] = value }
        let offline = try OfflineEngine(blockFrameCount: 512)
        try offline.playThrough([unit], try Noise.buffer(frameCount: 480_000, channelCount: 2))
        return [Contender(who: "avfaudio") { timed in try timed { try offline.render(seconds: 60) } }]
    }
}

func generators() -> [(String, () -> AVAudioUnitGenerator)] {
    let tones: [AVAudioUnitTone.Waveform] = [.sine, .sawtooth, .square, .triangle, .pulse]
    return tones.map { wave in
        (
            "tone-\(wave)",
            {
                let tone = AVAudioUnitTone()
                tone.waveform = wave
                return tone
            }
        )
    } + [
        ("noise-white", { AVAudioUnitNoise() }),
        (
            "noise-pink",
            {
                let noise = AVAudioUnitNoise()
                noise.color = .pink
                return noise
            }
        ), ("sweep", { AVAudioUnitSweep() }), ("impulses", { AVAudioUnitImpulseTrain() }),
        (
            "wavetable",
            {
                let wavetable = AVAudioUnitWavetable()
                wavetable.position = 50
                return wavetable
            }
        ), ("silence", { AVAudioUnitSilence() }),
    ]
}

private func workload(_ name: String, _ make: @escaping () -> AVAudioUnitGenerator) -> Workload {
    Workload(
        name: "unit-\(name)", audioSeconds: 60, floor: Floor(bytes: 4 * Floor.samples(seconds: 60))
    ) {
        let offline = try OfflineEngine(blockFrameCount: 512)
        try offline.generate(make())
        return [Contender(who: "avfaudio") { timed in try timed { try offline.render(seconds: 60) } }]
    }
}
