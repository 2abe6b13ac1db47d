/// Where recorded sound would enter.
///
/// Recording does not exist yet: every edit that names the node is refused.
package final class InputNode: EngineNode, @unchecked Sendable {  // Proof: see EngineNode.
    /// An input that cannot be used.
    package init() {
        super.init(name: "input", role: .source, inputBusCount: 1, outputBusCount: 1)
    }

    package override var unusableReason: EngineError? {
        .notSupported(node: name, reason: "cannot be used: recording is not supported yet")
    }
}
