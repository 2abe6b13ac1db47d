import AVFAudio

/// Each native effect over a minute of stereo noise, as it comes out of the box.
func unitWorkloads() -> [Workload] {
    nativeEffects().map { name, description in
        Workload(name: "unit-\(name)", audioSeconds: 60) {
            let unit = AVAudioUnitEffect(audioComponentDescription: description)
            guard unit.loadError == nil else { throw BenchError.noSuchUnit(name) }
            let offline = try OfflineEngine(blockFrameCount: 512)
            try offline.playThrough([unit], try Noise.buffer(frameCount: 480_000, channelCount: 2))
            return [
                Contender(who: "avfaudio") { timed in try timed { try offline.render(seconds: 60) } }
            ]
        }
    }
}

private func nativeEffects() -> [(String, AudioComponentDescription)] {
    ["gain", "nbeq"].map { ($0, effect($0)) }
}
