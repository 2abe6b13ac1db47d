import AVFAudio
import References

/// W1: many looping mono players, each with a gain and a place, into a stereo mixer.
func mixingWorkloads() -> [Workload] {
    [16, 64, 256].map { count in
        let voiceSamples = Floor.samples(seconds: 60, channelCount: count)
        return Workload(
            name: "W1-\(count)", audioSeconds: 60, limit: 1.5,
            // Two multiply-adds for each sample of a player; its loops fill no cache below the third.
            floor: Floor(operations: 4 * voiceSamples, bytes: 4 * voiceSamples, memory: .thirdCache)
        ) {
            let loops = try MixedPlayers.loops()
            let places = MixedPlayers.places(count)
            let peers = [
                Peer("openal-soft", "openal", ["mix", "\(count)", "20"], share: 1 / 3),
                Peer("miniaudio", "miniaudio", ["mix", "\(count)", "20"], share: 1 / 3),
            ]
            return [try engineMix(count)] + referenceMixes(places, loops)
                + peers.contenders(values: voices(count))
        }
    }
}

/// The players of W1 in an engine.
final class MixedPlayers {
    /// Gain and pan of one player.
    struct Place {
        let index: Int
        let gainLinear: Float
        let pan: Float
    }

    private let offline: OfflineEngine

    init(_ count: Int) throws {
        let loops = try Self.loops()
        let offline = try OfflineEngine(blockFrameCount: 512)
        let places = Self.places(count)
        let players = places.map { place in
            let player = offline.looping(loops[place.index % 16])
            player.volume = place.gainLinear
            player.pan = place.pan
            return player
        }
        try offline.engine.start()
        for (player, place) in zip(players, places) {
            player.scheduleBuffer(loops[place.index % 16], at: nil, options: .loops, completionHandler: nil)
            player.play()
        }
        self.offline = offline
    }

    func render(seconds: Double) throws { try offline.render(seconds: seconds) }

    func renderBlock() throws { try offline.renderBlock() }

    static func loops() throws -> [AVAudioPCMBuffer] {
        try (0..<16).map {
            try Noise.buffer(frameCount: 48_000 + 97 * $0, channelCount: 1, seed: UInt32($0 + 1))
        }
    }

    static func places(_ count: Int) -> [Place] {
        (0..<count).map { index in
            Place(
                index: index, gainLinear: (0.5 + 0.5 * Float(index % 7) / 7) / Float(count),
                pan: -1 + 2 * Float(index) / Float(max(1, count - 1)))
        }
    }
}

private func engineMix(_ count: Int) throws -> Contender {
    let mix = try MixedPlayers(count)
    return Contender(who: "avfaudio", values: voices(count)) { timed in
        try timed { try mix.render(seconds: 60) }
    }
}

private typealias Mix = (
    UnsafeMutablePointer<reference_player>?, Int, UnsafeMutablePointer<Float>?, UnsafeMutablePointer<Float>?,
    Int
) -> Void

private func referenceMixes(_ places: [MixedPlayers.Place], _ loops: [AVAudioPCMBuffer]) -> [Contender] {
    var mixes: [(who: String, mix: Mix)] = [("c-loop-avx2", reference_mix_avx2)]
    if reference_has_avx512() { mixes.append(("c-loop-avx512", reference_mix_avx512)) }
    return mixes.map { who, mix in
        var players = places.map { place in
            let loop = loops[place.index % 16]
            return reference_player(
                samples: loop.floatChannelData?[0], frameCount: Int(loop.frameLength),
                position: place.index * 1009 % 48_000, leftGain: place.gainLinear * (1 - place.pan),
                rightGain: place.gainLinear * (1 + place.pan))
        }
        var left = [Float](repeating: 0, count: 512)
        var right = left
        return Contender(who: who, isReference: true, values: voices(places.count)) { timed in
            try timed {
                for _ in 0..<OfflineEngine.blockCount(seconds: 60, blockFrameCount: 512) {
                    mix(&players, players.count, &left, &right, 512)
                }
            }
        }
    }
}

private func voices(_ count: Int) -> (Double) -> [(String, Double)] {
    { cpuSeconds in [("voices", Double(count) * 60 / cpuSeconds)] }
}
