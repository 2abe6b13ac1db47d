import Synchronization

/// What can go wrong with a plugin that runs.
package enum PluginTrouble: Sendable, Equatable {
    /// It made NaN, infinity, noise beyond measure, or nothing, and was muted.
    case unfitOutput
    /// In a process of its own, it was too late for the first time.
    case late
    /// Its process is gone.
    case lost(PluginLoss, restarts: Bool)
    /// It runs again after a loss.
    case restarted
}

/// How much has gone wrong in this process so far, so that nobody need ask every plugin after every block.
package enum PluginTroubleCount {
    /// Kept for ever.
    fileprivate nonisolated(unsafe) static let cell: UnsafeMutablePointer<Atomic<Int>> = {
        let cell = UnsafeMutablePointer<Atomic<Int>>.allocate(capacity: 1)
        cell.initialize(to: Atomic(0))
        return cell
    }()

    /// Goes up with every trouble that a plugin has for the first time. [any]
    package static var current: Int { cell.pointee.load(ordering: .relaxed) }

    static func add() { cell.pointee.wrappingAdd(1, ordering: .relaxed) }
}

/// How many blocks of a plugin one kind of trouble has befallen.
///
/// Counted on the render thread, read on any.
struct TroubledBlocks: ~Copyable {
    private let blocks = Atomic<Int>(0)
    /// Asked for beforehand: the render thread must not be the one that makes it.
    private let troubles = PluginTroubleCount.cell

    var count: Int { blocks.load(ordering: .relaxed) }

    /// Counts a block; the first one is a trouble to be told.
    @_noLocks
    func add() {
        let before = blocks.wrappingAdd(1, ordering: .relaxed).oldValue
        if before == 0 { troubles.pointee.wrappingAdd(1, ordering: .relaxed) }
    }
}
