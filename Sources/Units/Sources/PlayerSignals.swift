import AVFRender
import Synchronization

/// What the two sides of a player tell each other without a message, and how far their queues are.
///
/// It lies in two cache lines: one that the control side writes, one that the render side writes. A block of
/// many players takes most of its time for fetching lines, so whatever is looked at in each block is here.
package struct PlayerSignals: @unchecked Sendable {
    // Proof: the pointer never changes, and what it leads to is atomic.
    private let words: UnsafeMutablePointer<Atomic<Int>>

    /// Nothing waits, nothing has been played, the player does not run.
    init() {
        let wordCount = 16
        let lines = UnsafeMutableRawPointer.allocate(
            byteCount: wordCount * MemoryLayout<Atomic<Int>>.stride, alignment: 64)
        words = lines.bindMemory(to: Atomic<Int>.self, capacity: wordCount)
        for index in 0..<wordCount { (words + index).initialize(to: Atomic(0)) }
        timeOffset.pointee.store(Self.notRunning, ordering: .relaxed)
    }

    /// Frees the memory, once.
    func deallocate() { UnsafeMutableRawPointer(words).deallocate() }

    // MARK: - The control side's line

    var itemsTail: UnsafeMutablePointer<Atomic<Int>> { @_noLocks get { words } }
    var eventsTail: UnsafeMutablePointer<Atomic<Int>> { @_noLocks get { words + 1 } }
    var reportsHead: UnsafeMutablePointer<Atomic<Int>> { @_noLocks get { words + 2 } }
    /// How many items that interrupt have been put into the ring.
    var announcedInterruptions: UnsafeMutablePointer<Atomic<Int>> { @_noLocks get { words + 3 } }

    /// Whether items or events wait for room on their way to the render side. [any]
    package var isWaiting: Bool {
        get { flag(4) }
        nonmutating set { setFlag(4, newValue) }
    }

    /// Whether handlers wait for the pump. [any]
    package var hasReported: Bool {
        get { flag(5) }
        nonmutating set { setFlag(5, newValue) }
    }

    /// Whether handlers wait for their sound to be heard. [any]
    package var hasPostponed: Bool {
        get { flag(6) }
        nonmutating set { setFlag(6, newValue) }
    }

    /// The number of the newest stop.
    var stopNumber: UnsafeMutablePointer<Atomic<Int>> { @_noLocks get { words + 7 } }

    private func flag(_ place: Int) -> Bool { words[place].load(ordering: .acquiring) != 0 }

    private func setFlag(_ place: Int, _ value: Bool) {
        words[place].store(value ? 1 : 0, ordering: .releasing)
    }

    // MARK: - The render side's line

    var itemsHead: UnsafeMutablePointer<Atomic<Int>> { @_noLocks get { words + 8 } }
    var eventsHead: UnsafeMutablePointer<Atomic<Int>> { @_noLocks get { words + 9 } }
    var reportsTail: UnsafeMutablePointer<Atomic<Int>> { @_noLocks get { words + 10 } }
    /// Frames of items that have left the ring for good, and those of the current item that have been played.
    var playedFrames: UnsafeMutablePointer<Atomic<Int>> { @_noLocks get { words + 11 } }
    /// The player time that the newest block has reached.
    var playerTime: UnsafeMutablePointer<Atomic<Int>> { @_noLocks get { words + 12 } }
    /// Node time minus player time, or `notRunning`.
    var timeOffset: UnsafeMutablePointer<Atomic<Int>> { @_noLocks get { words + 13 } }

    /// The number of the newest stop that has been obeyed.
    var obeyedStopNumber: UnsafeMutablePointer<Atomic<Int>> { @_noLocks get { words + 14 } }

    static var notRunning: Int { @_noLocks get { .min } }

    // MARK: - Questions

    /// Whether the control side has sent an event, or announced an interruption beyond those seen.
    ///
    /// Render thread.
    @_noLocks
    func hasNews(beyond seenInterruptions: Int) -> Bool {
        eventsTail.pointee.load(ordering: .relaxed) != eventsHead.pointee.load(ordering: .relaxed)
            || announcedInterruptions.pointee.load(ordering: .relaxed) != seenInterruptions
    }

    /// Whether the player has something to report. [any]
    package var hasReports: Bool {
        reportsTail.pointee.load(ordering: .acquiring) != reportsHead.pointee.load(ordering: .acquiring)
            || hasReported || hasPostponed
    }
}
