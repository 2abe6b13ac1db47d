import AVFGraph
import Testing

@Suite struct GoldenPlanTests {
    // player ─ eq ─ reverb ─ mixer ─ out
    @Test func `a chain works in place, and the mixer writes into the caller's memory`() throws {
        var graph = Drawing()
        graph.sources("player")
        graph.effects("eq")
        graph.effects("reverb", inPlace: false)
        graph.mixers("mixer")
        try graph.connect("player", "eq", rate: 48_000)
        try graph.connect("eq", "reverb")
        try graph.connect("reverb", "mixer")
        try graph.connect("mixer", "out")
        #expect(
            try graph.compiled() == """
                player → b0 b1
                eq (b0 b1) → b0 b1
                reverb (b0 b1) → b2 b3
                mixer (b2 b3) → out0 out1
                """)
    }

    // a ─┐
    // b ─┼ mixer ─ out
    // c ─┘
    @Test func `inputs of a mixer are summed in bus order whatever the order of the connect calls`() throws {
        var graph = Drawing()
        graph.sources("c", "b", "a")
        graph.mixers("mixer")
        try graph.model.connect(Endpoint(graph["c"]), to: [Endpoint(graph["mixer"], 2)], format: nil)
        try graph.model.connect(Endpoint(graph["a"]), to: [Endpoint(graph["mixer"], 0)], format: nil)
        try graph.model.connect(Endpoint(graph["b"]), to: [Endpoint(graph["mixer"], 1)], format: nil)
        try graph.connect("mixer", "out")
        #expect(
            try graph.compiled() == """
                a → b0 b1
                b → b2 b3
                c → b4 b5
                mixer (b0 b1, b2 b3, b4 b5) → out0 out1
                """)
    }

    //          ┌ late (64) ┐
    // player ──┤           ├ mixer ─ out
    //          └───────────┘
    @Test func `the dry branch is delayed by what the latent branch lacks`() throws {
        var graph = Drawing()
        graph.sources("player")
        graph.effects("late", latency: 64)
        graph.mixers("mixer")
        try graph.model.connect(
            Endpoint(graph["player"]), to: [Endpoint(graph["late"]), Endpoint(graph["mixer"], 1)], format: nil
        )
        try graph.model.connect(Endpoint(graph["late"]), to: [Endpoint(graph["mixer"], 0)], format: nil)
        try graph.connect("mixer", "out")
        #expect(
            try graph.compiled() == """
                player → b0 b1
                late (b0 b1) → b2 b3
                delay 64 player-mixer (b0 b1) → b0 b1
                mixer (b2 b3, b0 b1) → out0 out1
                """)
        #expect(try graph.schedule().latencyFrames == 64)
    }

    // player ─ eq(bypassed) ─ mixer ─ out
    @Test func `a bypassed node is no call at all`() throws {
        var graph = Drawing()
        graph.sources("player")
        graph.effects("eq", latency: 100)
        graph.mixers("mixer")
        try graph.connect("player", "eq", rate: 48_000, channels: 1)
        try graph.connect("eq", "mixer", rate: 48_000, channels: 2)
        try graph.connect("mixer", "out")
        graph.model.update(graph["eq"]) { $0.isBypassed = true }
        #expect(
            try graph.compiled() == """
                player → b0
                mixer (b0 b0) → out0 out1
                """)
        #expect(try graph.schedule().latencyFrames == 0)
    }

    //          ┌ a ┐
    // player ──┤   ├ mixer ─ out
    //          └ b ┘
    @Test func `an effect works in place only where nobody else still reads`() throws {
        var graph = Drawing()
        graph.sources("player")
        graph.effects("a", "b")
        graph.mixers("mixer")
        try graph.connect("player", "a", "b")
        try graph.connect("a", "mixer")
        try graph.connect("b", "mixer")
        try graph.connect("mixer", "out")
        #expect(
            try graph.compiled() == """
                player → b0 b1
                a (b0 b1) → b2 b3
                b (b0 b1) → b0 b1
                mixer (b2 b3, b0 b1) → out0 out1
                """)
    }

    // player ─ a ─ b ─ mixer ─ out
    @Test func `nobody works in place on what a source has lent`() throws {
        var graph = Drawing()
        graph.add("player", .source, inputs: 0, lends: true)
        graph.effects("a", "b")
        graph.mixers("mixer")
        try graph.connect("player", "a")
        try graph.connect("a", "b")
        try graph.connect("b", "mixer")
        try graph.connect("mixer", "out")
        #expect(
            try graph.compiled() == """
                player → b0 b1
                a (b0 b1) → b2 b3
                b (b2 b3) → b2 b3
                mixer (b2 b3) → out0 out1
                """)
    }

    // player(44100) ─ mixer(48000) ─ out
    @Test func `a player at another rate runs in a domain of its own`() throws {
        var graph = Drawing()
        graph.sources("player")
        graph.effects("eq")
        graph.mixers("mixer")
        try graph.connect("player", "eq", rate: 44_100, channels: 1)
        try graph.connect("eq", "mixer")
        try graph.connect("mixer", "out")
        #expect(
            try graph.compiled() == """
                player @44100 → b0
                eq @44100 (b0) → b0
                rate 44100-48000 (b0) → b1
                mixer (b1) → out0 out1
                """)
    }

    // effect (nothing connected) ─ out
    @Test func `an unconnected input reads silence`() throws {
        var graph = Drawing(channels: 1)
        graph.effects("eq")
        try graph.connect("eq", "out")
        #expect(try graph.compiled() == "eq (0) → out0")
    }

    // mono ─ out(2)
    // player ─ compressor ─ out, and nothing on the compressor's side chain
    @Test(arguments: [(nil, 2), (1, 1), (4, 4)])
    func `an input that nothing feeds has its bus's own channels, or else the output's`(
        own: Int?, silent: Int
    ) throws {
        var graph = Drawing()
        graph.sources("player")
        graph.add("compressor", .effect, inputs: 2, inputChannels: [2, own])
        try graph.connect("player", "compressor", rate: 48_000)
        try graph.connect("compressor", "out")
        let sideChain = graph.model.inputFormat(Endpoint(graph["compressor"], 1))
        #expect(sideChain == BusFormat(sampleRateHz: 48_000, channelCount: silent))
        let silence = Array(repeating: "0", count: silent).joined(separator: " ")
        #expect(try graph.compiled().contains("compressor (b0 b1, \(silence)) → "))
    }

    @Test func `the output node converts what does not have its shape`() throws {
        var graph = Drawing()
        graph.sources("mono")
        try graph.connect("mono", "out", rate: 48_000, channels: 1)
        #expect(
            try graph.compiled() == """
                mono → b0
                out (b0) → out0 out1
                """)
    }

    // player ─ out, tapped; lonely (tapped, feeds nothing)
    @Test func `taps listen right after their node, and make a node heard that feeds nothing`() throws {
        var graph = Drawing()
        graph.sources("player", "lonely")
        try graph.connect("player", "out")
        graph.model.update(graph["player"]) { $0.tappedBuses = [0] }
        graph.model.update(graph["lonely"]) { $0.tappedBuses = [0] }
        #expect(
            try graph.compiled() == """
                player → out0 out1
                tap player.0 (out0 out1)
                lonely → b0 b1
                tap lonely.0 (b0 b1)
                """)
    }
}
