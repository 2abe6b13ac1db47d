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

    //  P ┄┬┄ A ┬ M ─ out
    //  S ┄┤   │
    //  T ┄┴┄┄ B ┘
    @Test func `events of sequencers join those of a wire, the wire's first`() throws {
        var drawing = Drawing()
        drawing.mixers("M")
        drawing.instruments("A", "B")
        drawing.processors("P", "Q")
        drawing.sequencers("S", "T")
        try drawing.connectEvents("S", "A")
        try drawing.connectEvents("T", "A")
        try drawing.connectEvents("T", "B", bus: 1)
        try drawing.connectEvents("P", "A")
        // Another wire takes the place of the former one, and of no sequencer's.
        try drawing.connectEvents("Q", "A")
        try drawing.connect("A", "M")
        try drawing.connect("B", "M")
        try drawing.connect("M", "out")
        #expect(
            try drawing.compiled() == """
                Q ⇢ e0
                S ⇢ e1
                T ⇢ e2 e3
                event merge S-A [e0 e1] ⇢ e4
                event merge T-A [e4 e2] ⇢ e5
                A [e5] → b0 b1
                B [e3] → b2 b3
                M (b0 b1, b2 b3) → out0 out1
                """)
        let wires = drawing.model.eventSources(of: drawing["A"]).map(\.node)
        #expect(wires == [drawing["Q"], drawing["S"], drawing["T"]])
        try drawing.model.disconnectEventInput(drawing["A"])
        #expect(drawing.model.eventSource(of: drawing["A"]) == nil)
        #expect(throws: GraphError.eventsNotConnected(node: "A", isInput: true)) {
            try drawing.model.disconnectEventInput(drawing["A"])
        }
        drawing.model.remove(drawing["S"])
        #expect(drawing.model.eventSources(of: drawing["A"]) == [Endpoint(drawing["T"])])
    }

    @Test func `a sequencer that feeds nothing is called, and one may change an effect's parameters`() throws
    {
        var drawing = Drawing()
        drawing.sources("A")
        drawing.add("E", .effect, inputs: 1, takesParameters: true)
        drawing.processors("P")
        drawing.sequencers("S", "T")
        try drawing.connect("A", "E")
        try drawing.connect("E", "out")
        try drawing.connectEvents("S", "E")
        #expect(throws: GraphError.noEventInput(node: "E", source: "P")) {
            try drawing.connectEvents("P", "E")
        }
        #expect(
            try drawing.compiled() == """
                A → b0 b1
                S ⇢ e0
                E (b0 b1) [e0] → out0 out1
                T
                """)
    }
}
