import AVFEngine
import AVFRealtime
import AVFRender
import Synchronization

/// Renders a graph on the caller's thread while another thread edits it all the time.
struct EditedRun {
    /// What a run saw.
    struct Counts {
        var blocks = 0
        var audibleBlocks = 0
        var edits = 0
    }

    private static let blockSizes = [512, 64, 128, 17, 256, 1]
    private let graph: DemoGraph

    init(_ graph: DemoGraph) { self.graph = graph }

    /// Renders at least so many blocks, and goes on until there have been so many edits.
    func render(blockCount: Int, leastEditCount: Int) throws -> Counts {
        let editor = RandomEditor(graph, seed: 1)
        let isDone = Flag()
        let thread = try NamedThread(.worker) { while !isDone.isSet { editor.makeAnEdit() } }
        defer {
            isDone.set()
            thread.join()
        }
        var counts = Counts()
        let output = SampleBuffer(channelCount: 2, frameCapacity: DemoGraph.maximumFrameCount)
        while counts.blocks < blockCount || editor.editCount < leastEditCount {
            let frameCount = Self.blockSizes[counts.blocks % Self.blockSizes.count]
            guard graph.engine.renderRealtime(frameCount, to: output.channels, channelCount: 2) else {
                throw CheckFailure.refusedBlock(counts.blocks)
            }
            guard output.isFinite(frameCount: frameCount) else {
                throw CheckFailure.notFinite("the graph", block: counts.blocks)
            }
            if output.peak(frameCount: frameCount) > 0 { counts.audibleBlocks += 1 }
            counts.blocks += 1
        }
        guard counts.audibleBlocks > counts.blocks / 2 else { throw CheckFailure.silent("the graph") }
        if let error = editor.firstError { throw error }
        counts.edits = editor.editCount
        return counts
    }
}

/// A number that one thread counts up and another one reads.
final class Counter: Sendable {
    private let number = Atomic<Int>(0)

    var count: Int { number.load(ordering: .relaxed) }

    func add() { number.add(1, ordering: .relaxed) }
}

/// A flag that one thread sets for another.
final class Flag: Sendable {
    private let word = Atomic<Bool>(false)

    var isSet: Bool { word.load(ordering: .acquiring) }

    func set() { word.store(true, ordering: .releasing) }
}
