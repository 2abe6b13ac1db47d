/// Why an edit or a compilation of a graph was refused; nothing has changed when it is thrown.
package enum GraphError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The node is not part of the graph.
    case notInGraph(node: String)
    /// The node has no such bus.
    case noSuchBus(node: String, bus: Int, isInput: Bool, available: Int)
    /// Nothing is connected to the bus.
    case notConnected(node: String, bus: Int, isInput: Bool)
    /// The wire would lead a signal back to where it came from; the nodes in order.
    case cycle([String])
    /// The node gives no events on that bus.
    case noEventOutput(node: String, bus: Int, available: Int, destination: String)
    /// The node takes no events.
    case noEventInput(node: String, source: String)
    /// No event wire leads to the node, or from it.
    case eventsNotConnected(node: String, isInput: Bool)
    /// No audio can have such a format.
    case impossibleFormat(node: String, bus: Int, BusFormat)
    /// The two ends of a wire disagree, and the node at its end does not convert.
    case formatMismatch(source: String, BusFormat, destination: String, BusFormat)
    /// A node feeds two places that run at different rates.
    case splitAcrossRates(node: String)
    /// A node feeds a time effect, perhaps through others, and a place that does not run at its pace.
    case splitAcrossPaces(node: String, timeEffect: String)
    /// Time effects in series could ask for more frames than memory holds.
    case tooFast(node: String, timeEffect: String)

    package var description: String {
        switch self {
        case .notInGraph(let node):
            return "'\(node)' is not attached to this engine."
        case .noSuchBus(let node, let bus, let isInput, let available):
            let kind = isInput ? "input" : "output"
            let buses = available == 1 ? "1 \(kind) bus" : "\(available) \(kind) buses"
            return "'\(node)' has no \(kind) bus \(bus): it has \(buses)."
        case .notConnected(let node, let bus, let isInput):
            return "Nothing is connected to \(isInput ? "input" : "output") bus \(bus) of '\(node)'."
        case .cycle(let nodes):
            let path = nodes.map { "'\($0)'" }.joined(separator: " → ")
            return "The connection would close a cycle: \(path)."
        case .noEventOutput(let node, let bus, let available, let destination):
            return available == 0
                ? "'\(node)' gives no MIDI, so it cannot send any to '\(destination)'."
                : "'\(node)' has no event output bus \(bus) for '\(destination)': it has \(available)."
        case .noEventInput(let node, let source):
            return "'\(node)' takes no MIDI, so '\(source)' cannot send any to it."
        case .eventsNotConnected(let node, let isInput):
            return "No MIDI connection leads \(isInput ? "to" : "from") '\(node)'."
        case .impossibleFormat(let node, let bus, let format):
            return "Output bus \(bus) of '\(node)' cannot have the format \(format)."
        case .formatMismatch(let source, let sourceFormat, let destination, let destinationFormat):
            return "'\(source)' (\(sourceFormat)) cannot feed '\(destination)' (\(destinationFormat)): "
                + "formats must agree, except into a mixer or the output node, which convert."
        case .splitAcrossPaces(let node, let timeEffect):
            return
                "'\(node)' feeds '\(timeEffect)', which takes its input at a pace of its own, and also a place "
                + "that does not run at that pace; split paths must run at one pace until they are mixed."
        case .tooFast(let node, let timeEffect):
            return
                "'\(node)' feeds too many time effects in series: together with '\(timeEffect)' they could ask "
                + "for more than 32768 frames for each one that is heard."
        case .splitAcrossRates(let node):
            return "'\(node)' feeds places that run at different sample rates; "
                + "split paths must run at one rate until they are mixed."
        }
    }
}
