import AVFRender

extension PluginUnit {
    /// Whether a block has been made.
    private var hasBeenHeard: Bool { processedBlockCount > 0 }

    /// Asks for the latency again if it may be another one than it was when the plugin was asked last.
    ///
    /// For a plugin that has not processed a block yet: afterwards each block tells it.
    package func updateLatency() {
        guard facts.latencyPort != nil, !hasBeenHeard, isLatencyStale else { return }
        withoutWork { withoutRun { settle() } }
    }

    /// Parameters or properties were set since the plugin was asked.
    private var isLatencyStale: Bool {
        instances[0].core.pointee.ports.pointee.seenChanges != parameters.reader.changeCount
            || hasTakenMessages.load(ordering: .relaxed)
    }

    /// Delivers what jobs answered, and reads the latency; not beside `run`.
    func settle() {
        hasTakenMessages.store(false, ordering: .relaxed)
        for instance in instances {
            ForeignCode.keepingFloatingPoint { instance.core.pointee.deliverResponses() }
            instance.core.pointee.readParameters(parameters.reader)
            instance.refreshLatency(parameters.reader, hasBeenHeard: hasBeenHeard)
        }
        latencyFrames = instances[0].latencyFrames
    }
}
