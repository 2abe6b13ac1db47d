import AVFRender

/// What the control side asks of a plugin, wherever it runs: only values cross, so that a pipe can carry them.
package protocol HostedPlugin: RenderUnit {
    /// Everything that makes the plugin sound as it does.
    func saveState() throws(PluginError) -> UnitState
    /// Makes the plugin sound as it did; gives what the state asked for in vain.
    @discardableResult
    func restoreState(_ state: UnitState) throws(PluginError) -> UnitState.Gaps
    /// Whether nobody waits for the sound. [any]
    var rendersOffline: Bool { get set }
    /// Sends a MIDI message; false if too many wait.
    ///
    /// One thread at a time.
    func send(_ event: MIDIEvent) -> Bool
}
