import AVFRender

/// A node as the graph sees it.
package struct GraphNode: Sendable {
    /// How a node treats the formats of its buses.
    package enum Role: Sendable, Equatable {
        /// Has no inputs; its output has the format it was given.
        case source
        /// Makes n frames from n; one rate on all buses.
        case effect
        /// Makes frames of its one input at another pace; one rate on both buses.
        case timeEffect(InputPace)
        /// Takes any format on any number of inputs and converts.
        case mixer
        /// Hands what arrives to the program, at the rate and with the channels that it has.
        case sink
        /// The graph's end: takes any format and converts to the graph's own.
        case output
    }

    /// A role without what belongs to it.
    enum Kind: UInt8, Sendable {
        case source, effect, timeEffect, mixer, sink, output

        /// Whether outputs have the format of what arrives, unless they were given one.
        var passesFormatOn: Bool { self == .effect || self == .timeEffect }
    }

    /// How a time effect asks for its input; nil for any other node.
    var inputPace: InputPace? {
        if case .timeEffect(let pace) = role { pace } else { nil }
    }
    /// Whether its outputs have the format of what arrives, unless they were given one.
    package var passesFormatOn: Bool { role == .effect || inputPace != nil }

    /// Its name in messages.
    package let name: String
    /// How it treats formats.
    package let role: Role
    /// Input buses; nil for any number.
    package let inputBusCount: Int?
    /// Output buses.
    package let outputBusCount: Int
    /// Channels that the input buses have, whatever feeds them; nil, or no entry, for those that take any
    /// number.
    private let inputChannelCounts: [Int?]
    /// Formats that a connection or its owner gave its output buses.
    package var outputFormats = OutputFormats()
    /// The node passes its input through untouched.
    package var isBypassed = false
    /// Output buses with a tap.
    package var tappedBuses: Set<Int> = []
    /// Whether it takes events.
    package let takesEvents: Bool
    /// Whether it takes changes of parameters from a node that makes events by itself.
    package let takesParameters: Bool
    /// Event output buses.
    package let eventOutputCount: Int
    /// Whether it makes events by itself: then it is rendered even if it feeds nothing, and its events join
    /// those that a node gets from elsewhere.
    package let originatesEvents: Bool
    /// Whether its first event output has a listener.
    package var isEventTapped = false

    /// A node.
    package init(
        name: String, role: Role, inputBusCount: Int?, outputBusCount: Int, inputChannelCounts: [Int?] = [],
        takesEvents: Bool = false, takesParameters: Bool = false, eventOutputCount: Int = 0,
        originatesEvents: Bool = false
    ) {
        self.takesEvents = takesEvents
        self.takesParameters = takesParameters
        self.originatesEvents = originatesEvents
        self.eventOutputCount = eventOutputCount
        self.name = name
        self.role = role
        self.inputBusCount = inputBusCount
        self.outputBusCount = outputBusCount
        self.inputChannelCounts = inputChannelCounts
    }

    /// The format of an input bus that nothing feeds: as many channels as the bus has of its own, or else
    /// what the node's output has.
    func unfedInputFormat(bus: Int, output: BusFormat) -> BusFormat {
        guard inputChannelCounts.indices.contains(bus), let channelCount = inputChannelCounts[bus] else {
            return output
        }
        return BusFormat(sampleRateHz: output.sampleRateHz, channelCount: channelCount)
    }
}

extension GraphNode.Role {
    var kind: GraphNode.Kind {
        switch self {
        case .source: .source
        case .effect: .effect
        case .timeEffect: .timeEffect
        case .mixer: .mixer
        case .sink: .sink
        case .output: .output
        }
    }
}

/// Formats of a node's output buses, of which most nodes have one.
package struct OutputFormats: Sendable {
    private var first: BusFormat?
    private var others: [Int: BusFormat] = [:]

    /// The format of a bus; nil for one that was given none.
    package subscript(bus: Int) -> BusFormat? {
        get { bus == 0 ? first : others[bus] }
        set { if bus == 0 { first = newValue } else { others[bus] = newValue } }
    }
}
