import Synchronization

/// What went wrong with the program's frames: noted by the render side, taken by the control side.
package final class FrameFlags: Sendable {
    private let failure = Atomic<Int32>(0)
    private let shortage = Atomic<Bool>(false)
    /// What the last block ended with, so that a failure that lasts is told once.
    ///
    /// Touched by the render side only.
    private let lastStatus = Atomic<Int32>(0)

    /// Nothing is wrong.
    package init() {}

    /// Notes how a block ended, 0 for well. [render]
    @_noLocks
    func note(status: Int32) {
        guard status != lastStatus.load(ordering: .relaxed) else { return }
        lastStatus.store(status, ordering: .relaxed)
        if status != 0 { failure.store(status, ordering: .releasing) }
    }

    /// Notes that there were no frames. [render]
    @_noLocks
    func noteShortage() { shortage.store(true, ordering: .releasing) }

    /// Whether a failure waits to be taken. [any]
    package var hasFailure: Bool { failure.load(ordering: .relaxed) != 0 }

    /// The newest failure's code, once; nil if there was none. [any]
    package func takeFailure() -> Int32? {
        let status = hasFailure ? failure.exchange(0, ordering: .acquiring) : 0
        return status == 0 ? nil : status
    }

    /// Whether frames were missing since the last question. [any]
    package func takeShortage() -> Bool {
        shortage.load(ordering: .relaxed) && shortage.exchange(false, ordering: .acquiring)
    }
}
