import AVFLV2Host
import AVFPluginSandbox
import AVFRender

extension AudioEngine {
    /// Tells the event handler what plugins have done since the last call.
    ///
    /// On the pump's thread; offline on the thread that renders or stops the engine instead, so that the
    /// block in which a plugin was lost is the last one before the report.
    func reportFaults(_ servicedNodes: ServicedNodes) {
        for node in servicedNodes.watched {
            for trouble in node.takeFaults() { report(trouble, of: node) }
        }
    }

    /// The same, if anything has gone wrong at all.
    func reportNewFaults(_ servicedNodes: ServicedNodes) {
        let count = PluginFaultCount.current
        guard !servicedNodes.watched.isEmpty, seenFaultCount.load(ordering: .relaxed) != count else { return }
        seenFaultCount.store(count, ordering: .relaxed)
        reportFaults(servicedNodes)
    }

    /// Lets a plugin that crashes while it is cleaned up be reported, though its unit is gone by then.
    func watchEnd(of plugin: IsolatedUnit, name: String) {
        plugin.onLateLoss { [weak self] loss in
            // The supervisor's thread has other plugins to look after.
            self?.later { [weak self] in self?.emit(.failed(.plugin(.lost(name: name, loss)))) }
        }
    }

    private func report(_ trouble: PluginFault, of node: EngineNode) {
        switch trouble {
        case .unfitOutput: emit(.failed(.plugin(.unfitOutput(name: node.name))))
        case .unreadableMessages: emit(.failed(.plugin(.unreadableMessages(name: node.name))))
        case .strayWrite: emit(.failed(.plugin(.strayWrite(name: node.name))))
        case .stuckWorker(let seconds):
            emit(.failed(.plugin(.stuckWorker(name: node.name, seconds: seconds))))
        case .late: emit(.failed(.plugin(.late(name: node.name))))
        case .restarted: emit(.pluginRestarted(node: node))
        case .lost(let loss, let restarts):
            let error = EngineError.plugin(.lost(name: node.name, loss))
            if !restarts { state.withLock { $0.lastError = error } }
            emit(.pluginLost(node: node, error, restarts: restarts))
        }
    }
}
