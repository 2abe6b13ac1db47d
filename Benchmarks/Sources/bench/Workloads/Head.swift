import AVFAudio
import Foundation

/// W5: moving mono sources around a head.
func headWorkloads() -> [Workload] {
    [8, 32, 128].map { count in
        // One transform of 1024 for each source and block of 512, and products with the old and the new
        // place's responses for both ears.
        let each: Double = 2.5 * 1024 * 10 + 4 * 8 * 512
        let blockCount: Double = 60 * 48_000 / 512
        return Workload(
            name: "W5-\(count)", audioSeconds: 60, floor: Floor(operations: each * blockCount * Double(count))
        ) {
            let peers = [Peer("openal-soft-hrtf", "openal", ["hrtf", "\(count)", "10"], share: 1 / 6)]
            return try [
                engineSources(count, .HRTF, "avfaudio"),
                engineSources(count, .HRTFHQ, "avfaudio-hq"),
            ] + peers.contenders(values: sources(count))
        }
    } + [crowd()]
}

/// A thousand sources, of which sixteen sound, and those alone.
private func crowd() -> Workload {
    Workload(name: "W5-crowd", audioSeconds: 60, limit: 1.3) {
        let crowd = try CirclingSources(1000, .HRTF, soundingCount: 16)
        let few = try CirclingSources(16, .HRTF)
        return [
            Contender(who: "avfaudio", values: sources(16)) { timed in
                try timed { try crowd.render(seconds: 60) }
            },
            Contender(who: "sixteen-alone", isReference: true, values: sources(16)) { timed in
                try timed { try few.render(seconds: 60) }
            },
        ]
    }
}

/// The sources of W5 in an engine: all circle the head, each at a pace of its own.
private final class CirclingSources {
    private let offline: OfflineEngine
    private let players: [AVAudioPlayerNode]
    private let soundingCount: Int
    private var blockNumber = 0

    /// Of so many sources only some may sound; those circle.
    init(
        _ count: Int, _ algorithm: AVAudio3DMixingRenderingAlgorithm, soundingCount: Int? = nil
    ) throws {
        self.soundingCount = soundingCount ?? count
        let offline = try OfflineEngine(blockFrameCount: 512)
        let environment = AVAudioEnvironmentNode()
        environment.distanceAttenuationParameters.rolloffFactor = 0
        environment.outputType = .headphones
        let loops = try MixedPlayers.loops()
        let engine = offline.engine
        engine.attach(environment)
        engine.connect(environment, to: engine.outputNode, format: engine.manualRenderingFormat)
        players = MixedPlayers.places(count).map { place in
            let player = AVAudioPlayerNode()
            player.renderingAlgorithm = algorithm
            player.volume = place.gainLinear
            engine.attach(player)
            engine.connect(player, to: environment, format: loops[place.index % 16].format)
            return player
        }
        self.offline = offline
        move()
        try engine.start()
        for (index, player) in players.prefix(self.soundingCount).enumerated() {
            player.scheduleBuffer(loops[index % 16], at: nil, options: .loops, completionHandler: nil)
            player.play()
        }
    }

    func render(seconds: Double) throws {
        for _ in 0..<OfflineEngine.blockCount(seconds: seconds, blockFrameCount: 512) {
            move()
            try offline.renderBlock()
        }
    }

    private func move() {
        let time = Float(blockNumber % 100_000) * 512 / 48_000
        blockNumber += 1
        for (index, player) in players.prefix(soundingCount).enumerated() {
            let pace = 0.1 + 0.01 * Float(index % 13)
            let angle = 2 * Float.pi * (time * pace + Float(index) * 0.37)
            player.position = AVAudio3DPoint(x: 2 * sin(angle), y: 0.3, z: -2 * cos(angle))
        }
    }
}

private func engineSources(
    _ count: Int, _ algorithm: AVAudio3DMixingRenderingAlgorithm, _ who: String
) throws -> Contender {
    let circling = try CirclingSources(count, algorithm)
    return Contender(who: who, values: sources(count)) { timed in
        try timed { try circling.render(seconds: 60) }
    }
}

private func sources(_ count: Int) -> (Double) -> [(String, Double)] {
    { cpuSeconds in [("sources", Double(count) * 60 / cpuSeconds)] }
}
