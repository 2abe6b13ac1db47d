import AVFEngine
import Synchronization

/// The nodes that programs see, by the core nodes that they stand for.
///
/// An engine keeps its nodes alive.
final class NodeTable: Sendable {
    private struct Contents {
        var nodes: [ObjectIdentifier: AVAudioNode] = [:]
        var output: AVAudioOutputNode?
        var mixer: AVAudioMixerNode?
        var input: AVAudioInputNode?
    }

    private let contents = Mutex(Contents())

    /// The node that stands for a core node.
    subscript(core: EngineNode) -> AVAudioNode? { contents.withLock { $0.nodes[ObjectIdentifier(core)] } }

    func add(_ node: AVAudioNode) { contents.withLock { $0.nodes[ObjectIdentifier(node.core)] = node } }

    func remove(_ node: AVAudioNode) { contents.withLock { $0.nodes[ObjectIdentifier(node.core)] = nil } }

    /// All nodes.
    var nodes: [AVAudioNode] { contents.withLock { Array($0.nodes.values) } }

    /// Makes the table hold those of its nodes, and of `former` ones, whose core nodes are among `attached`.
    func restore(_ former: [AVAudioNode], attached: [EngineNode]) {
        let kept = Set(attached.map { ObjectIdentifier($0) })
        contents.withLock { contents in
            for node in former { contents.nodes[ObjectIdentifier(node.core)] = node }
            contents.nodes = contents.nodes.filter { kept.contains($0.key) }
        }
    }

    // MARK: - The nodes that every engine has, made when first asked for

    func output(_ core: OutputNode, of engine: AVAudioEngine) -> AVAudioOutputNode {
        contents.withLock { contents in
            if let made = contents.output { return made }
            let made = AVAudioOutputNode(core: core)
            made.didAttach(to: engine)
            contents.output = made
            contents.nodes[ObjectIdentifier(core)] = made
            return made
        }
    }

    func mixer(_ core: MixerNode, of engine: AVAudioEngine) -> AVAudioMixerNode {
        contents.withLock { contents in
            if let made = contents.mixer { return made }
            let made = AVAudioMixerNode(core)
            made.didAttach(to: engine)
            contents.mixer = made
            contents.nodes[ObjectIdentifier(core)] = made
            return made
        }
    }

    func input(_ core: InputNode, of engine: AVAudioEngine) -> AVAudioInputNode {
        contents.withLock { contents in
            if let made = contents.input { return made }
            let made = AVAudioInputNode(core)
            made.didAttach(to: engine)
            contents.input = made
            contents.nodes[ObjectIdentifier(core)] = made
            return made
        }
    }
}
