import AVFRender
import AVFUnits
import Glibc
import TestSupport

/// Runs the render side as hard as it will ever be run; under RealtimeSanitizer the first allocation, lock or
/// blocking call in the real-time context ends the program.
///
///     avf-rtcheck [BLOCKS] [PLUGIN-URI] a graph that is edited all the time, a song and a keyboard, plugins
///                                       with and without processes of their own, then every native unit
///     avf-rtcheck bad                     a unit that allocates: proves that the check can fail
@main
struct RealtimeCheck {
    private static let usualBlockCount = 10_000
    private static let blocksOfEachUnit = 2_000

    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        do {
            if arguments.first == "bad" { return runBadKernel() }
            let blockCount = arguments.first.flatMap { Int($0) } ?? usualBlockCount
            let uri = arguments.first { Int($0) == nil }
            try checkGraph(blockCount: blockCount, pluginURI: uri)
            try checkMusic(blockCount: blockCount)
            try checkPlugins(blockCount: blockCount)
            try checkUnits()
        } catch {
            print("avf-rtcheck: \(error)")
            exit(1)
        }
    }

    private static func checkGraph(blockCount: Int, pluginURI: String?) throws {
        let graph = try DemoGraph(pluginURI: pluginURI)
        let counts = try EditedRun(graph).render(blockCount: blockCount, leastEditCount: blockCount / 10)
        print(
            "graph: \(counts.blocks) blocks, \(counts.audibleBlocks) with sound, \(counts.edits) edits, "
                + "\(graph.tappedFrameCount) frames tapped")
    }

    private static func checkMusic(blockCount: Int) throws {
        let changeCount = try MusicRun().render(blockCount: blockCount)
        print("song, keyboard, port: \(blockCount) blocks, \(changeCount) changes")
    }

    private static func checkPlugins(blockCount: Int) throws {
        guard let run = try PluginRun() else { return print("plugins: not installed") }
        print("plugins: \(blockCount) blocks, \(try run.render(blockCount: blockCount)) changes")
    }

    private static func checkUnits() throws {
        for entry in UnitCatalog.all + [UnitEntry(HeldNotesKernel.self)] {
            try UnitRun(entry).render(blockCount: blocksOfEachUnit)
            print("unit \(entry.descriptor.identifier): \(blocksOfEachUnit) blocks")
        }
    }

    /// Reaches its end only where nobody watches.
    private static func runBadKernel() {
        try? UnitRun(UnitEntry(WastefulKernel.self)).render(blockCount: blocksOfEachUnit)
        print("bad: \(blocksOfEachUnit) blocks, and nobody noticed the allocations")
    }
}

/// What a check found wrong with the sound.
enum CheckFailure: Error, CustomStringConvertible {
    case refusedBlock(Int)
    case notFinite(String, block: Int)
    case silent(String)
    case lost(String)

    var description: String {
        switch self {
        case .refusedBlock(let block): "The engine refused to render block \(block)."
        case .notFinite(let source, let block): "Block \(block) of \(source) has a sample that is not finite."
        case .silent(let source): "Nothing was heard of \(source)."
        case .lost(let reason): reason
        }
    }
}
