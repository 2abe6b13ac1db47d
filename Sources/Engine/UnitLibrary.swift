import AVFLV2Host
import AVFPluginCatalog
import AVFPluginSandbox
import AVFPluginValidation
import AVFRender
import AVFUnits
import Synchronization

/// Where a plugin's code runs.
package enum PluginPlacement: Sendable, Equatable {
    /// As the library's policy says; usually in a process of its own unless it has passed its validation.
    case automatic
    /// In this process.
    case inProcess
    /// In a process of its own.
    case outOfProcess
}

/// Which plugins run where, unless a call says otherwise.
package struct PluginPolicy: Sendable {
    /// Where plugins run; `automatic` asks `hasPassed`.
    ///
    /// Where the program for such processes is not installed, `automatic` means in this one.
    package var placement = PluginPlacement.automatic
    /// Whether a plugin has passed its validation; nil if it was not validated.
    ///
    /// Only one that has passed is trusted.
    package var hasPassed: @Sendable (PluginSummary) -> Bool? = { _ in nil }
    /// The limits of plugins in processes of their own.
    package var isolation = IsolationOptions()

    /// The usual policy, without any record of validations.
    package init() {}

    /// The usual policy, with such records.
    package init(_ records: ValidationRecords) {
        hasPassed = { records.verdict(of: $0)?.isUsable }
    }

    /// Whether that plugin gets a process of its own.
    func isolates(_ plugin: PluginSummary, _ wish: PluginPlacement) -> Bool {
        switch wish == .automatic ? placement : wish {
        case .inProcess: false
        case .outOfProcess: true
        case .automatic: hasPassed(plugin) != true && HostProgram.isInstalled(given: isolation.programPath)
        }
    }
}

/// Every unit that can be had: the native ones and the LV2 plugins on the search path.
package final class UnitLibrary: Sendable {
    /// The library over `LV2_PATH`, or the default folders; plugins are looked for when one is first asked
    /// for.
    package static let shared = UnitLibrary(
        plugins: PluginCatalog(), policy: PluginPolicy(ValidationRecords.standard))

    /// The plugins.
    package let plugins: PluginCatalog
    private let currentPolicy: Mutex<PluginPolicy>

    /// Which plugins run where; a change counts for units that are made later. [control]
    package var policy: PluginPolicy {
        get { currentPolicy.withLock { $0 } }
        set { currentPolicy.withLock { $0 = newValue } }
    }

    /// A library over these plugins.
    package init(plugins: PluginCatalog, policy: PluginPolicy = PluginPolicy()) {
        self.plugins = plugins
        currentPolicy = Mutex(policy)
    }

    /// A node around the unit with that symbol (native) or URI (LV2).
    ///
    /// `isolation` replaces the policy's limits, if the plugin gets a process of its own.
    /// - Throws: `EngineError.plugin` if there is no such unit.
    package func makeNode(
        identifier: String, placement: PluginPlacement = .automatic, isolation: IsolationOptions? = nil
    ) throws(EngineError) -> UnitNode {
        if let entry = UnitCatalog[identifier] { return UnitNode(native: entry) }
        return try makeNode(pluginURI: identifier, placement, isolation)
    }

    /// A node around the first unit that fits a component description: native ones first, zeroes fit
    /// anything.
    ///
    /// - Throws: `EngineError.plugin` if there is no such unit.
    package func makeNode(
        component: ComponentDescription, placement: PluginPlacement = .automatic
    ) throws(EngineError) -> UnitNode {
        if let (entry, found) = UnitCatalog.entry(matching: component) {
            return UnitNode(native: entry, as: found)
        }
        guard let summary = plugins.plugin(component: component) else {
            throw .noSuchComponent(component)
        }
        return try makeNode(pluginURI: summary.uri, placement, nil)
    }

    private func makeNode(
        pluginURI uri: String, _ placement: PluginPlacement, _ isolation: IsolationOptions?
    ) throws(EngineError) -> UnitNode {
        do {
            let facts = try plugins.plugin(uri: uri)
            let policy = policy
            let isIsolated = policy.isolates(facts.summary, placement)
            return UnitNode(
                plugin: facts, presets: plugins.presets(ofPlugin: uri),
                isolation: isIsolated ? isolation ?? policy.isolation : nil)
        } catch {
            throw .plugin(error)
        }
    }
}

extension UnitNode {
    /// The rate at which a plugin's facts are read before it is connected.
    static let nominalSampleRateHz = 48_000.0

    /// A node around an LV2 plugin; with limits, the plugin gets a process of its own.
    package convenience init(
        plugin facts: PluginFacts, presets: [PluginPreset] = [], isolation: IsolationOptions? = nil
    ) {
        self.init(
            facts.descriptor(sampleRateHz: Self.nominalSampleRateHz), plugin: facts, presets: presets,
            placement: isolation == nil ? .inProcess : .outOfProcess
        ) {
            configuration, parameters throws(EngineError) in
            try Self.pluginUnit(facts, configuration, parameters, isolation)
        }
    }

    private static func pluginUnit(
        _ facts: PluginFacts, _ configuration: UnitConfiguration, _ parameters: ParameterBlock,
        _ isolation: IsolationOptions?
    ) throws(EngineError) -> RenderUnit {
        do {
            if let isolation {
                return try IsolatedUnit(facts, configuration, parameters: parameters, isolation)
            }
            return try PluginUnit(facts, configuration, parameters: parameters)
        } catch {
            throw .plugin(error)
        }
    }
}
