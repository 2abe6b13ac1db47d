import AVFPluginCatalog
import AVFRender
import CAVFRealtime

extension PluginUnit: HostedPlugin {
    /// Everything that makes the plugin sound as it does; saved beside the running sound.
    ///
    /// - Throws: `stateFailed` if the plugin says that it cannot.
    package func saveState() throws(PluginError) -> UnitState {
        var state = UnitState(descriptor, parameters)
        try withoutWork { () throws(PluginError) in
            try instances[0].save(
                into: &state, bundle: facts.summary.bundle, settings: propertySettings)
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
        let (gaps, unasked) = try withoutWork { () throws(PluginError) in
            isThreadSafeRestore ? try restoreBesideRun(state) : try restoreWithoutRun(state)
        }
        forgetProperties()
        tellProperties(unasked)
        return gaps
    }

    private typealias Restored = (gaps: UnitState.Gaps, unasked: [String: PropertyValue])

    private func restoreWithoutRun(_ state: UnitState) throws(PluginError) -> Restored {
        try withoutRun { () throws(PluginError) in
            let restored = try restoreAll(state)
            settle()
            return restored
        }
    }

    private func restoreBesideRun(_ state: UnitState) throws(PluginError) -> Restored {
        let before = processedBlockCount
        let restored = try restoreAll(state)
        // A unit that is being rendered settles with its next block.
        if processedBlockCount == before { withoutRun { settle() } }
        return restored
    }

    private func restoreAll(_ state: UnitState) throws(PluginError) -> Restored {
        var rest = PluginInstance.Rest()
        for instance in instances {
            rest = try instance.restore(
                state, bundle: facts.summary.bundle, properties: facts.properties)
        }
        let unknown = state.apply(to: parameters, of: descriptor)
        return (UnitState.Gaps(unknownParameters: unknown, missingFiles: rest.missing), rest.unasked)
    }

    private var isThreadSafeRestore: Bool {
        let feature = LV2.state + "threadSafeRestore"
        return facts.optionalFeatures.contains(feature) || facts.requiredFeatures.contains(feature)
    }
}
