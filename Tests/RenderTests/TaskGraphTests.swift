import Testing

@testable import AVFRender

@Suite struct TaskGraphTests {
    private final class Silent: RenderUnit, @unchecked Sendable {}  // Proof: it has no state of its own.

    /// A plan drawn as "inputs > outputs" for each call, with buffers by number.
    private func graph(_ calls: [(inputs: [Int], outputs: [Int])]) -> TaskGraph {
        var buses = PlanBuses()
        let steps = calls.map {
            buses.step(
                of: Silent(), inputs: $0.inputs.map { [.arena($0)] }, outputs: $0.outputs.map { [.arena($0)] }
            )
        }
        return TaskGraph(steps, buses)
    }

    @Test func `a chain is one task`() {
        let graph = graph([([], [0]), ([0], [1]), ([1], [1]), ([1], [2])])
        #expect(graph.tasks == [.init(steps: [0, 1, 2, 3])])
    }

    @Test func `two chains into one call are three tasks, and the last waits for both`() {
        let graph = graph([([], [0]), ([0], [0]), ([], [1]), ([1], [1]), ([0, 1], [2]), ([2], [2])])
        #expect(
            graph.tasks == [
                .init(steps: [0, 1], followers: [2]), .init(steps: [2, 3], followers: [2]),
                .init(steps: [4, 5], predecessorCount: 2),
            ])
    }

    @Test func `who writes a buffer anew waits for those who still read it`() {
        let graph = graph([([], [0]), ([0], [1]), ([0], [2]), ([], [0])])
        #expect(graph.tasks[3].predecessorCount == 2)
    }

    @Test func `a source that two branches read is a task of its own`() {
        let graph = graph([([], [0]), ([0], [1]), ([0], [2]), ([1, 2], [3])])
        #expect(graph.tasks.map(\.predecessorCount) == [0, 1, 1, 2])
        #expect(graph.tasks[0].followers == [1, 2])
    }
}
