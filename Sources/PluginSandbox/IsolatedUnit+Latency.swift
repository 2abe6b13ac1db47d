import AVFRender

/// The latency before the first block.
extension IsolatedUnit {
    package func updateLatency() {
        let place = place
        let changes = parameters.reader.changeCount
        let isStale = state.withLock { $0.askedChanges != changes || !$0.settings.isEmpty }
        guard facts.latencyPort != nil, flags.pointee.isUnused, isAlive, isStale else { return }
        state.withLock { $0.askedChanges = changes }
        if let frames = askLatency(place.hostProcess, place.member) { latencyFrames = believable(frames) }
    }

    /// The latency with the present parameters; nil if there is no answer.
    func askLatency(_ hostProcess: PluginHostProcess, _ member: Int) -> Int? {
        guard facts.latencyPort != nil else { return nil }
        let answer = try? hostProcess.ask(.updateLatency, of: member, ParameterTargets(parameters).bytes)
        guard let answer else { return nil }
        var reader = ByteReader(answer)
        return reader.number().map { Int(clamping: $0) }
    }
}
