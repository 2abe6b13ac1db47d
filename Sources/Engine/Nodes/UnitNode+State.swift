import AVFLV2Host
import AVFRender

extension UnitNode {
    /// Everything that makes the unit sound as it does. [control]
    ///
    /// A plugin that was not started yet is started.
    /// - Throws: `EngineError.plugin` if it does not start or cannot save its state.
    package func saveState() throws(EngineError) -> UnitState {
        guard let plugin = plugin == nil ? nil : try hostedPlugin() else {
            return addPrograms(to: addSound(to: UnitState(descriptor, parameters)))
        }
        do { return try plugin.saveState() } catch { throw .plugin(error) }
    }

    /// Makes the unit sound as it did. [control]
    ///
    /// What is wrong with the state is found before anything changes; gives what the state asked for in vain.
    /// - Throws: `EngineError.state` for another unit's state, `EngineError.plugin` if the plugin does not
    ///   start or refuses it.
    @discardableResult
    package func restoreState(_ state: UnitState) throws(EngineError) -> UnitState.Gaps {
        guard state.identifier == descriptor.identifier else {
            throw .state(.otherUnit(expected: descriptor.identifier, found: state.identifier))
        }
        guard let plugin = plugin == nil ? nil : try hostedPlugin() else {
            return UnitState.Gaps(
                unknownParameters: state.apply(to: parameters, of: descriptor),
                missingFiles: isSampler ? restorePrograms(of: state) : try restoreSound(of: state))
        }
        do { return try plugin.restoreState(state) } catch { throw .plugin(error) }
    }

    /// Restores a state from its bytes. [control]
    ///
    /// - Throws: `EngineError.state` for bytes that are none, all that `restoreState` throws, and
    ///   `EngineError.filesMissing`, when everything else has been restored.
    @discardableResult
    package func restoreState(bytes: [UInt8]) throws(EngineError) -> UnitState.Gaps {
        let state: UnitState
        do { state = try UnitState(bytes: bytes) } catch { throw .state(error) }
        let gaps = try restoreState(state)
        guard gaps.missingFiles.isEmpty else {
            throw .filesMissing(node: name, paths: gaps.missingFiles)
        }
        return gaps
    }

    /// A plugin that is made anew for another format keeps what it has: parameters are shared, the rest is
    /// carried.
    ///
    /// A plugin that cannot save or restore begins anew, as it would in any host.
    func carryState(from old: RenderUnit, to new: RenderUnit) {
        guard let old = old as? any HostedPlugin, let new = new as? any HostedPlugin,
            let state = try? old.saveState(), !state.properties.isEmpty
        else { return }
        _ = try? new.restoreState(state)
    }
}
