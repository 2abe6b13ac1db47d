/// One bus of one node, as the end of a connection.
///
/// Immutable; it does not keep the node alive.
open class AVAudioConnectionPoint: NSObject, @unchecked Sendable {
    // Sendable: the reference is weak and never set again.
    private weak var target: AVAudioNode?
    private let number: AVAudioNodeBus

    /// A bus of a node.
    public init(node: AVAudioNode, bus: AVAudioNodeBus) {
        target = node
        number = bus
        super.init()
    }

    /// The node; nil once it is gone.
    open var node: AVAudioNode? { target }

    /// The bus, from 0.
    open var bus: AVAudioNodeBus { number }
}
