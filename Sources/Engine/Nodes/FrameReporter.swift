import AVFUnits

extension EngineNode {
    /// What a node says when a block of the program's has failed; empty if none has.
    func failures(_ flags: FrameFlags) -> [@Sendable () -> Void] {
        guard let engine, let status = flags.takeFailure() else { return [] }
        let error = EngineError.blockFailed(node: name, status: status)
        return [{ [weak engine] in engine?.report(error) }]
    }
}
