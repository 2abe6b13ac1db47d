import AVFPluginCatalog
import AVFRender

/// What the control side asks of a plugin, wherever it runs: only values cross, so that a line can carry
/// them.
package protocol HostedPlugin: AutomatedUnit {
    /// The facts the unit was made from.
    var facts: PluginFacts { get }
    /// Everything that makes the plugin sound as it does.
    func saveState() throws(PluginError) -> UnitState
    /// Makes the plugin sound as it did; gives what the state asked for in vain.
    @discardableResult
    func restoreState(_ state: UnitState) throws(PluginError) -> UnitState.Gaps
    /// Asks a plugin that has not processed a block yet for its latency again, if parameters or properties
    /// were set since.
    func updateLatency()
    /// Who tells the plugin where the music is.
    var transport: TransportSource { get }
    /// Sets a property: one of the parameters that are no ports, by its URI or symbol.
    func setProperty(_ identifier: String, _ value: PropertyValue) throws(PluginError)
    /// The value of a property; nil if it is not known.
    func property(_ identifier: String) throws(PluginError) -> PropertyValue?
    /// Whether the plugin passes its input through by itself; only plugins with an `lv2:enabled` port can.
    /// [any]
    var isBypassed: Bool { get set }
    /// Whether rendering is offline. [any]
    var rendersOffline: Bool { get set }
    /// Blocks with samples that were muted: NaN, infinity, or noise beyond measure. [any]
    var mutedBlockCount: Int { get }
    /// Blocks whose messages were dropped because they could not be read. [any]
    var unreadableBlockCount: Int { get }
    /// What the plugin said since the last call.
    func takeLog() -> String
    /// What went wrong since the last call; a loss is told each time, everything else
    /// once.
    func takeFaults() -> [PluginFault]
}

extension HostedPlugin {
    /// Whether the plugin can pass its input through by itself.
    package var canBypass: Bool { facts.controlInput(.enabled) != nil }
}
