import AVFGraph
import AVFRender
import Testing

/// Event wires in the plan: `⇢` is what a call writes, `[…]` what it reads.
struct EventPlanTests {
    //  P ┄ Q ┄┬┄ A ┬ M ─ out
    //         └┄ B ┘
    @Test func `processors come before what they feed, each wire a bus`() throws {
        var drawing = Drawing()
        drawing.mixers("M")
        drawing.instruments("A", "B")
        drawing.processors("Q", "P")
        try drawing.connectEvents("P", "Q")
        try drawing.connectEvents("Q", "A", "B")
        try drawing.connect("A", "M")
        try drawing.connect("B", "M")
        try drawing.connect("M", "out")
        #expect(
            try drawing.compiled() == """
                P ⇢ e0
                Q [e0] ⇢ e1
                A [e1] → b0 b1
                B [e1] → b2 b3
                M (b0 b1, b2 b3) → out0 out1
                """)
        #expect(try drawing.schedule().eventBusCount == 2)
    }

    //  S ─ L (100 late, makes MIDI) ─┬─ out
    //       ┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄ A ───────┤ M
    //  P ┄┄ B ───────────────────────┘
    @Test func `an instrument that hears a late effect is as late, and others are delayed`() throws {
        var drawing = Drawing()
        drawing.sources("S")
        drawing.add("L", .effect, inputs: 1, latency: 100, eventOutputs: 1)
        drawing.instruments("A", "B")
        drawing.processors("P")
        drawing.mixers("M")
        try drawing.connect("S", "L")
        try drawing.connectEvents("L", "A")
        try drawing.connectEvents("P", "B")
        for name in ["L", "A", "B"] { try drawing.connect(name, "M") }
        try drawing.connect("M", "out")
        #expect(
            try drawing.compiled() == """
                S → b0 b1
                L (b0 b1) → b0 b1 ⇢ e0
                A [e0] → b2 b3
                P ⇢ e1
                B [e1] → b4 b5
                delay 100 B-M (b4 b5) → b4 b5
                M (b0 b1, b2 b3, b4 b5) → out0 out1
                """)
    }

    //  S ─ L (100 late) ─ V (a vocoder: audio and MIDI) ─ out
    //  P ┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┘
    @Test func `events wait for late sound that goes into the same node`() throws {
        var drawing = Drawing()
        drawing.sources("S")
        drawing.effects("L", latency: 100)
        drawing.add("V", .effect, inputs: 1, takesEvents: true)
        drawing.processors("P")
        try drawing.connect("S", "L")
        try drawing.connect("L", "V")
        try drawing.connectEvents("P", "V")
        try drawing.connect("V", "out")
        #expect(
            try drawing.compiled() == """
                S → b0 b1
                L (b0 b1) → b0 b1
                P ⇢ e0
                event delay 100 P-V [e0] ⇢ e1
                V (b0 b1) [e1] → out0 out1
                """)
    }

    @Test func `a processor runs at the rate of what it feeds, and not at two`() throws {
        var drawing = Drawing()
        drawing.instruments("A", "B")
        drawing.processors("P")
        drawing.mixers("M")
        try drawing.connect("A", "M", rate: 44_100)
        try drawing.connect("B", "M")
        try drawing.connect("M", "out")
        try drawing.connectEvents("P", "A")
        let schedule = try drawing.schedule()
        #expect(schedule.domain(of: drawing["P"]) == schedule.domain(of: drawing["A"]))
        try drawing.connectEvents("P", "B")
        #expect(throws: GraphError.splitAcrossRates(node: "P")) { try drawing.compiled() }
    }

    @Test func `a processor that nobody hears is not called, unless somebody listens`() throws {
        var drawing = Drawing()
        drawing.sources("S")
        drawing.processors("P", "Q")
        try drawing.connect("S", "out")
        try drawing.connectEvents("P", "Q")
        #expect(try drawing.compiled() == "S → out0 out1")
        drawing.model.update(drawing["Q"]) { $0.isEventTapped = true }
        #expect(
            try drawing.compiled() == """
                S → out0 out1
                P ⇢ e0
                Q [e0] ⇢ e1
                event tap Q [e1]
                """)
    }

    @Test func `a cycle of sound and events together is found`() throws {
        var drawing = Drawing()
        drawing.add("V", .effect, inputs: 1, takesEvents: true)
        drawing.add("E", .effect, inputs: 1, eventOutputs: 2)
        try drawing.connect("V", "E")
        #expect(throws: GraphError.cycle(["E", "V", "E"])) { try drawing.connectEvents("E", "V", bus: 1) }
        var other = Drawing()
        other.add("V", .effect, inputs: 1, takesEvents: true)
        other.add("E", .effect, inputs: 1, eventOutputs: 2)
        try other.connectEvents("E", "V", bus: 1)
        #expect(throws: GraphError.cycle(["V", "E", "V"])) { try other.connect("V", "E") }
        #expect(
            throws: GraphError.noEventOutput(node: "E", bus: 2, available: 2, destination: "V")
        ) { try other.connectEvents("E", "V", bus: 2) }
    }
}
