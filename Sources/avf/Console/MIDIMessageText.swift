import AVFRender

/// What a MIDI message says, in words.
struct MIDIMessageText {
    private let packet: UniversalPacket

    init(_ packet: UniversalPacket) { self.packet = packet }

    var text: String {
        let messages = packet.messagesInBytes
        guard !messages.isEmpty else { return "message of type \((packet.words.first ?? 0) >> 28)" }
        return messages.map(Self.text).joined(separator: ", ")
    }

    private static func text(_ bytes: [UInt8]) -> String {
        guard let status = bytes.first else { return "nothing" }
        guard status >= 0x80, status < 0xF0 else { return system(bytes) }
        let channel = "channel \((status & 15) + 1)"
        let (first, second) = (Int(bytes.dropFirst().first ?? 0), Int(bytes.dropFirst(2).first ?? 0))
        switch status & 0xF0 {
        case 0x80: return "note off \(key(first)) velocity \(second), \(channel)"
        case 0x90: return "note on \(key(first)) velocity \(second), \(channel)"
        case 0xA0: return "pressure of \(key(first)) \(second), \(channel)"
        case 0xB0: return "controller \(first) value \(second), \(channel)"
        case 0xC0: return "program \(first), \(channel)"
        case 0xD0: return "pressure \(first), \(channel)"
        default: return "pitch bend \(second << 7 + first - 8192), \(channel)"
        }
    }

    private static let systemNames: [UInt8: String] = [
        0xF1: "time code", 0xF2: "song position", 0xF3: "song", 0xF6: "tune request", 0xF8: "clock",
        0xFA: "start", 0xFB: "continue", 0xFC: "stop", 0xFE: "active sensing", 0xFF: "reset",
    ]

    private static func system(_ bytes: [UInt8]) -> String {
        if let status = bytes.first, let name = systemNames[status] { return name }
        return "system exclusive, \(bytes.count) bytes"
    }

    /// A key's number and its name, middle C (60) as C4.
    private static func key(_ number: Int) -> String {
        let names = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]
        return "\(number) (\(names[number % 12])\(number / 12 - 1))"
    }
}
