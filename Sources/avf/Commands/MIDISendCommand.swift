import AVFConsole
import AVFDevices
import AVFEngine
import ArgumentParser
import Glibc

/// `avf midi send`.
struct SendCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send", abstract: "Sends messages to a MIDI port.",
        discussion: """
            Bytes are hexadecimal: `avf midi send synth B0 07 64`. Notes are --note key[,velocity[,seconds]], \
            one after the other: `avf midi send synth --note 60 --note 64,100,2`.
            """)

    @Argument(help: "The port that takes the messages.") var port: String
    @Argument(help: "Bytes of whole messages, in hexadecimal.") var bytes: [String] = []
    @Option(
        name: .customLong("note"),
        help: ArgumentHelp("A note of a key, 0 to 127, on channel 1.", valueName: "key[,velocity[,seconds]]"))
    var notes: [String] = []

    func run() throws {
        let message = try Self.message(bytes)
        let notes = try notes.map { (text) throws(Failure) in try NoteArgument(text) }
        guard !message.isEmpty || !notes.isEmpty else {
            throw Failure(.usage, "Give bytes or --note to send.")
        }
        Interruption.listen()
        let output = try MIDICommand.explaining { () throws(MIDIError) in
            let client = try MIDISystem.shared().client
            let output = try client.openOutput(to: client.port(port, side: .destination).address)
            if !message.isEmpty { try output.send(bytes: message) }
            return output
        }
        for note in notes where !Interruption.isRequested {
            try MIDICommand.explaining { () throws(MIDIError) in
                try output.send(bytes: [0x90, note.key, note.velocity])
            }
            note.wait()
            try MIDICommand.explaining { () throws(MIDIError) in
                try output.send(bytes: [0x80, note.key, 64])
            }
        }
        output.close()
    }

    private static func message(_ texts: [String]) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        for text in texts {
            guard let byte = UInt8(text, radix: 16) else {
                throw Failure(.usage, "“\(text)” is no byte in hexadecimal.")
            }
            bytes.append(byte)
        }
        return bytes
    }
}

/// One `--note`.
struct NoteArgument: Equatable {
    let key: UInt8
    let velocity: UInt8
    let seconds: Double

    /// Takes `key[,velocity[,seconds]]` apart; 100 and half a second unless given.
    ///
    /// - Throws: `Failure` for anything else.
    init(_ text: String) throws(Failure) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let velocity = parts.count > 1 ? UInt8(parts[1]) : 100
        let seconds = parts.count > 2 ? Double(parts[2]) : 0.5
        guard (1...3).contains(parts.count), let key = UInt8(parts[0]), key < 128, let velocity,
            (1...127).contains(velocity), let seconds, (0...3600).contains(seconds)
        else {
            throw Failure(
                .usage,
                "“\(text)” is no note: key 0 to 127, velocity 1 to 127, seconds 0 to 3600, with commas between."
            )
        }
        (self.key, self.velocity, self.seconds) = (key, velocity, seconds)
    }

    /// Waits for its end, or until the user has enough.
    func wait() {
        let watch = Stopwatch()
        while watch.seconds < seconds && !Interruption.isRequested { usleep(1000) }
    }
}
