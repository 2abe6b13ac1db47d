import AVFAudio

/// A native effect, and the settings that make it work.
private struct Effect {
    let subtype: String
    let settings: [String: Float]

    init(_ subtype: String, _ settings: [String: Float] = [:]) {
        self.subtype = subtype
        self.settings = settings
    }
}

private let effects = [
    Effect("gain", ["gain": -6]),
    Effect("dely", ["delayTime": 0.25]),
    Effect("sdly", ["delayFrames": 1000]),
    Effect("lpas"), Effect("hpas"), Effect("bpas"),
    Effect("lshf", ["gain": 6]), Effect("hshf", ["gain": 6]), Effect("pmeq", ["gain": 6]),
    Effect("nbeq"),
    Effect("greq", Dictionary(uniqueKeysWithValues: (1...31).map { ("band\($0)", Float($0 % 7) - 3) })),
    Effect("rvb2"),
    Effect("dcmp"),
    Effect("lmtr", ["preGain": 12]),
    Effect("mcmp"),
    Effect("dist", ["squaredTerm": 4, "decimation": 30, "ringModMix": 30, "delayMix": 30]),
]

/// Each native effect over a minute of stereo noise, and each generator for a minute.
func unitWorkloads() -> [Workload] {
    effects.map { effect in workload(effect) } + generators().map { name, make in workload(name, make) }
}

private func workload(_ choice: Effect) -> Workload {
    Workload(name: "unit-\(choice.subtype)", audioSeconds: 60) {
        let unit = AVAudioUnitEffect(audioComponentDescription: effect(choice.subtype))
        guard unit.loadError == nil else { throw BenchError.noSuchUnit(choice.subtype) }
        for (parameter, value) in choice.settings { unit[parameter: parameter] = value }
        let offline = try OfflineEngine(blockFrameCount: 512)
        try offline.playThrough([unit], try Noise.buffer(frameCount: 480_000, channelCount: 2))
        return [Contender(who: "avfaudio") { timed in try timed { try offline.render(seconds: 60) } }]
    }
}

private func generators() -> [(String, () -> AVAudioUnitGenerator)] {
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
    ]
}

private func workload(_ name: String, _ make: @escaping () -> AVAudioUnitGenerator) -> Workload {
    Workload(name: "unit-\(name)", audioSeconds: 60) {
        let offline = try OfflineEngine(blockFrameCount: 512)
        try offline.generate(make())
        return [Contender(who: "avfaudio") { timed in try timed { try offline.render(seconds: 60) } }]
    }
}
