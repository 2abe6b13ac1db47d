import AVFAudio
import Glibc

/// T: eight branches with a reverb each, made by one thread and by two; `wall_seconds` is what a user waits.
func teamWorkloads() -> [Workload] {
    [
        Workload(name: "T-branches-8", audioSeconds: 10) {
            try [1, 2].map { try branches(8, threadCount: $0) }
        }
    ]
}

private func branches(_ count: Int, threadCount: Int) throws -> Contender {
    let offline = try OfflineEngine(blockFrameCount: 512)
    let engine = offline.engine
    engine.renderThreadCount = threadCount
    let noise = try Noise.buffer(frameCount: 48_000, channelCount: 2)
    let players = (0..<count).map { _ in
        let player = offline.looping(noise)
        let reverb = AVAudioUnitReverb()
        engine.attach(reverb)
        engine.disconnectNodeOutput(player)
        engine.connect(player, to: reverb, format: noise.format)
        engine.connect(reverb, to: engine.mainMixerNode, format: noise.format)
        return player
    }
    try engine.start()
    for player in players {
        player.scheduleBuffer(noise, at: nil, options: .loops, completionHandler: nil)
        player.play()
    }
    let walls = Walls()
    return Contender(who: "avfaudio-\(threadCount)", values: { _ in [("wall_seconds", walls.median)] }) {
        timed in
        let start = walls.now()
        try timed { try offline.render(seconds: 10) }
        walls.add(since: start)
    }
}

/// How long rounds took by the clock on the wall.
private final class Walls {
    private var seconds: [Double] = []

    var median: Double { Stopwatch.median(seconds) }

    func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + 1e-9 * Double(time.tv_nsec)
    }

    func add(since start: Double) { seconds.append(now() - start) }
}
