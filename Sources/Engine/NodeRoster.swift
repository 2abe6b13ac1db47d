/// The nodes that somebody must look after between blocks, gathered once after an edit and not for each block.
struct NodeRoster: Sendable {
    /// Nodes that want to be fed, or report.
    let attended: [EngineNode]
    /// Nodes with a tap.
    let tapped: [EngineNode]
    // Proof: `attended` holds them. With plain references, a block with many players spends more time on
    // counting them than on asking the players.
    private let references: [Unmanaged<EngineNode>]

    /// The roster of these nodes.
    init(_ nodes: [EngineNode]) {
        attended = nodes.filter(\.isAttended)
        tapped = nodes.filter { !$0.taps.isEmpty }
        references = attended.map(Unmanaged.passUnretained)
    }

    /// Feeds every node; returns the frames that can be rendered before one of them starves.
    func feed(isOffline: Bool) -> Int {
        references.reduce(Int.max) { room, reference in
            reference._withUnsafeGuaranteedRef { node in
                node.feed(isOffline: isOffline)
                return min(room, node.framesUntilStarved)
            }
        }
    }

    /// Whether a node has something to report, or a listener.
    var hasReports: Bool {
        !tapped.isEmpty || references.contains { $0._withUnsafeGuaranteedRef { $0.hasReports } }
    }
}
