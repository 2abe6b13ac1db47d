import AVFDevices
import AVFEngine

/// A MIDI port of this machine: what gives messages is a source, what takes them a destination. (Not in
/// Apple's API, where CoreMIDI has them.)
///
/// Where the machine has ALSA's sequencer, these are the ports of devices and of other programs; elsewhere,
/// or with `AVFAUDIO_MIDI=loopback` in the environment, those that this process makes. Every function may be
/// called from any thread.
public struct AVMIDIEndpoint: Hashable, Sendable, CustomStringConvertible {
    let port: MIDIPortInfo
    let side: MIDIPortSide

    init(_ port: MIDIPortInfo, _ side: MIDIPortSide) {
        self.port = port
        self.side = side
    }

    // MARK: - Finding ports

    /// The ports that give messages now, in the order of their addresses.
    ///
    /// - Throws: An `NSError` if MIDI may not be used.
    public static func sources() throws -> [AVMIDIEndpoint] { try all(.source) }

    /// The ports that take messages now, in the order of their addresses.
    ///
    /// - Throws: An `NSError` if MIDI may not be used.
    public static func destinations() throws -> [AVMIDIEndpoint] { try all(.destination) }

    /// The source that a user means: by its address (`20:0`), both names (`Keystation:MIDI 1`), one of them,
    /// or the beginning of any of these.
    ///
    /// - Throws: An `NSError` that lists what there is, if there is none, or if it may be several.
    public static func source(named name: String) throws -> AVMIDIEndpoint { try find(name, .source) }

    /// The destination that a user means; see `source(named:)`.
    ///
    /// - Throws: As there.
    public static func destination(named name: String) throws -> AVMIDIEndpoint {
        try find(name, .destination)
    }

    private static func all(_ side: MIDIPortSide) throws -> [AVMIDIEndpoint] {
        try midi { () throws(MIDIError) in
            try MIDISystem.shared().ports(side).map { AVMIDIEndpoint($0, side) }
        }
    }

    private static func find(_ name: String, _ side: MIDIPortSide) throws -> AVMIDIEndpoint {
        try midi { () throws(MIDIError) in
            AVMIDIEndpoint(try MIDISystem.shared().client.port(name, side: side), side)
        }
    }

    // MARK: - What it is

    /// The port's name.
    public var name: String { port.name }

    /// The name of the device or program that the port belongs to.
    public var deviceName: String { port.clientName }

    /// Both names, as a list shows them: `Keystation:MIDI 1`.
    public var displayName: String { port.fullName }

    /// The port's number in the system, such as `20:0`.
    ///
    /// It is another one when a device is plugged in again.
    public var address: String { port.address.description }

    /// Whether it gives messages; what does not takes them.
    public var isSource: Bool { side == .source }

    /// Whether a program has made it, and no device.
    public var isVirtual: Bool { port.isVirtual }

    /// Which messages it gives or takes by itself; others are translated.
    public var midiProtocol: MIDIProtocolID { port.midiProtocol.apple }

    /// The number by which functions of CoreMIDI's name it; 0 if MIDI cannot be used any more.
    public var endpointRef: MIDIEndpointRef {
        (try? MIDISystem.shared().number(of: port.address, side)) ?? 0
    }

    /// The display name and the address.
    public var description: String { "\(displayName) (\(address))" }

    // MARK: - Changes

    /// What happens to ports from now on.
    ///
    /// - Throws: An `NSError` if MIDI may not be used.
    public static func changes() throws -> AsyncStream<AVMIDIEndpointChange> {
        let system = try midi { () throws(MIDIError) in try MIDISystem.shared() }
        let (stream, continuation) = AsyncStream<AVMIDIEndpointChange>.makeStream()
        let observer = system.addObserver { announcement in
            AVMIDIEndpointChange.changes(of: announcement).forEach { continuation.yield($0) }
        }
        continuation.onTermination = { _ in system.removeObserver(observer) }
        return stream
    }
}

/// What has happened to a MIDI port. (Not in Apple's API, where CoreMIDI's clients are told.)
public enum AVMIDIEndpointChange: Hashable, Sendable {
    /// There is a new port.
    case appeared(AVMIDIEndpoint)
    /// A port is gone; the notes that it had sounding have ended.
    case gone(AVMIDIEndpoint)
    /// A port has another name.
    case renamed(from: AVMIDIEndpoint, to: AVMIDIEndpoint)

    static func changes(of announcement: MIDIAnnouncement) -> [AVMIDIEndpointChange] {
        switch announcement {
        case .appeared(let port): port.endpoints.map { .appeared($0) }
        case .gone(let port): port.endpoints.map { .gone($0) }
        case .changed(let old, let new):
            zip(old.endpoints, new.endpoints).map { .renamed(from: $0, to: $1) }
        case .lost: []
        }
    }
}

extension MIDIPortInfo {
    /// Its sides, each as an endpoint.
    fileprivate var endpoints: [AVMIDIEndpoint] {
        (isSource ? [AVMIDIEndpoint(self, .source)] : [])
            + (isDestination ? [AVMIDIEndpoint(self, .destination)] : [])
    }
}

extension MIDIProtocol {
    /// The protocol in Apple's words.
    var apple: MIDIProtocolID { self == .midi2 ? ._2_0 : ._1_0 }

    /// The protocol for Apple's words.
    init(_ apple: MIDIProtocolID) { self = apple == ._2_0 ? .midi2 : .midi1 }
}

/// Runs a body and throws its error as an `NSError`.
func midi<Result>(_ body: () throws(MIDIError) -> Result) throws -> Result {
    do throws(MIDIError) { return try body() } catch { throw AVFAudioError.error(.midi(error)) }
}
