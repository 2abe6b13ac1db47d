import AVFLV2Host
import AVFRender
import AVFUnits

/// Every unit that can be had: the native ones and the LV2 plugins on the search path.
package final class UnitLibrary: Sendable {
    /// The library over `LV2_PATH`, or the usual folders; plugins are looked for when one is first asked for.
    package static let shared = UnitLibrary(plugins: PluginCatalog())

    /// The plugins.
    package let plugins: PluginCatalog

    /// A library over these plugins.
    package init(plugins: PluginCatalog) { self.plugins = plugins }

    /// A node around the unit with that symbol (native) or URI (LV2).
    ///
    /// - Throws: `EngineError.plugin` if there is no such unit.
    package func makeNode(identifier: String) throws(EngineError) -> UnitNode {
        if let entry = UnitCatalog[identifier] { return UnitNode(native: entry) }
        return try makeNode(pluginURI: identifier)
    }

    /// A node around the first unit that fits a component description: native ones first, zeroes fit anything.
    ///
    /// - Throws: `EngineError.plugin` if there is no such unit.
    package func makeNode(component: ComponentDescription) throws(EngineError) -> UnitNode {
        if let entry = UnitCatalog.entry(matching: component) { return UnitNode(native: entry) }
        guard let summary = plugins.plugin(component: component) else {
            throw .noSuchComponent(component)
        }
        return try makeNode(pluginURI: summary.uri)
    }

    private func makeNode(pluginURI uri: String) throws(EngineError) -> UnitNode {
        do {
            return UnitNode(
                plugin: try plugins.plugin(uri: uri), presets: plugins.presets(ofPlugin: uri))
        } catch {
            throw .plugin(error)
        }
    }
}

extension UnitNode {
    /// The rate at which a plugin's facts are read before it is connected.
    private static let nominalSampleRateHz = 48_000.0

    /// A node around an LV2 plugin.
    convenience init(plugin facts: PluginFacts, presets: [PluginPreset]) {
        self.init(
            facts.descriptor(sampleRateHz: Self.nominalSampleRateHz), plugin: facts, presets: presets
        ) {
            configuration, parameters throws(EngineError) in
            try Self.pluginUnit(facts, configuration, parameters)
        }
    }

    private static func pluginUnit(
        _ facts: PluginFacts, _ configuration: UnitConfiguration, _ parameters: ParameterBlock
    ) throws(EngineError) -> RenderUnit {
        do {
            return try PluginUnit(facts, configuration, parameters: parameters)
        } catch {
            throw .plugin(error)
        }
    }
}
