/// The nodes that somebody must look after between blocks, gathered once after an edit and not for each block.
struct NodeRoster: Sendable {
    /// Nodes that want to be fed, or report.
    let attended: [EngineNode]
    /// Nodes with a tap.
    let tapped: [EngineNode]

    /// The roster of these nodes.
    init(_ nodes: [EngineNode]) {
        attended = nodes.filter(\.isAttended)
        tapped = nodes.filter { !$0.taps.isEmpty }
    }
}
