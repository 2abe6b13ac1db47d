import Testing

@testable import AVFGraph

/// Sinks end branches of their own.
struct SinkGroupTests {
    // S ─ a ─ out
    // T ─ b ─ first
    // U ─ c ─ second
    @Test func `each sink has a group of its own, behind what the output needs`() throws {
        var drawing = Drawing()
        drawing.sources("S", "T", "U")
        drawing.effects("a", "b", "c")
        drawing.add("first", .sink, inputs: 1, outputs: 0)
        drawing.add("second", .sink, inputs: 1, outputs: 0)
        for (from, to) in [
            ("S", "a"), ("a", "out"), ("T", "b"), ("b", "first"), ("U", "c"), ("c", "second"),
        ] { try drawing.connect(from, to) }
        let expected = [["S", "a", "out"], ["T", "b", "first"], ["U", "c", "second"]]
        #expect(drawing.model.renderGroups() == expected.map { $0.map { drawing[$0] } })
    }

    // S ─┬─ a ─ out
    //    ├─ first
    //    └─ second          an empty sink has no group
    @Test func `what several sinks share is in the group of the first who needs it`() throws {
        var drawing = Drawing()
        drawing.sources("S", "T")
        drawing.effects("a", "b")
        for name in ["first", "second", "empty"] { drawing.add(name, .sink, inputs: 1, outputs: 0) }
        try drawing.connect("S", "a", "first")
        try drawing.connect("a", "out")
        try drawing.connect("T", "b")
        try drawing.connect("b", "second")
        let expected = [["S", "a", "out"], ["first"], ["T", "b", "second"]]
        #expect(drawing.model.renderGroups() == expected.map { $0.map { drawing[$0] } })
    }
}
