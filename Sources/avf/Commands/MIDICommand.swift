import AVFConsole
import AVFDevices
import AVFEngine
import ArgumentParser

/// `avf midi`.
struct MIDICommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "midi", abstract: "Lists MIDI ports, shows what arrives at them, and sends to them.",
        discussion: """
            A port is named by its address (20:0), by both names (Keystation:MIDI 1), by one of them, or by \
            the beginning of any of these. The ports are those of ALSA's sequencer. Where the machine has \
            none, programs cannot see each other's.
            """,
        subcommands: [PortsCommand.self, MonitorCommand.self, SendCommand.self],
        defaultSubcommand: PortsCommand.self)

    /// Runs calls and turns their refusal into the command's failure.
    static func explaining<Result>(_ body: () throws(MIDIError) -> Result) throws(Failure) -> Result {
        do throws(MIDIError) { return try body() } catch { throw Failure(.midi(error)) }
    }
}

/// `avf midi ports`.
struct PortsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ports", abstract: "Lists the MIDI ports.")

    @Flag(help: "Prints JSON.") var json = false

    func run() throws {
        let (ports, isLoopback) = try MIDICommand.explaining { () throws(MIDIError) in
            let system = try MIDISystem.shared()
            return (try system.client.ports(), system.isLoopback)
        }
        if json { return Console.out(JSON.list(ports.map(Self.object)).text()) }
        if isLoopback {
            Console.error("avf: This machine has no ALSA sequencer (/dev/snd/seq): there are no MIDI ports.")
        }
        ports.forEach(Self.show)
    }

    private static func object(_ port: MIDIPortInfo) -> JSON {
        .entries([
            "address": .text(port.address.description), "name": .text(port.name),
            "device": .text(port.clientName), "isSource": .bool(port.isSource),
            "isDestination": .bool(port.isDestination), "isVirtual": .bool(port.isVirtual),
            "protocol": .text(port.midiProtocol == .midi2 ? "MIDI 2.0" : "MIDI 1.0"),
        ])
    }

    private static func show(_ port: MIDIPortInfo) {
        let abilities = [
            port.isSource ? "gives" : nil, port.isDestination ? "takes" : nil,
            port.midiProtocol == .midi2 ? "MIDI 2.0" : nil,
        ]
        Console.out(
            "\(port.address)  \(Console.bold(port.fullName)) "
                + "(\(abilities.compactMap(\.self).joined(separator: ", ")))")
    }
}
