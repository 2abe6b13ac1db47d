import Synchronization

/// What a call that renders offline must know of the control side, as it was after the last edit.
struct OfflineSnapshot {
    /// The edit after which all this was so.
    let age: Int
    let mode: RenderingMode
    let run: RunState
    /// Which time of manual rendering this is.
    let session: Int
    let maximumFrameCount: Int
    let channelCount: Int
    /// Kept alive by `EngineState` for as long as the call takes.
    let servicedNodes: Unmanaged<ServicedNodes>
    let followsLatencies: Bool
}

/// The calls that render offline: one at a time, and what the newest one has learnt of the control side.
///
/// A block of a small graph takes less time than locks and counted references do, so a call looks at the
/// control side only when it was edited. An edit in the middle of a call is seen by the next one.
final class OfflineCalls: @unchecked Sendable {
    // Proof: `terms` belongs to the thread that has the claim; the rest is atomic.
    private let isClaimed = Atomic<Bool>(false)
    private let editCount = Atomic<Int>(0)
    private var terms: OfflineSnapshot?

    /// Makes the caller the only one; false if there is another.
    func begin() -> Bool { !isClaimed.exchange(true, ordering: .sequentiallyConsistent) }

    func end() { isClaimed.store(false, ordering: .releasing) }

    /// Whether a call may be using what it has learnt. [any, after `noteEdit`]
    var isUnderWay: Bool { isClaimed.load(ordering: .sequentiallyConsistent) }

    /// Lets the next call look at the control side again. [any]
    func noteEdit() { editCount.wrappingAdd(1, ordering: .sequentiallyConsistent) }

    /// How often the control side was edited.
    var age: Int { editCount.load(ordering: .sequentiallyConsistent) }

    /// What is known, or what `look` finds if something was edited; for the caller that has begun.
    func terms(_ look: () -> OfflineSnapshot) -> OfflineSnapshot {
        if let terms, terms.age == age { return terms }
        let found = look()
        terms = found
        return found
    }
}
