import AVFGraph
import Testing

@Suite struct TimeEffectPlanTests {
    // player ─ eq ─ stretch ─ mixer ─ out
    @Test func `what feeds a time effect runs at its pace, and the effect itself at the graph's`() throws {
        var graph = Drawing()
        graph.sources("player")
        graph.effects("eq")
        graph.timeEffects("stretch")
        graph.mixers("mixer")
        try graph.connect("player", "eq")
        try graph.connect("eq", "stretch")
        try graph.connect("stretch", "mixer")
        try graph.connect("mixer", "out")
        #expect(
            try graph.compiled() == """
                player @stretch → b0 b1
                eq @stretch (b0 b1) → b0 b1
                stretch (b0 b1) → b2 b3
                mixer (b2 b3) → out0 out1
                """)
    }

    // a ─┐
    // b ─┴ inner ─ stretch ─┐
    // dry ──────────────────┴ mixer ─ out
    @Test func `players mixed before a time effect run together, a dry one beside them at its own pace`()
        throws
    {
        var graph = Drawing(channels: 1)
        graph.sources("a", "b", "dry")
        graph.timeEffects("stretch")
        graph.mixers("inner", "mixer")
        try graph.connect("a", "inner")
        try graph.connect("b", "inner")
        try graph.connect("inner", "stretch")
        try graph.connect("stretch", "mixer")
        try graph.connect("dry", "mixer")
        try graph.connect("mixer", "out")
        #expect(
            try graph.compiled() == """
                a @stretch → b0
                b @stretch → b1
                inner @stretch (b0, b1) → b2
                stretch (b2) → b0
                dry → b1
                mixer (b0, b1) → out0
                """)
    }

    // player ─ late (64) ─ stretch ─┐
    // dry ──────────────────────────┴ mixer ─ out
    @Test func `a time effect runs ahead of a latent unit instead of being late`() throws {
        var graph = Drawing(channels: 1)
        graph.sources("player", "dry")
        graph.effects("late", latency: 64)
        graph.timeEffects("stretch")
        graph.mixers("mixer")
        try graph.connect("player", "late")
        try graph.connect("late", "stretch")
        try graph.connect("stretch", "mixer")
        try graph.connect("dry", "mixer")
        try graph.connect("mixer", "out")
        #expect(
            try graph.compiled() == """
                player @stretch → b0
                late @stretch (b0) → b0
                stretch 64 ahead (b0) → b1
                dry → b0
                mixer (b1, b0) → out0
                """)
        #expect(try graph.schedule().latencyFrames == 0)
    }

    // player(44100) ─ late (64) ─ mixer(48000) ─ out
    @Test func `a rate conversion runs ahead of a latent unit too, by whole frames of its own`() throws {
        var graph = Drawing(channels: 1)
        graph.sources("player")
        graph.effects("late", latency: 64)
        graph.mixers("mixer")
        try graph.connect("player", "late", rate: 44_100, channels: 1)
        try graph.connect("late", "mixer")
        try graph.connect("mixer", "out")
        #expect(
            try graph.compiled() == """
                player @44100 → b0
                late @44100 (b0) → b0
                rate 44100-48000 64 ahead (b0) → b1
                mixer (b1) → out0
                """)
        #expect(try graph.schedule().latencyFrames == 0)
    }

    // player(44100) ─ inner(48000) ─ one ─ two ─ out
    @Test func `domains nest, and each says whose frames it makes`() throws {
        var graph = Drawing(channels: 1)
        graph.sources("player")
        graph.mixers("inner")
        graph.timeEffects("one", "two", maximumRate: 4)
        try graph.connect("player", "inner", rate: 44_100, channels: 1)
        try graph.connect("inner", "one")
        try graph.connect("one", "two")
        try graph.connect("two", "out")
        #expect(
            try graph.compiled() == """
                player @44100 → b0
                rate 44100-48000 @one (b0) → b1
                inner @one (b1) → b0
                one @two (b0) → b1
                two (b1) → out0
                """)
        #expect(try graph.schedule().domains.map(\.parent) == [0, 0, 1, 2])
    }

    // player ─ stretch(bypassed) ─ out
    @Test func `a bypassed time effect keeps its place, so that nothing that it has taken is lost`() throws {
        var graph = Drawing(channels: 1)
        graph.sources("player")
        graph.timeEffects("stretch")
        try graph.connect("player", "stretch")
        try graph.connect("stretch", "out")
        graph.model.update(graph["stretch"]) { $0.isBypassed = true }
        #expect(
            try graph.compiled() == """
                player @stretch → b0
                stretch (b0) → out0
                """)
    }

    //          ┌ a ┐
    // player ──┤   ├ inner ─ stretch ─ out
    //          └ b ┘
    @Test func `paths may split and join before a time effect`() throws {
        var graph = Drawing(channels: 1)
        graph.sources("player")
        graph.effects("a", "b")
        graph.mixers("inner")
        graph.timeEffects("stretch")
        try graph.connect("player", "a", "b")
        try graph.connect("a", "inner")
        try graph.connect("b", "inner")
        try graph.connect("inner", "stretch")
        try graph.connect("stretch", "out")
        #expect(try graph.schedule().domains.count == 2)
    }

    //          ┌ stretch ┐
    // player ──┤         ├ mixer ─ out
    //          └─────────┘
    @Test func `a path that splits and meets again behind a time effect is refused`() throws {
        var graph = Drawing()
        graph.sources("player")
        graph.timeEffects("stretch")
        graph.mixers("mixer")
        try graph.connect("player", "stretch", "mixer")
        try graph.connect("stretch", "mixer")
        try graph.connect("mixer", "out")
        let refusal = GraphError.splitAcrossPaces(node: "player", timeEffect: "stretch")
        #expect(throws: refusal) { try graph.compiled() }
        for part in ["'player'", "'stretch'", "pace"] { #expect(refusal.description.contains(part)) }
    }

    @Test func `blocks are cut so that those behind time effects keep to a usual size`() throws {
        var graph = Drawing()
        graph.sources("player")
        graph.timeEffects("one", "two", "three")
        try graph.connect("player", "one")
        try graph.connect("one", "two")
        try graph.connect("two", "out")
        let schedule = try graph.schedule(maximumFrameCount: 4096)
        #expect(schedule.maximumFrameCount == 32)
        // 32 · (32 + 1920 ahead) + 3840 of a window, each time over.
        #expect((62_464...62_484).contains(schedule.domains[1].frameCapacity - 3840))
        try graph.connect("two", "three")
        try graph.connect("three", "out")
        #expect(try graph.schedule(maximumFrameCount: 4096).maximumFrameCount == 1)
        graph.timeEffects("four")
        try graph.connect("three", "four")
        try graph.connect("four", "out")
        #expect(throws: GraphError.tooFast(node: "player", timeEffect: "one")) { try graph.compiled() }
    }

    @Test func `a time effect whose buses run at two rates is refused`() throws {
        var graph = Drawing()
        graph.sources("player")
        graph.timeEffects("stretch")
        try graph.connect("player", "stretch", rate: 44_100)
        try graph.connect("stretch", "out", rate: 48_000)
        #expect(throws: GraphError.self) { try graph.compiled() }
    }

    @Test func `a time effect that nothing feeds is fed silence`() throws {
        var graph = Drawing(channels: 1)
        graph.timeEffects("stretch")
        try graph.connect("stretch", "out")
        #expect(try graph.compiled() == "stretch (0) → out0")
    }
}
