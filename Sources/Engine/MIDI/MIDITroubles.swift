import AVFDevices
import Synchronization

/// What went wrong at a node's ports, until it is told: each cause once.
final class MIDITroubles: Sendable {
    private let errors = Mutex<[MIDIError]>([])

    /// Whether there is something to tell. [any]
    var isAny: Bool { errors.withLock { !$0.isEmpty } }

    func add(_ error: MIDIError) {
        errors.withLock { errors in
            if !errors.contains(error) { errors.append(error) }
        }
    }

    /// Calls that tell it, and of so many messages that found no room.
    func reports(of node: EngineNode, droppedCount: Int) -> [@Sendable () -> Void] {
        var causes = errors.withLock { errors -> [EngineError] in
            defer { errors = [] }
            return errors.map(EngineError.midi)
        }
        if droppedCount > 0 { causes.append(.eventsDropped(node: node.name, count: droppedCount)) }
        return causes.map { cause in { [weak node] in node?.engine?.emit(.failed(cause)) } }
    }
}
