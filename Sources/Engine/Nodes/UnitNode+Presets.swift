import AVFPluginCatalog
import AVFRender

extension UnitNode {
    /// The names of the factory presets, with their banks: a native unit's own, or what bundles list for a
    /// plugin.
    package var factoryPresets: [(name: String, bank: String)] {
        plugin == nil
            ? descriptor.presets.map { ($0.name, "") } : pluginPresets.map { ($0.name, $0.bank) }
    }

    /// How many factory presets the unit has. [any]
    package var factoryPresetCount: Int { plugin == nil ? descriptor.presets.count : pluginPresets.count }

    /// Makes the unit sound as a factory preset says. [control]
    ///
    /// A native unit's parameters that the preset does not name get their defaults; a plugin's stay as they
    /// are.
    /// - Throws: `EngineError.notSupported` if there is none with that number, or as `loadPreset(at:)`.
    @discardableResult
    package func loadFactoryPreset(_ index: Int) throws(EngineError) -> UnitState.Gaps {
        guard factoryPresets.indices.contains(index) else {
            throw .notSupported(
                node: name,
                reason: "has \(factoryPresets.count) factory presets, so none with the number \(index)")
        }
        guard plugin != nil else {
            var state = addSound(to: UnitState(identifier: descriptor.identifier))
            for parameter in descriptor.parameters {
                state.parameters[parameter.symbol] =
                    descriptor.presets[index].values[parameter.symbol] ?? parameter.spec.defaultValue
            }
            return try restoreState(state)
        }
        let state: UnitState
        do { state = try UnitState(preset: pluginPresets[index]) } catch { throw .preset(error) }
        return try restoreState(state)
    }

    /// Makes a plugin sound as an LV2 preset says: a Turtle file, or a bundle's folder. [control]
    ///
    /// - Parameters:
    ///   - path: The file or the folder.
    ///   - uri: Which of several presets; nil for the first.
    /// - Returns: What the preset asked for in vain.
    /// - Throws: `EngineError.preset`, `EngineError.plugin`; `EngineError.notSupported` for a native unit.
    @discardableResult
    package func loadPreset(at path: String, uri: String? = nil) throws(EngineError) -> UnitState.Gaps {
        guard let plugin else {
            throw .notSupported(node: name, reason: "is no LV2 plugin and has no LV2 presets")
        }
        let state: UnitState
        do { state = try UnitState(presetAt: path, uri: uri, pluginURI: plugin.uri) } catch {
            throw .preset(error)
        }
        return try restoreState(state)
    }

    /// Keeps what the plugin is now as an LV2 bundle that every host can load. [control]
    ///
    /// - Throws: `EngineError.preset`, `EngineError.plugin`; `EngineError.notSupported` for a native unit.
    package func writePreset(toBundle folder: String, name presetName: String) throws(EngineError) {
        guard let plugin else {
            throw .notSupported(node: name, reason: "is no LV2 plugin and has no LV2 presets")
        }
        let state = try saveState()
        do {
            try state.write(presetBundle: folder, name: presetName, pluginBundle: plugin.summary.bundle)
        } catch { throw .preset(error) }
    }
}
