/// Names a node within one graph; a later node has a larger number.
package struct NodeID: Hashable, Comparable, Sendable {
    /// The number, and below it the slot.
    private let bits: Int

    private static let slotBitCount = 28

    /// The number.
    package var rawValue: Int { bits >> Self.slotBitCount }

    /// Where its graph keeps what it knows of the node; a later node has the same slot when this one is gone.
    var slot: Int { bits & (1 << Self.slotBitCount - 1) }

    /// The node with that number, in the first slot.
    package init(_ rawValue: Int) { self.init(rawValue, slot: 0) }

    init(_ rawValue: Int, slot: Int) { bits = rawValue << Self.slotBitCount | slot }

    /// Numbers that count up need no scrambling: with the usual hash, looking up thousands of nodes is mostly
    /// hashing.
    package func _rawHashValue(seed: Int) -> Int { rawValue ^ seed }

    package static func < (first: NodeID, second: NodeID) -> Bool { first.bits < second.bits }
}

/// One bus of one node.
package struct Endpoint: Hashable, Comparable, Sendable {
    /// The node.
    package let node: NodeID
    /// The bus, from 0.
    package let bus: Int

    /// A bus of a node.
    package init(_ node: NodeID, _ bus: Int = 0) {
        self.node = node
        self.bus = bus
    }

    package static func < (first: Endpoint, second: Endpoint) -> Bool {
        first.node == second.node ? first.bus < second.bus : first.node < second.node
    }
}

/// A wire from an output bus to an input bus.
package struct Connection: Hashable, Sendable {
    /// The output bus.
    package let source: Endpoint
    /// The input bus.
    package let destination: Endpoint

    /// A wire.
    package init(from source: Endpoint, to destination: Endpoint) {
        self.source = source
        self.destination = destination
    }
}

/// A wire from an event output bus to a node that takes events.
package struct EventConnection: Hashable, Sendable {
    /// The event output bus.
    package let source: Endpoint
    /// The node that takes the events.
    package let destination: NodeID

    /// A wire.
    package init(from source: Endpoint, to destination: NodeID) {
        self.source = source
        self.destination = destination
    }
}

/// Sample rate and channels of a bus.
package struct BusFormat: Hashable, Sendable, CustomStringConvertible {
    /// Frames a second.
    package var sampleRateHz: Double
    /// Number of channels.
    package var channelCount: Int

    /// A format.
    package init(sampleRateHz: Double, channelCount: Int) {
        self.sampleRateHz = sampleRateHz
        self.channelCount = channelCount
    }

    /// Whether audio of this format can exist.
    package var isValid: Bool {
        sampleRateHz.isFinite && (1...1_536_000).contains(sampleRateHz) && (1...256).contains(channelCount)
    }

    package var description: String {
        let rate =
            sampleRateHz.rounded() == sampleRateHz && sampleRateHz.isFinite
            ? "\(Int64(sampleRateHz))" : "\(sampleRateHz)"
        return "\(channelCount) ch, \(rate) Hz"
    }
}
