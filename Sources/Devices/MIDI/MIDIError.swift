/// Why MIDI could not be used: which port, and what the system said.
package enum MIDIError: Error, Equatable, Sendable {
    /// The machine has no sequencer, or it cannot be reached.
    case unavailable(code: Int32, cause: String)
    /// The user may not use the sequencer.
    case forbidden(code: Int32, cause: String)
    /// The sequencer refuses a request.
    case refused(_ request: String, port: String, code: Int32, cause: String)
    /// No port has that name or number.
    case noSuchPort(_ name: String, known: [String])
    /// Several ports begin with that name.
    case ambiguousPort(_ name: String, matches: [String])
    /// The port has only the other side.
    case wrongSide(port: String, needed: MIDIPortSide)
    /// The port was there and is gone.
    case gone(port: String)
    /// The port or the client was closed before.
    case closed(port: String)
    /// The words or bytes are no whole messages.
    case badMessage(offset: Int, cause: String)
    /// More is waiting for its time than an output may hold.
    case tooMuchScheduled(port: String, limitWords: Int)
}

extension MIDIError: CustomStringConvertible {
    /// The sentence a user reads.
    package var description: String {
        switch self {
        case .unavailable(_, let cause): "MIDI ports are not available: \(cause)"
        case .forbidden(_, let cause): "MIDI ports may not be used: \(cause)"
        case .refused(let request, let port, _, let cause): "MIDI port '\(port)': cannot \(request): \(cause)"
        case .noSuchPort(let name, let known):
            "there is no MIDI port '\(name)'"
                + (known.isEmpty ? "; there are none" : "; there are: \(known.joined(separator: ", "))")
        case .ambiguousPort(let name, let matches):
            "the MIDI port '\(name)' may be any of: \(matches.joined(separator: ", "))"
        case .wrongSide(let port, let needed): "the MIDI port '\(port)' is no \(needed.rawValue)"
        case .gone(let port): "the MIDI port '\(port)' is gone"
        case .closed(let port): "the MIDI port '\(port)' was closed"
        case .badMessage(let offset, let cause): "no MIDI message at offset \(offset): \(cause)"
        case .tooMuchScheduled(let port, let limit):
            "MIDI port '\(port)': more than \(limit) words are waiting for their time"
        }
    }
}
