import AVFConsole
import AVFDevices
import AVFEngine
import AVFRender
import ArgumentParser
import Glibc
import Synchronization

/// `avf midi monitor`.
struct MonitorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monitor", abstract: "Shows what arrives at MIDI ports, one line for each message.",
        discussion: "Each line has seconds since the start, the port, the message, and its bytes or words.")

    @Argument(help: "The ports that give messages; all of them unless some are named.")
    var ports: [String] = []
    @Option(
        name: .customLong("port-name"),
        help: ArgumentHelp("Makes a port of that name, which other programs send to.", valueName: "name"))
    var ownPort: String?
    @Flag(
        name: .customLong("midi2"), help: "Shows messages of MIDI 2.0; by default they are translated to 1.0."
    )
    var isMIDI2 = false
    @Option(help: "Ends after so many messages.") var count: Int?

    func validate() throws {
        guard count.map({ $0 > 0 }) ?? true else { throw ValidationError("--count takes 1 or more.") }
    }

    func run() throws {
        Interruption.listen()
        let log = MessageLog()
        let inputs = try MIDICommand.explaining { () throws(MIDIError) in try open(log) }
        let isComplete = { count.map { log.count >= $0 } ?? false }
        while !Interruption.isRequested && !isComplete() { log.wait() }
        for input in inputs { input.close() }
    }

    private func open(_ log: MessageLog) throws(MIDIError) -> [MIDIInput] {
        let client = try MIDISystem.shared().client
        let all = try client.ports()
        var sources = all.filter(\.isSource)
        if !ports.isEmpty || ownPort != nil {
            sources = []
            for name in ports { sources.append(try MIDIPortName(name, side: .source).find(in: all)) }
        }
        guard !sources.isEmpty || ownPort != nil else { throw .noSuchPort("any", known: []) }
        let midiProtocol = isMIDI2 ? MIDIProtocol.midi2 : .midi1
        var inputs: [MIDIInput] = []
        for source in sources {
            inputs.append(
                try client.openInput(from: source.address, midiProtocol: midiProtocol) {
                    log.show($0, source.fullName, atMost: count)
                })
        }
        if let ownPort {
            inputs.append(
                try client.makeDestination(ownPort, midiProtocol: midiProtocol) {
                    log.show($0, ownPort, atMost: count)
                })
        }
        return inputs
    }
}

/// Prints messages as they come.
private final class MessageLog: Sendable {
    private let shown = Atomic<Int>(0)
    private let watch = Stopwatch()

    /// Messages that were printed.
    var count: Int { shown.load(ordering: .relaxed) }

    func wait() { usleep(20_000) }

    func show(_ batch: MIDIBatch, _ port: String, atMost limit: Int?) {
        for packet in batch.packets {
            guard shown.add(1, ordering: .relaxed).newValue <= limit ?? .max else { return }
            let words = packet.words.map { $0.hexadecimal(8) }.joined(separator: " ")
            Console.out("\(watch.seconds.digits(3))  \(port)  \(MIDIMessageText(packet).text)  [\(words)]")
        }
        try? Console.checkOutput()
    }
}

extension UInt32 {
    fileprivate func hexadecimal(_ digits: Int) -> String {
        let text = String(self, radix: 16, uppercase: true)
        return String(repeating: "0", count: Swift.max(0, digits - text.count)) + text
    }
}
