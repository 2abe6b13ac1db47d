import AVFRealtime
import Synchronization

/// The clock that leads while there is no device: CLOCK_MONOTONIC, one block after the other.
///
/// `@unchecked Sendable`: `tick` is for one thread; the rest is atomic.
final class FailoverTimer: @unchecked Sendable {
    /// The number by which the timer leads.
    static let leader = 1

    private let renderer: BlockRenderer
    private let status: DeviceStreamStatus
    private let room = LazyCell<PlanarBuffer>()
    private let deadlineWord = Atomic<UInt64>(0)

    init(_ renderer: BlockRenderer, status: DeviceStreamStatus) {
        self.renderer = renderer
        self.status = status
    }

    /// Makes room for blocks of the format that was promised. [control, before any clock leads]
    func prepare() {
        _ = room.pointer {
            PlanarBuffer(
                channelCount: renderer.format.channelCount, frameCapacity: renderer.format.periodFrameCount)
        }
    }

    /// Takes over where the leader before left off: one block after its last one, or now if that is past.
    /// [control]
    func takeOver(now: UInt64) {
        let last = renderer.lastBlockNanoseconds
        let next = last == 0 ? now : last + renderer.blockNanoseconds
        deadlineWord.store(max(next, now), ordering: .releasing)
        renderer.handOver(to: Self.leader)
    }

    /// Renders a block if one is due; returns when to call again, nil while another one leads. [render]
    func tick(now: UInt64) -> UInt64? {
        guard renderer.leader == Self.leader, let room = room.pointer else { return nil }
        let deadline = deadlineWord.load(ordering: .acquiring)
        guard now >= deadline else { return deadline }
        let length = renderer.blockNanoseconds
        // A whole block late is an interruption; time goes on from now, without a burst to catch up.
        let isLate = now > deadline + length
        if isLate {
            status.noteXrun(lostFrameCount: renderer.format.frameCount(inNanoseconds: now - deadline))
        }
        let begin = isLate ? now : deadline
        guard
            renderer.render(
                by: Self.leader, into: room.pointee, now: now, hostTimeNanoseconds: begin + length)
        else { return nil }
        deadlineWord.store(begin + length, ordering: .releasing)
        return begin + length
    }
}
