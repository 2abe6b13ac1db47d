import AVFPluginCatalog
import AVFRealtime
import AVFRender
import Synchronization

extension PluginValidator {
    private static let blockCount = 100

    /// Blocks on a thread of their own, while this one saves the state and moves parameters, as hosts do.
    func threads() -> Finding {
        attempt("threads") { () throws(PluginError) in
            // Proof: the thread renders, which is what LV2 allows beside the calls of this one.
            nonisolated(unsafe) let run = try ValidationRun(facts)
            let end = Flag()
            let renderer = try? NamedThread(.worker) {
                for _ in 0..<Self.blockCount { run.render(.noise, 256) }
                end.isSet.store(true, ordering: .releasing)
            }
            guard let renderer else { return Finding("threads", .warn, "the system made no thread") }
            defer { renderer.join() }
            while !end.isSet.load(ordering: .acquiring) {
                for (index, parameter) in run.settable.prefix(8) {
                    run.parameters.store(parameter.spec.defaultValue, at: index)
                }
                _ = try run.unit.saveState()
            }
            guard run.mutedCount > 0 else { return Finding("threads", .pass) }
            return Finding("threads", .warn, "\(run.mutedCount) blocks were not finite")
        }
    }

    private final class Flag: Sendable {
        let isSet = Atomic<Bool>(false)
    }
}
