import AVFGraph
import AVFRender
import Testing

@Suite struct GraphNodesTests {
    @Test func `the name of a node that is gone does not name the one that came after it`() throws {
        var drawing = Drawing()
        drawing.sources("gone", "kept")
        let gone = drawing["gone"]
        drawing.model.remove(gone)
        drawing.sources("new")
        let new = drawing["new"]
        #expect(gone != new && gone < new && drawing["kept"] < new)
        #expect(drawing.model.nodes[gone] == nil)
        #expect(drawing.model.nodes[new]?.name == "new")
        #expect(throws: GraphError.notInGraph(node: drawing.model.name(gone))) {
            try drawing.model.connect(Endpoint(gone), to: [Endpoint(drawing["out"])], format: nil)
        }
        drawing.model.remove(gone)
        #expect(drawing.model.nodes.ids == [drawing["out"], drawing["kept"], new])
    }

    @Test func `a node that takes a former one's place has none of its wires`() throws {
        var drawing = Drawing()
        drawing.mixers("mixer", "gone")
        drawing.sources("player")
        try drawing.connect("player", "gone")
        try drawing.connect("gone", "mixer")
        try drawing.connect("mixer", "out")
        let before = drawing.model
        drawing.model.remove(drawing["gone"])
        drawing.mixers("new")
        try drawing.connect("new", "mixer")
        #expect(drawing.model.connectedInputBuses(of: drawing["new"]).isEmpty)
        #expect(drawing.model.destinations(of: Endpoint(drawing["player"])).isEmpty)
        #expect(try drawing.compiled() == "new → b0 b1\nmixer (b0 b1) → out0 out1")
        // The copy from before shares memory with the graph, and none of its changes.
        drawing.model = before
        #expect(
            try drawing.compiled() == """
                player → b0 b1
                gone (b0 b1) → b2 b3
                mixer (b2 b3) → out0 out1
                """)
    }

    @Test func `a wire to a thousand nodes is known at both ends, in order, and is cut as a whole`() throws {
        var drawing = Drawing()
        drawing.sources("player")
        let ids = (0..<1000).map { number -> NodeID in
            drawing.effects("\(number)")
            return drawing["\(number)"]
        }
        let player = Endpoint(drawing["player"])
        try drawing.model.connect(player, to: ids.reversed().map { Endpoint($0) }, format: nil)
        #expect(drawing.model.destinations(of: player) == ids.map { Endpoint($0) })
        try drawing.model.disconnectInput(Endpoint(ids[500]))
        #expect(drawing.model.destinations(of: player).count == 999)
        try drawing.model.disconnectOutput(player)
        #expect(drawing.model.connections.isEmpty)
    }
}
