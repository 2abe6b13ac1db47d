import AVFRender
import CAVFRealtime

extension PluginUnit: HostedPlugin {
    /// Everything that makes the plugin sound as it does; saved beside the running sound.
    ///
    /// - Throws: `stateFailed` if the plugin says that it cannot.
    package func saveState() throws(PluginError) -> UnitState {
        var state = UnitState(descriptor, parameters)
        try withoutWork { () throws(PluginError) in
            try instances[0].save(into: &state, bundle: facts.summary.bundle)
        }
        return state
    }

    /// Makes the plugin sound as it did; all that is wrong with the state itself is found before anything
    /// changes.
    ///
    /// A plugin that cannot be restored beside its own `run` is silent meanwhile.
    /// - Throws: `badState` for another unit's, `stateFailed` if the plugin refuses it.
    @discardableResult
    package func restoreState(_ state: UnitState) throws(PluginError) -> UnitState.Gaps {
        guard state.identifier == facts.uri else {
            throw .badState(.otherUnit(expected: facts.uri, found: state.identifier))
        }
        return try withoutWork { () throws(PluginError) in
            isThreadSafeRestore ? try restoreBesideRun(state) : try restoreWithoutRun(state)
        }
    }

    private func restoreWithoutRun(_ state: UnitState) throws(PluginError) -> UnitState.Gaps {
        try withoutRun { () throws(PluginError) in
            let gaps = try restoreAll(state)
            settle()
            return gaps
        }
    }

    private func restoreBesideRun(_ state: UnitState) throws(PluginError) -> UnitState.Gaps {
        let before = processedBlockCount
        let gaps = try restoreAll(state)
        // A unit that is being rendered settles with its next block.
        if processedBlockCount == before { withoutRun { settle() } }
        return gaps
    }

    private func restoreAll(_ state: UnitState) throws(PluginError) -> UnitState.Gaps {
        var missing: [String] = []
        for instance in instances { missing = try instance.restore(state, bundle: facts.summary.bundle) }
        let unknown = state.apply(to: parameters, of: descriptor)
        return UnitState.Gaps(unknownParameters: unknown, missingFiles: missing)
    }

    /// Delivers what the restore's jobs answered, and reads the latency; not beside `run`.
    private func settle() {
        for instance in instances {
            ForeignCode.keepingFloatingPoint { instance.core.pointee.deliverResponses() }
            instance.core.pointee.readParameters(parameters.reader)
            instance.refreshLatency(sampleRateHz: sampleRateHz)
        }
        latencyFrames = instances[0].latencyFrames
    }

    private var isThreadSafeRestore: Bool {
        let feature = LV2.state + "threadSafeRestore"
        return facts.optionalFeatures.contains(feature) || facts.requiredFeatures.contains(feature)
    }
}
