import AVFAudio
import Glibc
import Synchronization

private let uri = "http://lv2plug.in/plugins/eg-amp"
private let blockFrameCount = 128

/// P: one cheap plugin, in a process of its own and in this one: what a block's way there and back costs.
///
/// The CPU seconds are this process's alone; the times of the blocks are the wall's.
func processWorkloads() -> [Workload] {
    [
        Workload(name: "P-hop-128", audioSeconds: 0) {
            [
                try contender(.loadOutOfProcess, blockCount: 10_000),
                try contender(.loadInProcess, blockCount: 10_000),
            ]
        },
        // As a device asks for them: the plugin's process has gone to sleep by the next block.
        Workload(name: "P-hop-128-paced", audioSeconds: 0) {
            let period = Double(blockFrameCount) / OfflineEngine.sampleRateHz
            return [
                try contender(.loadOutOfProcess, blockCount: 400, everySeconds: period),
                try contender(.loadInProcess, blockCount: 400, everySeconds: period),
            ]
        },
        Workload(name: "P-chain-8-128", audioSeconds: 0) {
            [
                try contender(.loadOutOfProcess, blockCount: 2000, pluginCount: 8),
                try contender(.loadInProcess, blockCount: 2000, pluginCount: 8),
            ]
        },
    ]
}

private func contender(
    _ place: AudioComponentInstantiationOptions, blockCount: Int, everySeconds: Double = 0,
    pluginCount: Int = 1
) throws -> Contender {
    let isInside = place == .loadInProcess
    let units = try (0..<pluginCount).map { _ in
        do { return try AVAudioUnitEffect(lv2URI: uri, options: place) } catch {
            throw BenchError.noSuchPlugin(isInside ? uri : "\(uri) in a process of its own: \(error)")
        }
    }
    let offline = try OfflineEngine(blockFrameCount: blockFrameCount)
    try offline.playThrough(units, try Noise.buffer(frameCount: 48_000, channelCount: 1))
    let times = BlockTimes()
    return Contender(
        who: isInside ? "in-process" : "out-of-process", isReference: isInside, values: { _ in times.values }
    ) { timed in
        times.begin()
        try timed {
            for _ in 0..<blockCount {
                try times.measure(everySeconds: everySeconds) { try offline.renderBlock() }
            }
        }
    }
}

/// How long each block of every round but the first took.
private final class BlockTimes: Sendable {
    private let microseconds = Mutex<[Double]>([])
    private let roundCount = Atomic<Int>(0)

    func begin() {
        if roundCount.wrappingAdd(1, ordering: .relaxed).newValue <= 2 { microseconds.withLock { $0 = [] } }
    }

    func measure(everySeconds: Double, _ block: () throws -> Void) rethrows {
        let start = Self.now
        try block()
        let end = Self.now
        microseconds.withLock { $0.append(Double(end - start) / 1000) }
        let rest = everySeconds * 1e9 - Double(end - start)
        guard rest > 0 else { return }
        var pause = timespec(tv_sec: 0, tv_nsec: Int(rest))
        nanosleep(&pause, nil)
    }

    var values: [(String, Double)] {
        let sorted = microseconds.withLock { $0 }.sorted()
        guard !sorted.isEmpty else { return [] }
        return [
            ("median_us", sorted[sorted.count / 2]), ("p99_us", sorted[sorted.count * 99 / 100]),
            ("max_us", sorted[sorted.count - 1]),
        ]
    }

    private static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
