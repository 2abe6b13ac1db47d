import AVFRealtime
import Synchronization

/// Renders blocks of one size for whichever clock leads, and counts them.
///
/// Only rendering moves the count: another leader goes on with the next block. `@unchecked Sendable`: the
/// callback runs under a lock that a leader only tries.
final class BlockRenderer: @unchecked Sendable {
    /// Nobody leads: nothing is rendered.
    static let nobody = 0

    /// What the one who renders was promised; never changes.
    let format: DeviceStreamFormat
    private let rendering: DeviceRendering
    private let lock = TryLock()
    private let leaderWord = Atomic<Int>(BlockRenderer.nobody)
    private let blockCount = Atomic<Int>(0)
    private let lastBlockWord = Atomic<UInt64>(0)

    init(_ rendering: DeviceRendering, format: DeviceStreamFormat) {
        self.rendering = rendering
        self.format = format
    }

    /// How long a block lasts.
    var blockNanoseconds: UInt64 { format.nanoseconds(ofFrames: format.periodFrameCount) }

    /// Frames rendered so far. [any]
    var renderedFrameCount: Int { blockCount.load(ordering: .relaxed) * format.periodFrameCount }

    /// When the last block was rendered; 0 before the first. [any]
    var lastBlockNanoseconds: UInt64 { lastBlockWord.load(ordering: .relaxed) }

    /// Who may render. [any]
    var leader: Int { leaderWord.load(ordering: .acquiring) }

    /// Lets another one render, from the next block on. [control]
    func handOver(to leader: Int) {
        lock.withLock { leaderWord.store(leader, ordering: .releasing) }
    }

    /// Renders the next block if `leader` leads; false if not. [render]
    func render(
        by leader: Int, into buffer: PlanarBuffer, now: UInt64, hostTimeNanoseconds: UInt64
    ) -> Bool {
        guard lock.tryLock() else { return false }
        defer { lock.unlock() }
        guard leaderWord.load(ordering: .acquiring) == leader else { return false }
        buffer.render(
            rendering, frameCount: format.periodFrameCount, hostTimeNanoseconds: hostTimeNanoseconds)
        blockCount.store(blockCount.load(ordering: .relaxed) + 1, ordering: .relaxed)
        lastBlockWord.store(now, ordering: .relaxed)
        return true
    }
}
