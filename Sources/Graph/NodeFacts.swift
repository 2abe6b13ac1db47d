/// What the compiler must know of a node, without references: it looks at every node after each edit.
struct NodeFacts: Sendable {
    /// Whose facts these are: a slot may have been another node's.
    let id: NodeID
    let kind: GraphNode.Kind
    let isBypassed: Bool
    /// Whether an output bus has a tap.
    let hasTaps: Bool
    /// Whether its first event output has a listener.
    let isEventTapped: Bool
    /// Input buses; nil for any number.
    let inputBusCount: Int?
    let outputBusCount: Int
    let eventOutputCount: Int
    /// Whether it makes events by itself.
    let originatesEvents: Bool
    /// Whether events end there.
    let takesEventsOut: Bool
    /// The format that the first output bus was given.
    let givenFormat: BusFormat?

    init(_ id: NodeID, _ node: GraphNode) {
        self.id = id
        kind = node.role.kind
        isBypassed = node.isBypassed
        hasTaps = !node.tappedBuses.isEmpty
        isEventTapped = node.isEventTapped
        inputBusCount = node.inputBusCount
        outputBusCount = node.outputBusCount
        eventOutputCount = node.eventOutputCount
        originatesEvents = node.originatesEvents
        takesEventsOut = node.takesEvents && node.outputBusCount == 0 && node.eventOutputCount == 0
        givenFormat = node.outputFormats[0]
    }

    /// The facts of no node.
    static var none: NodeFacts {
        NodeFacts(
            NodeID(-1), GraphNode(name: "", role: .source, inputBusCount: 0, outputBusCount: 0))
    }

    /// Whether the node is rendered even if it feeds nothing: it has a tap or a listener, plays events, or
    /// takes them out of the graph.
    var isRoot: Bool { hasTaps || isEventTapped || originatesEvents || takesEventsOut }
}
