import AVFPluginCatalog
import Synchronization

/// What can go wrong with a plugin that runs.
package enum PluginFault: Sendable, Equatable {
    /// It made NaN, infinity or noise beyond measure, and these samples were muted.
    case unfitOutput
    /// It left messages that cannot be read, and these were dropped.
    case unreadableMessages
    /// In a process of its own, it wrote beside its audio buffers.
    case strayWrite
    /// In a process of its own, its worker is at one job for so long.
    case stuckWorker(seconds: Double)
    /// In a process of its own, it was too late for the first time.
    case late
    /// Its process is gone.
    case lost(PluginLoss, restarts: Bool)
    /// It runs again after a loss.
    case restarted
}

/// How much has gone wrong in this process so far, so that not every plugin is asked after every block.
package enum PluginFaultCount {
    /// Kept for ever.
    fileprivate nonisolated(unsafe) static let cell: UnsafeMutablePointer<Atomic<Int>> = {
        let cell = UnsafeMutablePointer<Atomic<Int>>.allocate(capacity: 1)
        cell.initialize(to: Atomic(0))
        return cell
    }()

    /// Goes up with every trouble that a plugin has for the first time. [any]
    package static var current: Int { cell.pointee.load(ordering: .relaxed) }

    package static func add() { cell.pointee.wrappingAdd(1, ordering: .relaxed) }
}

/// How many blocks of a plugin one kind of trouble has befallen.
///
/// Counted on the render thread, read on any.
package struct FaultyBlocks: ~Copyable {
    private let blocks = Atomic<Int>(0)
    /// Asked for beforehand: the render thread must not be the one that makes it.
    private let faults = PluginFaultCount.cell

    package init() {}

    /// Blocks so far. [any]
    package var count: Int { blocks.load(ordering: .relaxed) }

    /// Counts a block; the first one is a trouble to be told.
    @_noLocks
    package func add() {
        let before = blocks.wrappingAdd(1, ordering: .relaxed).oldValue
        if before == 0 { faults.pointee.wrappingAdd(1, ordering: .relaxed) }
    }
}
