import AVFRender
import AVFUnits

/// The nodes that must be serviced between blocks, gathered once after an edit and not for each
/// block.
final class ServicedNodes: Sendable {
    /// Nodes that want to be fed, or report.
    let attended: [EngineNode]
    /// Nodes with a tap.
    let tapped: [EngineNode]
    /// Nodes whose plugin may fail.
    let watched: [EngineNode]
    /// Whether another unit may change who is attended.
    let followsUnits: Bool
    // Proof: `attended` holds them. With plain references, a block with many players spends more time on
    // counting them than on asking the players.
    private let references: [Unmanaged<EngineNode>]
    /// For most players of most blocks, a look at these is enough.
    private let signals: [PlayerSignals?]
    /// What lies between an attended node and the graph's end; empty where nothing changes the pace.
    private let bridges: [[DomainBridge]]

    /// The serviced nodes of these nodes.
    init(_ nodes: [EngineNode], bridges: (EngineNode) -> [DomainBridge]) {
        attended = nodes.filter(\.isAttended)
        tapped = nodes.filter { !$0.taps.isEmpty }
        watched = nodes.filter(\.isWatched)
        followsUnits = nodes.contains { $0.isAttendedForItsUnit }
        references = attended.map(Unmanaged.passUnretained)
        signals = attended.map(\.signals)
        self.bridges = attended.map(bridges)
    }

    /// Feeds every node for at least so many frames at the graph's end; returns how many of them can be
    /// rendered before a node starves.
    func feed(frameCount: Int, isOffline: Bool) -> Int {
        references.indices.reduce(frameCount) { room, index in
            if let signals = signals[index], !signals.isWaiting { return room }
            return references[index]._withUnsafeGuaranteedRef { node in
                node.feed(frameCount: demand(index, frameCount), isOffline: isOffline)
                let left = node.framesUntilStarved
                return demand(index, room) <= left ? room : framesAtEnd(index, left, atMost: room)
            }
        }
    }

    /// The most frames that a node makes for so many at the graph's end.
    private func demand(_ index: Int, _ frameCount: Int) -> Int {
        bridges[index].isEmpty
            ? frameCount : bridges[index].reduce(frameCount) { $1.inputFrameBound(forOutput: $0) }
    }

    /// The frames at the graph's end for which `left` frames of a node surely last, found by halving.
    private func framesAtEnd(_ index: Int, _ left: Int, atMost most: Int) -> Int {
        var (enough, tooMany) = (0, most)
        while enough + 1 < tooMany {
            let middle = (enough + tooMany) / 2
            if demand(index, middle) <= left { enough = middle } else { tooMany = middle }
        }
        return enough
    }

    /// Whether a node has something to report, or a listener.
    var hasReports: Bool {
        !tapped.isEmpty
            || references.indices.contains { index in
                signals[index]?.hasReports ?? references[index]._withUnsafeGuaranteedRef { $0.hasReports }
            }
    }
}
