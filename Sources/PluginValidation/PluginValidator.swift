import AVFLV2Host
import AVFPluginCatalog
import AVFRender

/// Tries a plugin out as hosts do, and harder: rates, block sizes, signals, parameters, state.
///
/// Runs in the caller's process, which a plugin may end; validate strangers in a child.
package struct PluginValidator {
    /// What one check came to.
    package struct Finding: Sendable, Equatable {
        /// What was tried.
        package let check: String
        /// How it went.
        package let verdict: ValidationVerdict
        /// What was seen, without a full stop; empty if nothing is to be said.
        package let detail: String

        /// A finding.
        package init(_ check: String, _ verdict: ValidationVerdict, _ detail: String = "") {
            self.check = check
            self.verdict = verdict
            self.detail = detail
        }
    }

    /// Parameters of plugins with thousands are tried in part.
    private static let mostParameters = 200
    private static let mostPresets = 20

    let facts: PluginFacts
    private let presets: [PluginPreset]

    /// A validator of a plugin and its presets.
    package init(_ facts: PluginFacts, presets: [PluginPreset] = []) {
        self.facts = facts
        self.presets = presets
    }

    /// The whole verdict: the worst one.
    package static func verdict(_ findings: [Finding]) -> ValidationVerdict {
        for verdict in [ValidationVerdict.crash, .fail, .warn]
        where findings.contains(where: { $0.verdict == verdict }) { return verdict }
        return .pass
    }

    /// Tries everything; `report` hears each finding as it is made, so that a crash leaves what was found
    /// before.
    ///
    /// First comes what the right to run in a host's process rests on; where memory is harmed, nothing is
    /// tried behind it, because it would come out by chance.
    ///
    /// - Returns: Whether the plugin starts and the process is fit for further trials.
    @discardableResult
    package func run(_ report: @escaping (Finding) -> Void) -> Bool {
        let watch = HarmWatch(report)
        do {
            try live(watch) { report(Finding("start", .pass)) }
        } catch {
            report(Finding("start", .fail, "\(error)"))
            return false
        }
        for check in checks {
            guard !watch.isMemoryHarmed else { return false }
            let finding = check()
            report(finding)
            watch.look(after: "while “\(finding.check)” was tried it")
        }
        watch.lookAtRemains()
        watch.finish()
        return !watch.isMemoryHarmed
    }

    /// A whole life in guarded memory, from start to cleanup and a while after.
    private func live(_ watch: HarmWatch, didStart: () -> Void) throws(PluginError) {
        var life: PluginLife? = try PluginLife(facts)
        didStart()
        watch.look(after: "while it started it")
        life?.run {
            watch.look(after: "run() or work()")
            return !watch.isMemoryHarmed
        }
        if let life, watch.isMemoryHarmed {
            // Proof: never released, because the plugin must not be ended. What its threads would then do to
            // memory that is gone is a matter of chance; the process ends soon.
            _ = Unmanaged.passRetained(life)
            return
        }
        life = nil
        GuardedMemory.enter(.after)
        watch.look(after: "deactivate() or cleanup()")
        watch.lookAtRemains()
        GuardedMemory.enter(.other)
    }

    /// Everything that is tried after that.
    private var checks: [() -> Finding] {
        var checks: [() -> Finding] = [
            blockSizes, buses, signals, parameterExtremes, automation, stateRoundTrip, presetLoading,
            resetAndBypass,
            latency, timing,
        ]
        if AllocationCounter.current != nil { checks.append(memory) }
        checks.append(instances)
        checks.append(threads)
        // Last, because plugins exist that destroy their memory at rates that their makers did not try.
        checks.append(otherRates)
        return checks
    }

    func attempt(_ check: String, _ body: () throws(PluginError) -> Finding) -> Finding {
        do { return try body() } catch { return Finding(check, .fail, "\(error)") }
    }

    /// A plugin that refuses one of the less usual rates politely is no failure.
    private func otherRates() -> Finding {
        var refused: [String] = []
        for rate in [44_100.0, 96_000, 192_000] {
            do {
                let run = try ValidationRun(facts, sampleRateHz: rate)
                run.render(.noise, 512)
                if run.mutedCount > 0 {
                    return Finding("rates", .fail, "the output at \(rate) Hz is not finite")
                }
            } catch { refused.append("\(error)") }
        }
        return Finding("rates", refused.isEmpty ? .pass : .warn, refused.joined(separator: " "))
    }

    private func blockSizes() -> Finding {
        attempt("block sizes") { () throws(PluginError) in
            for sizes in [[1], [2], [64], [512], [4096], [1, 63, 500, 7, 4096, 128]] {
                let run = try ValidationRun(facts, maximumFrameCount: sizes.max() ?? 512)
                for index in 0..<max(8, sizes.count) { run.render(.noise, sizes[index % sizes.count]) }
                if run.mutedCount > 0 {
                    return Finding(
                        "block sizes", .fail,
                        "with blocks of \(sizes) the output is not finite or not written")
                }
            }
            return Finding("block sizes", .pass)
        }
    }

    private func signals() -> Finding {
        attempt("signals") { () throws(PluginError) in
            for signal in ValidationRun.Signal.allCases {
                let run = try ValidationRun(facts)
                for _ in 0..<16 { run.render(signal, 512) }
                if run.mutedCount > 0 {
                    return Finding("signals", .fail, "\(signal.rawValue) makes an output that is not finite")
                }
            }
            return Finding("signals", .pass)
        }
    }

    private func parameterExtremes() -> Finding {
        attempt("parameter extremes") { () throws(PluginError) in
            let run = try ValidationRun(facts)
            var bad: [String] = []
            // A port without bounds has no ends to be tried.
            for (index, parameter) in run.settable.filter(\.parameter.spec.range.isBounded)
                .prefix(Self.mostParameters)
            {
                for value in [parameter.spec.range.lowerBound, parameter.spec.range.upperBound] {
                    let before = run.mutedCount
                    run.parameters.store(value, at: index)
                    for _ in 0..<2 { run.render(.noise, 256) }
                    if run.mutedCount > before { bad.append("\(parameter.symbol) = \(value)") }
                }
                run.parameters.store(parameter.spec.defaultValue, at: index)
            }
            let detail = "the output is not finite with " + bad.prefix(8).joined(separator: ", ")
            return Finding("parameter extremes", bad.isEmpty ? .pass : .warn, bad.isEmpty ? "" : detail)
        }
    }

    /// Random values at random samples, the same in every run.
    private func automation() -> Finding {
        attempt("automation") { () throws(PluginError) in
            let run = try ValidationRun(facts)
            var random: UInt64 = 0x9e37_79b9_7f4a_7c15
            for _ in 0..<64 {
                for (index, parameter) in run.settable.filter(\.parameter.spec.range.isBounded).prefix(8) {
                    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    let share = Float(random >> 40) / Float(1 << 24)
                    let range = parameter.spec.range
                    let value = range.lowerBound + share * (range.upperBound - range.lowerBound)
                    _ = run.unit.schedule(
                        parameter: index, value: value, at: run.sampleTime + Int64(random >> 32 & 255),
                        rampFrameCount: random & 1 == 0 ? 0 : 100)
                }
                run.render(.noise, 256)
            }
            guard run.mutedCount > 0 else { return Finding("automation", .pass) }
            return Finding("automation", .warn, "\(run.mutedCount) blocks were not finite")
        }
    }

    private func stateRoundTrip() -> Finding {
        attempt("state") { () throws(PluginError) in
            let run = try ValidationRun(facts)
            for (index, parameter) in run.settable {
                let range = parameter.spec.range
                guard range.isBounded else { continue }
                run.parameters.store(
                    range.lowerBound + (range.upperBound - range.lowerBound) / 3, at: index)
            }
            run.render(.noise, 256)
            let saved = try run.unit.saveState()
            let other = try ValidationRun(facts)
            do {
                try other.unit.restoreState(try UnitState(bytes: saved.bytes))
            } catch let error as PluginError {
                throw error
            } catch { return Finding("state", .fail, "\(error)") }
            other.render(.noise, 256)
            let again = try other.unit.saveState()
            guard again.parameters == saved.parameters else {
                return Finding("state", .fail, "the parameters did not come back")
            }
            let changed = zip(saved.properties, again.properties).filter { $0 != $1 }.map(\.0.key)
            guard changed.isEmpty, saved.properties.count == again.properties.count else {
                return Finding("state", .warn, "what it stores changes: " + changed.joined(separator: ", "))
            }
            return Finding("state", .pass)
        }
    }

    private func presetLoading() -> Finding {
        attempt("presets") { () throws(PluginError) in
            let run = try ValidationRun(facts)
            var remarks: [String] = []
            for preset in presets.prefix(Self.mostPresets) {
                do {
                    let gaps = try run.unit.restoreState(try UnitState(preset: preset))
                    if !gaps.missingFiles.isEmpty {
                        remarks.append("\(preset.name) lacks \(gaps.missingFiles[0])")
                    }
                } catch { remarks.append("\(error)") }
                run.render(.noise, 256)
            }
            if run.mutedCount > 0 { remarks.append("\(run.mutedCount) blocks were not finite") }
            return Finding(
                "presets", remarks.isEmpty ? .pass : .warn, remarks.prefix(4).joined(separator: "; "))
        }
    }

    private func resetAndBypass() -> Finding {
        attempt("reset and bypass") { () throws(PluginError) in
            let run = try ValidationRun(facts)
            run.unit.requestReset()
            run.render(.impulse, 512)
            run.unit.isBypassed = true
            run.render(.noise, 512)
            run.unit.isBypassed = false
            run.render(.noise, 512)
            guard run.mutedCount == 0 else {
                return Finding("reset and bypass", .fail, "the output is not finite")
            }
            return Finding("reset and bypass", .pass)
        }
    }

    /// What graphs make of a plugin's buses: an empty side chain, and two channels of a mono plugin.
    private func buses() -> Finding {
        attempt("buses") { () throws(PluginError) in
            let own = (facts.summary.audioInputCount, facts.summary.audioOutputCount)
            let isMono = facts.summary.isMono
            for (inputs, outputs) in isMono ? [own, (2, 2)] : [own] {
                let run = try ValidationRun(
                    facts, inputs: inputs > 0 ? [inputs] : [], outputs: outputs > 0 ? [outputs] : [])
                for _ in 0..<8 { run.render(.noise, 512) }
                guard run.mutedCount == 0 else {
                    return Finding(
                        "buses", .fail, "the output is not finite with \(inputs) inputs and nothing else")
                }
            }
            return Finding("buses", .pass)
        }
    }

    private func latency() -> Finding {
        attempt("latency") { () throws(PluginError) in
            let run = try ValidationRun(facts)
            return Finding("latency", .pass, "\(run.unit.latencyFrames) frames at 48 kHz")
        }
    }

    /// What blocks cost and whether they wait, against the time that they sound.
    ///
    /// Processor time, and the best of several means: a busy machine must not change the verdict.
    private func timing() -> Finding {
        attempt("timing") { () throws(PluginError) in
            let run = try ValidationRun(facts)
            let (batchCount, batchSize) = (4, 24)
            var least = Double.infinity
            for _ in 0..<batchCount {
                let before = run.cost
                for _ in 0..<batchSize { run.render(.noise, 512) }
                least = min(least, (run.cost.nanoseconds - before.nanoseconds) / Double(batchSize))
            }
            let text = "\((least / 100).rounded() / 10) µs for 512 frames"
            // Now and then a page is waited for; a plugin that does so in most blocks does it on purpose.
            guard run.cost.waitCount < batchCount * batchSize / 2 else {
                return Finding("timing", .warn, "run() waits for something else, in most blocks")
            }
            return Finding("timing", least > 0.5 * 512 / 48_000 * 1e9 ? .warn : .pass, text)
        }
    }

    /// Calls for memory in `run()`, once the plugin has settled: each may take as long as it likes.
    private func memory() -> Finding {
        attempt("memory") { () throws(PluginError) in
            let run = try ValidationRun(facts)
            for _ in 0..<16 { run.render(.noise, 512) }
            let before = run.allocationCount
            for _ in 0..<94 { run.render(.noise, 512) }
            let count = run.allocationCount - before
            return Finding(
                "memory", count > 0 ? .warn : .pass,
                count > 0 ? "\(count) calls for memory in 94 blocks of run()" : "")
        }
    }

    /// Two at a time, made and ended again and again.
    private func instances() -> Finding {
        attempt("instances") { () throws(PluginError) in
            for _ in 0..<10 {
                let pair = (try ValidationRun(facts), try ValidationRun(facts))
                pair.0.render(.noise, 64)
                pair.1.render(.noise, 64)
            }
            return Finding("instances", .pass)
        }
    }
}

extension ClosedRange<Float> {
    /// Both ends were given by the plugin.
    fileprivate var isBounded: Bool {
        lowerBound > -Float.greatestFiniteMagnitude && upperBound < Float.greatestFiniteMagnitude
    }
}
