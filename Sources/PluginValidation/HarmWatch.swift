import AVFLV2Host
import AVFRender
import Glibc

/// Finds what a plugin does to the process that it is in: the right to run in a host's process rests on it.
///
/// The process must be the plugin's own, and its thread the caller's.
final class HarmWatch {
    /// How long what a plugin has begun may take to end behind it.
    private static let patienceMilliseconds = 1000

    private let report: (PluginValidator.Finding) -> Void
    private let first: ProcessState
    private var last: ProcessState
    private var told: [ProcessState.Aspect: ValidationVerdict] = [:]
    private var seenTouchCount = 0

    /// Whether memory was written that is not the plugin's: nothing that follows would mean anything.
    private(set) var isMemoryHarmed = false

    /// Begins to watch; `report` hears each finding at once, because a plugin may end the process next.
    init(_ report: @escaping (PluginValidator.Finding) -> Void) {
        self.report = report
        // What the host itself does to the environment before the first plugin.
        ForeignCode.call {}
        _ = ForeignCode.takeUndone()
        GuardedMemory.begin()
        first = .now
        last = first
    }

    /// Compares with the last look, after a call or a check of this name.
    func look(after call: String) {
        let now = ProcessState.now
        for (aspect, words) in now.changes(since: last) { tell(aspect, .fail, "\(call) \(words)") }
        last = now
        lookAt(ForeignCode.takeUndone(), call)
        lookAtMemory()
    }

    /// Compares with the beginning, when the plugin has ended and all that it began has had time to.
    func lookAtRemains() {
        var now = ProcessState.now
        var waited = 0
        while !now.threads.isSubset(of: first.threads), waited < Self.patienceMilliseconds {
            usleep(10_000)
            waited += 10
            now = .now
        }
        look(after: "after cleanup() it")
        for (aspect, words) in now.remains(since: first) {
            tell(aspect, .fail, "after cleanup() it \(words)")
        }
    }

    /// Reports everything that was left alone.
    func finish() {
        for aspect in ProcessState.Aspect.allCases where told[aspect] == nil {
            report(.init(aspect.rawValue, .pass))
        }
    }

    /// What the host has put back itself.
    private func lookAt(_ undone: ForeignCode.Undone, _ call: String) {
        if undone.contains(.locale) { tell(.locale, .fail, "\(call) changed the locale") }
        if undone.contains(.arithmetic) {
            tell(.arithmetic, .fail, "\(call) changed how its thread rounds, flushes or traps")
        }
    }

    private func lookAtMemory() {
        let touches = GuardedMemory.touches
        for touch in touches.dropFirst(seenTouchCount) {
            isMemoryHarmed = isMemoryHarmed || touch.isWrite
            tell(.memory, touch.isWrite ? .fail : .warn, touch.sentence)
        }
        seenTouchCount = touches.count
    }

    private func tell(_ aspect: ProcessState.Aspect, _ verdict: ValidationVerdict, _ detail: String) {
        // Once is enough, unless it gets worse.
        guard told[aspect] != .fail, told[aspect] != verdict else { return }
        told[aspect] = verdict
        report(.init(aspect.rawValue, verdict, detail))
    }
}
