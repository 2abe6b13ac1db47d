import AVFLV2Host
import AVFPluginCatalog

extension UnitNode {
    /// A plugin's parameters that are no ports: texts, files, numbers of more than 24 bits. [any]
    package var properties: [PluginProperty] { plugin?.properties ?? [] }

    /// Sets a property by its URI or symbol. [control]
    ///
    /// Heard with the next block; a plugin that has made none yet takes it at once, and has what it loads
    /// for it when the first block begins. A plugin that was not started yet is started.
    /// - Throws: `EngineError.plugin` with `noSuchProperty` or `badProperty`, or if it does not start;
    ///   `EngineError.notSupported` for a native unit.
    package func setProperty(_ identifier: String, _ value: PropertyValue) throws(EngineError) {
        guard let plugin = try hostedPlugin() else { throw noProperties }
        do { try plugin.setProperty(identifier, value) } catch { throw .plugin(error) }
    }

    /// The value of a property, by its URI or symbol; nil if there is none. [control]
    ///
    /// - Throws: As `setProperty`.
    package func property(_ identifier: String) throws(EngineError) -> PropertyValue? {
        guard let plugin = try hostedPlugin() else { throw noProperties }
        do { return try plugin.property(identifier) } catch { throw .plugin(error) }
    }

    private var noProperties: EngineError {
        .notSupported(node: name, reason: "is no LV2 plugin and has no properties")
    }
}
