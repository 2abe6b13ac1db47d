import AVFRealtime
import Synchronization

/// Renders blocks of one size for whichever clock leads, and counts them.
///
/// Only rendering moves the count: another leader goes on with the next block. `@unchecked Sendable`: the
/// callback runs under a lock that a leader only tries; the format is settled before any clock leads.
final class BlockRenderer: @unchecked Sendable {
    /// The number of no clock: nothing is rendered.
    static let noLeader = 0

    /// What the one who renders was promised; never changes once a clock leads.
    private(set) var format: DeviceStreamFormat
    private let rendering: DeviceRendering
    private let lock = TryLock()
    private let leaderWord = Atomic<Int>(BlockRenderer.noLeader)
    private let blockCount = Atomic<Int>(0)
    private let lastBlockWord = Atomic<UInt64>(0)
    private let disturbanceWord = Atomic<Int>(0)
    private let takeoverWord = Atomic<Bool>(false)

    init(_ rendering: DeviceRendering, format: DeviceStreamFormat) {
        self.rendering = rendering
        self.format = format
    }

    /// Promises the format of the first device instead. [control, before any clock leads]
    func take(_ format: DeviceStreamFormat) { self.format = format }

    /// How often blocks have come, or will come, at other times than when they are due. [any]
    var disturbanceCount: Int { disturbanceWord.load(ordering: .acquiring) }

    /// Tells that the next blocks do not come when they are due. [render]
    func noteDisturbance() { disturbanceWord.add(1, ordering: .acquiringAndReleasing) }

    /// How long a block lasts.
    var blockNanoseconds: UInt64 { format.nanoseconds(ofFrames: format.periodFrameCount) }

    /// Frames rendered so far. [any]
    var renderedFrameCount: Int { blockCount.load(ordering: .relaxed) * format.periodFrameCount }

    /// When the last block was rendered; 0 before the first. [any]
    var lastBlockNanoseconds: UInt64 { lastBlockWord.load(ordering: .relaxed) }

    /// Who may render. [any]
    var leader: Int { leaderWord.load(ordering: .acquiring) }

    /// Whether the leader has gone on with what another one began. [render]
    var wasTakenOver: Bool { takeoverWord.load(ordering: .relaxed) }

    /// Lets another one render, from the next block on. [control]
    func handOver(to leader: Int) {
        lock.withLock {
            takeoverWord.store(self.leader != Self.noLeader, ordering: .relaxed)
            leaderWord.store(leader, ordering: .releasing)
        }
        noteDisturbance()
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
