import AVFAudio
import AVFEngine
import TestPlugins
import TestSupport
import Testing

/// One graph with a bit of everything gives one hash, however it is rendered.
struct OneHashTests {
    /// `make onehash` asks for six times as much, in hundreds of ways.
    private static let isLong = ProcessInfo.processInfo.environment["AVF_ONE_HASH"] == "long"
    private static let frameCount = isLong ? 24_000 : 4_000
    private static let sizes =
        isLong
        ? Array(1...64) + [100, 127, 128, 255, 256, 441, 480, 511, 512, 1000, 1024, 2048, 4095, 4096]
        : [1, 64, 480, 4096]
    private static let randomCount = isLong ? 25 : 2
    private static let threads = [1, 2, 3, 4]

    @Test(.timeLimit(.minutes(60)))
    func `players, files, effects, a plugin, a tap and a converter give one hash for all blocks and threads`()
        throws
    {
        let fixture = try PluginFixture(names: ["gain"])
        let library = UnitLibrary(plugins: fixture.catalog)
        var hashes: [UInt64: [String]] = [:]
        func note(_ what: String, threads: Int, _ blocks: () -> Int) throws {
            let plugin = try AVAudioUnitEffect(
                lv2URI: BundleFolder.uri("gain"), options: .loadInProcess, library: library)
            let hash = try RichGraph(threads: threads, plugin: plugin).hash(Self.frameCount, blocks: blocks)
            hashes[hash, default: []].append("\(what), \(threads) threads")
        }
        for (index, size) in Self.sizes.enumerated() {
            // The short form takes turns with the threads.
            for threads in Self.isLong ? Self.threads : [1 + index % 4] {
                try note("blocks of \(size)", threads: threads) { size }
            }
        }
        for seed in 1...Self.randomCount {
            var random = SeededGenerator(seed: UInt64(seed))
            try note("random blocks \(seed)", threads: 1 + seed % 4) {
                Int.random(in: 1...4096, using: &random)
            }
        }
        #expect(hashes.count == 1, "\(hashes.values.map { $0.prefix(8) })")
    }
}
