/// Finds a port by what a user writes.
///
/// That is, in this order: its number (`20:0`), both names (`Keystation:MIDI 1`), the name of the client or
/// of the port alone, and the beginning of any of these, without regard to case. A client's name means its
/// first port. A beginning must fit one port only, or ports of one client.
package struct MIDIPortName: Sendable {
    private let text: String
    private let side: MIDIPortSide

    /// What a user has written, and which side of the port is needed.
    package init(_ text: String, side: MIDIPortSide) {
        self.text = text
        self.side = side
    }

    /// The port of that name among `ports`.
    ///
    /// - Throws: `MIDIError.noSuchPort` with the names there are; `.ambiguousPort` with those that fit;
    ///   `.wrongSide` for a number or a whole name whose port has only the other side.
    package func find(in ports: [MIDIPortInfo]) throws(MIDIError) -> MIDIPortInfo {
        let sorted = ports.sorted { $0.address < $1.address }
        let fitting = sorted.filter(hasSide)
        if let port = exact(in: fitting) { return port }
        if let port = exact(in: sorted) { throw .wrongSide(port: port.fullName, needed: side) }
        let begun = fitting.filter(begins)
        guard let first = begun.first else {
            throw .noSuchPort(text, known: fitting.map { "\($0.address) \($0.fullName)" })
        }
        guard begun.allSatisfy({ $0.address.client == first.address.client }) else {
            throw .ambiguousPort(text, matches: begun.map { "\($0.address) \($0.fullName)" })
        }
        return first
    }

    private func hasSide(_ port: MIDIPortInfo) -> Bool {
        side == .source ? port.isSource : port.isDestination
    }

    private func exact(in ports: [MIDIPortInfo]) -> MIDIPortInfo? {
        if let address = MIDIPortAddress(text) { return ports.first { $0.address == address } }
        return ports.first { $0.fullName == text } ?? ports.first { $0.clientName == text }
            ?? ports.first { $0.name == text }
    }

    private func begins(_ port: MIDIPortInfo) -> Bool {
        let start = text.lowercased()
        guard !start.isEmpty else { return false }
        return [port.fullName, port.clientName, port.name].contains { $0.lowercased().hasPrefix(start) }
    }
}
