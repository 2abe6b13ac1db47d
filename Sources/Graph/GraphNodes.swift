/// The nodes of a graph.
package struct GraphNodes: Sendable {
    /// What the compiler must know of each.
    private(set) var facts = PagedTable(empty: NodeFacts.none)
    private var nodes = PagedTable<GraphNode?>(empty: nil)
    private var freeSlots = FreeNumbers()
    private var nextNumber = 1
    private var nextSlot = 0

    /// The output nodes, in order.
    private(set) var outputs: [NodeID] = []
    /// The nodes that take sound out of the graph, in order.
    private(set) var sinks: [NodeID] = []
    /// The nodes that are rendered even if they feed nothing, in order.
    package private(set) var roots: [NodeID] = []

    /// Changes when a node is added or removed, or gets a listener or loses one.
    package private(set) var rosterAge = 0

    /// How many slots the nodes have, those of former ones included.
    var slotCount: Int { nextSlot }

    /// Whether the graph has the node.
    func contains(_ id: NodeID) -> Bool { id.slot < nextSlot && facts[id.slot].id == id }

    /// A node; nil for one that is not in the graph.
    package subscript(id: NodeID) -> GraphNode? { contains(id) ? nodes[id.slot] : nil }

    /// The names of all nodes, in order.
    package var ids: [NodeID] {
        (0..<nextSlot).compactMap { nodes[$0] == nil ? nil : facts[$0].id }.sorted()
    }

    // MARK: - Editing

    mutating func add(_ node: GraphNode) -> NodeID {
        let slot = freeSlots.takeLowest() ?? nextSlot
        nextSlot = max(nextSlot, slot + 1)
        let id = NodeID(nextNumber, slot: slot)
        nextNumber += 1
        facts.makeRoom(for: slot)
        nodes.makeRoom(for: slot)
        facts[slot] = NodeFacts(id, node)
        nodes[slot] = node
        if node.role.kind == .output { outputs.append(id) }
        if node.role.kind == .sink { sinks.append(id) }
        if facts[slot].isRoot { roots.append(id) }
        rosterAge += 1
        return id
    }

    mutating func remove(_ id: NodeID) {
        guard contains(id) else { return }
        outputs.removeFromOrder(id)
        sinks.removeFromOrder(id)
        roots.removeFromOrder(id)
        facts.clear(id.slot)
        nodes.clear(id.slot)
        freeSlots.insert(id.slot)
        rosterAge += 1
    }

    mutating func update(_ id: NodeID, _ change: (inout GraphNode) -> Void) {
        guard contains(id), var node = nodes[id.slot] else { return }
        nodes[id.slot] = nil
        let wereTapped = (node.tappedBuses, node.isEventTapped)
        change(&node)
        facts[id.slot] = NodeFacts(id, node)
        nodes[id.slot] = node
        guard wereTapped != (node.tappedBuses, node.isEventTapped) else { return }
        rosterAge += 1
        roots.removeFromOrder(id)
        if facts[id.slot].isRoot { roots.insertInOrder(id) }
    }
}

extension Array where Element: Comparable {
    /// Where an element is in an array in ascending order, or would be.
    func placeInOrder(_ element: Element) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < element { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Inserts an element into an array in ascending order, unless it is there.
    mutating func insertInOrder(_ element: Element) {
        let place = placeInOrder(element)
        if place == count || self[place] != element { insert(element, at: place) }
    }

    /// Removes an element from an array in ascending order, if it is there.
    mutating func removeFromOrder(_ element: Element) {
        let place = placeInOrder(element)
        if place < count, self[place] == element { remove(at: place) }
    }
}
