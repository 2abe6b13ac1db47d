import AVFGraph
import Testing

@Suite struct GraphErrorTests {
    // a ─ b ─ c ─ (a)
    @Test func `a cycle is refused and named node by node`() throws {
        var graph = Drawing()
        graph.effects("a", "b", "c")
        try graph.connect("a", "b")
        try graph.connect("b", "c")
        let before = graph.model.connections
        #expect(throws: GraphError.cycle(["c", "a", "b", "c"])) { try graph.connect("c", "a") }
        #expect(graph.model.connections == before)
    }

    // The wire b → a would close a cycle only through the wire into a that it replaces.
    @Test func `a wire that replaces the one that would close the cycle is accepted`() throws {
        var graph = Drawing()
        graph.mixers("a", "b")
        try graph.model.connect(Endpoint(graph["a"]), to: [Endpoint(graph["b"], 0)], format: nil)
        try graph.model.disconnectInput(Endpoint(graph["b"], 0))
        try graph.model.connect(Endpoint(graph["b"]), to: [Endpoint(graph["a"], 0)], format: nil)
        #expect(graph.model.connections.count == 1)
    }

    @Test func `a node cannot feed itself`() throws {
        var graph = Drawing()
        graph.effects("a")
        #expect(throws: GraphError.cycle(["a", "a"])) { try graph.connect("a", "a") }
    }

    @Test func `a bus that does not exist is refused with the number of buses`() throws {
        var graph = Drawing()
        graph.sources("player")
        graph.effects("eq")
        #expect(throws: GraphError.noSuchBus(node: "eq", bus: 1, isInput: true, available: 1)) {
            try graph.model.connect(Endpoint(graph["player"]), to: [Endpoint(graph["eq"], 1)], format: nil)
        }
        #expect(throws: GraphError.noSuchBus(node: "player", bus: 3, isInput: false, available: 1)) {
            try graph.model.connect(Endpoint(graph["player"], 3), to: [Endpoint(graph["eq"])], format: nil)
        }
    }

    @Test(arguments: [0, -48_000, .nan, .infinity, 1e12])
    func `a sample rate that no audio has is refused`(rate: Double) {
        var graph = Drawing()
        graph.sources("player")
        #expect(throws: GraphError.self) { try graph.connect("player", "out", rate: rate) }
    }

    @Test func `an effect whose buses run at two rates is refused with both formats`() throws {
        var graph = Drawing()
        graph.sources("player")
        graph.effects("eq")
        try graph.connect("player", "eq", rate: 44_100)
        try graph.connect("eq", "out", rate: 48_000)
        let message = #expect(throws: GraphError.self) { try graph.compiled() }?.description ?? ""
        for part in ["'player'", "44100", "'eq'", "48000"] { #expect(message.contains(part)) }
    }

    //                    ┌ mixer(48000) ─ out
    // player(44100) ─────┤
    //                    └ late(44100) ─ mixer
    @Test func `a split that leads to two rates is refused`() throws {
        var graph = Drawing()
        graph.sources("player")
        graph.effects("late")
        graph.mixers("mixer")
        try graph.model.connect(
            Endpoint(graph["player"]), to: [Endpoint(graph["late"]), Endpoint(graph["mixer"], 0)],
            format: BusFormat(sampleRateHz: 44_100, channelCount: 2))
        try graph.model.connect(Endpoint(graph["late"]), to: [Endpoint(graph["mixer"], 1)], format: nil)
        try graph.connect("mixer", "out")
        #expect(throws: GraphError.splitAcrossRates(node: "player")) { try graph.compiled() }
    }

    @Test func `removing a node removes its wires`() throws {
        var graph = Drawing()
        graph.sources("player")
        graph.effects("eq")
        try graph.connect("player", "eq")
        try graph.connect("eq", "out")
        graph.model.remove(graph["eq"])
        #expect(graph.model.connections.isEmpty)
        #expect(try graph.compiled().isEmpty)
    }

    @Test func `disconnecting what is not connected is an error`() throws {
        var graph = Drawing()
        graph.effects("eq")
        #expect(throws: GraphError.notConnected(node: "eq", bus: 0, isInput: true)) {
            try graph.model.disconnectInput(Endpoint(graph["eq"]))
        }
        #expect(throws: GraphError.notConnected(node: "eq", bus: 0, isInput: false)) {
            try graph.model.disconnectOutput(Endpoint(graph["eq"]))
        }
    }

    @Test func `a chain of ten thousand nodes compiles`() throws {
        var graph = Drawing()
        graph.sources("0")
        for index in 1...10_000 {
            graph.effects("\(index)")
            try graph.connect("\(index - 1)", "\(index)")
        }
        try graph.connect("10000", "out")
        #expect(try graph.schedule().arenaBufferCount <= 4)
    }
}
