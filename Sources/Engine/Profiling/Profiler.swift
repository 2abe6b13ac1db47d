import AVFMedia
import AVFRender
import Synchronization

/// Adds up what the render thread measures, by node, and looks for who made a block late.
final class Profiler: Sendable {
    /// The late blocks that are remembered.
    private static let rememberedOverrunCount = 64

    private struct Contents {
        var names: [UInt64: ProfiledCall] = [:]
        var statistics = RenderCosts()
        var tallies: [UInt64: NodeCosts] = [:]
        /// The calls of the block whose end has not come yet.
        var open: [ProfileRecord] = []
        /// Of the blocks since the last dropout, the one that used most of its time.
        var worst: RenderCosts.Overrun?
        var trace: TraceFile?
    }

    private let renderer: Renderer
    private let contents = Mutex(Contents())

    init(_ renderer: Renderer) { self.renderer = renderer }

    /// Learns whose the units of a plan are.
    func learn(_ calls: [(unit: UInt64, call: ProfiledCall)]) {
        contents.withLock { contents in
            for (unit, call) in calls { contents.names[unit] = call }
        }
    }

    /// Takes what the render thread has measured; blocks last `sampleRateHz` to the second.
    func drain(sampleRateHz: Double) {
        contents.withLock { contents in
            renderer.profile.drain { Self.take($0, sampleRateHz, &contents) }
            contents.statistics.missedBlockCount += renderer.profile.takeMissedCount()
        }
    }

    /// The sums so far.
    func statistics() -> RenderCosts {
        contents.withLock { contents in
            var statistics = contents.statistics
            statistics.nodes = contents.tallies.values.sorted { $0.seconds > $1.seconds }
            return statistics
        }
    }

    /// Forgets the sums.
    func reset() {
        contents.withLock { contents in
            contents.statistics = RenderCosts()
            contents.tallies = [:]
            contents.worst = nil
        }
    }

    /// The device has dropped out: the slowest block since the last time is to blame, if it used half of its
    /// time.
    func noteDropout() {
        contents.withLock { contents in
            contents.statistics.dropoutCount += 1
            if let worst = contents.worst, worst.load >= 0.5, let slowestNode = worst.slowestNode {
                contents.tallies[slowestNode.unit]?.dropoutCount += 1
            } else {
                contents.statistics.foreignDropoutCount += 1
            }
            contents.worst = nil
        }
    }

    /// Writes every further block into a file, or no more; the old one is completed.
    ///
    /// - Throws: The reason for which the old one is not complete.
    func setTrace(_ trace: TraceFile?) throws(MediaError) {
        let old = contents.withLock { contents in
            defer { contents.trace = trace }
            return contents.trace
        }
        try old?.close()
    }

    private static func take(_ record: ProfileRecord, _ sampleRateHz: Double, _ contents: inout Contents) {
        guard record.unit == 0 else {
            contents.open.append(record)
            var tally =
                contents.tallies[record.unit]
                ?? NodeCosts(unit: record.unit, contents.names[record.unit])
            tally.add(nanoseconds: record.nanoseconds)
            contents.tallies[record.unit] = tally
            return
        }
        let duration = Double(record.frameCount) / sampleRateHz
        let seconds = Double(record.nanoseconds) / 1e9
        let load = duration > 0 ? seconds / duration : 0
        contents.statistics.add(
            seconds: seconds, duration: duration, frameCount: record.frameCount, load: load)
        if load > max(contents.worst?.load ?? 0, 0.5) || load > 1 {
            blame(for: record, load: load, &contents)
        }
        contents.trace?.add(record, calls: contents.open, load: load, names: contents.names)
        contents.open.removeAll(keepingCapacity: true)
    }

    /// Finds the call that took longest in a block.
    private static func blame(for block: ProfileRecord, load: Double, _ contents: inout Contents) {
        let slowest = contents.open.max { $0.nanoseconds < $1.nanoseconds }
        let slowestNode = slowest.flatMap { contents.tallies[$0.unit] }
        let overrun = RenderCosts.Overrun(
            sampleTime: block.sampleTime, load: load, slowestNode: slowestNode,
            slowestNodeSeconds: Double(slowest?.nanoseconds ?? 0) / 1e9)
        if load > contents.worst?.load ?? 0 { contents.worst = overrun }
        guard load > 1 else { return }
        if let unit = slowestNode?.unit { contents.tallies[unit]?.overrunCount += 1 }
        contents.statistics.overrunCount += 1
        contents.statistics.overruns.append(overrun)
        if contents.statistics.overruns.count > rememberedOverrunCount {
            contents.statistics.overruns.removeFirst()
        }
    }
}
