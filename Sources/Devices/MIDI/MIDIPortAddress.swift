/// The number of a port: its client's, and its own within the client; written as `20:0`.
package struct MIDIPortAddress: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The client, 0…255 in ALSA.
    package let client: Int32
    /// The port of the client, 0…255 in ALSA.
    package let port: Int32

    /// The port of a client.
    package init(client: Int32, port: Int32) {
        self.client = client
        self.port = port
    }

    /// Reads `20:0`; nil for anything else.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let client = Int32(parts[0]), let port = Int32(parts[1]), client >= 0,
            port >= 0
        else { return nil }
        self.init(client: client, port: port)
    }

    package var description: String { "\(client):\(port)" }

    package static func < (first: MIDIPortAddress, second: MIDIPortAddress) -> Bool {
        (first.client, first.port) < (second.client, second.port)
    }
}
