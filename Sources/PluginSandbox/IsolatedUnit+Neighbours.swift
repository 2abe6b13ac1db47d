/// Who lives with whom.
extension IsolatedUnit {
    /// Says whose graph the plugin is in; one that shared a process with another graph's leaves it.
    package func serve(_ owner: ObjectIdentifier) {
        let hostProcess = place.hostProcess
        if hostProcess.owner == nil { hostProcess.owner = owner }
        guard hostProcess.owner != owner else { return }
        guard hostProcess.isShared else { return hostProcess.owner = owner }
        _ = try? saveState()
        guard let new = try? PluginHostProcess.launch(options) else { return }
        new.owner = owner
        try? settle(in: new)
    }

    /// Whether the plugin may still move: it has not processed a block where it is.
    private var isMovable: Bool { flags.pointee.isUnused && isSociable }

    private var isSociable: Bool { isAlive && !state.withLock { $0.isSolitary } }

    /// Brings plugins that follow one another into one process, as far as that does no harm.
    ///
    /// Who has been heard stays where he is: an echo could not be carried over. The others move to those, or
    /// to the first one. A plugin that does not start there keeps the process it has.
    static func gather(_ chain: [IsolatedUnit]) {
        let settled = chain.first { !$0.flags.pointee.isUnused && $0.isSociable }
        guard var home = (settled ?? chain.first { $0.isSociable })?.place.hostProcess else { return }
        for unit in chain where unit.isSociable {
            if unit.isMovable { unit.move(to: home) } else { home = unit.place.hostProcess }
        }
    }

    private func move(to hostProcess: PluginHostProcess) {
        let old = place
        guard old.hostProcess !== hostProcess, !old.hostProcess.isShared, hostProcess.hasRoom,
            hostProcess.options == options,
            hostProcess.owner == old.hostProcess.owner
        else { return }
        // What was loaded before the first block, such as a preset.
        _ = try? saveState()
        guard let (place, latency) = try? start(in: hostProcess) else {
            return state.withLock { $0.isSolitary = true }
        }
        guard flags.pointee.move(from: old, to: place) else { return hostProcess.leave(place.member) }
        state.withLock { $0.place = place }
        latencyFrames = believable(latency)
        watch(place)
        old.hostProcess.leave(old.member)
    }
}
