import AVFGraph
import Testing

/// Which calls of a schedule may be made together.
struct ScheduleChainTests {
    /// The names of the effects in each chain, where effects with a small letter may be members.
    private static func chains(_ drawing: Drawing) throws -> [[String]] {
        let names = Dictionary(drawing.ids.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let schedule = try drawing.schedule()
        let places = schedule.chains { names[$0]?.first?.isLowercase ?? false }
        return places.map { range in
            schedule.steps[range].map { step in
                if case .node(let id) = step.call { names[id] ?? "?" } else { "no node" }
            }
        }
    }

    // s ─ a ─ b ─ c ─ out
    @Test func `effects one behind the other are a chain`() throws {
        var drawing = Drawing()
        drawing.sources("S")
        drawing.effects("a", "b", "c", inPlace: false)
        try drawing.connect("S", "a")
        try drawing.connect("a", "b")
        try drawing.connect("b", "c")
        try drawing.connect("c", "out")
        #expect(try Self.chains(drawing) == [["a", "b", "c"]])
    }

    // S ─ a ─ b ─ X ─ c ─ d ─ out
    @Test func `who is no member ends a chain`() throws {
        var drawing = Drawing()
        drawing.sources("S")
        drawing.effects("a", "b", "X", "c", "d", inPlace: false)
        for (from, to) in [("S", "a"), ("a", "b"), ("b", "X"), ("X", "c"), ("c", "d"), ("d", "out")] {
            try drawing.connect(from, to)
        }
        #expect(try Self.chains(drawing) == [["a", "b"], ["c", "d"]])
    }

    // S ─ a ─┬─ b ─ M ─ out
    //        └──────┘
    @Test func `what somebody else hears too is no link`() throws {
        var drawing = Drawing()
        drawing.sources("S")
        drawing.effects("a", "b", inPlace: false)
        drawing.mixers("M")
        try drawing.connect("S", "a")
        try drawing.connect("b", "M")
        try drawing.connect("a", "b", "M")
        try drawing.connect("M", "out")
        #expect(try Self.chains(drawing) == [])
    }

    // S ─ a ─ b ─ M ─ out
    // T ─ c ─ d ──┘
    @Test func `branches are chains of their own`() throws {
        var drawing = Drawing()
        drawing.sources("S", "T")
        drawing.effects("a", "b", "c", "d", inPlace: false)
        drawing.mixers("M")
        for (from, to) in [
            ("S", "a"), ("a", "b"), ("b", "M"), ("T", "c"), ("c", "d"), ("d", "M"), ("M", "out"),
        ] { try drawing.connect(from, to) }
        #expect(try Self.chains(drawing) == [["a", "b"], ["c", "d"]])
    }

    // S ─ a ─ b ─ out, with a tap behind a
    @Test func `a tap ends a chain`() throws {
        var drawing = Drawing()
        drawing.sources("S")
        drawing.effects("a", "b", inPlace: false)
        try drawing.connect("S", "a")
        try drawing.connect("a", "b")
        try drawing.connect("b", "out")
        drawing.model.update(drawing["a"]) { $0.tappedBuses = [0] }
        #expect(try Self.chains(drawing) == [])
    }
}
