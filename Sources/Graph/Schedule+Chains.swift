import AVFRender

extension Schedule {
    /// Runs of at least two calls of nodes, one right after the other, each fed by the one before and by
    /// nothing else.
    ///
    /// Nothing else reads what is between them, so that they may be made together.
    package func chains(where isMember: (NodeID) -> Bool) -> [Range<Int>] {
        var chains: [Range<Int>] = []
        var first = 0
        while first < steps.count {
            var end = first + 1
            while end < steps.count, canFollow(end, isMember) { end += 1 }
            if end > first + 1 { chains.append(first..<end) }
            first = end
        }
        return chains
    }

    /// Whether the call at a place belongs to a chain with the one before it.
    private func canFollow(_ place: Int, _ isMember: (NodeID) -> Bool) -> Bool {
        let (before, step) = (steps[place - 1], steps[place])
        guard case .node(let id) = step.call, case .node(let idBefore) = before.call, isMember(id),
            isMember(idBefore), step.domain == before.domain, step.endedDomain == nil,
            before.endedDomain == nil, step.events.isEmpty, before.events.isEmpty,
            before.buses.outputs.count == 1, step.buses.outputs.count == 1,
            step.buses.inputs.count == 1
        else { return false }
        let (made, read) = (buses.joined(before.buses.outputs), buses.joined(step.buses.inputs))
        return made == read && !made.isEmpty && !isRead(Set(made), after: place)
    }

    /// Whether one of these buffers is read behind a place, before something else is written to it.
    private func isRead(_ buffers: Set<PlanBuffer>, after place: Int) -> Bool {
        var live = buffers.filter { if case .arena = $0 { true } else { false } }
        guard live.count == buffers.count else { return true }
        live.subtract(buses.joined(steps[place].buses.outputs))
        for step in steps[(place + 1)...] {
            if live.isEmpty { return false }
            if buses.joined(step.buses.inputs).contains(where: live.contains) { return true }
            live.subtract(buses.joined(step.buses.outputs))
        }
        return false
    }
}
