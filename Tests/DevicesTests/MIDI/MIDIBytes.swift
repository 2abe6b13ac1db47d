/// Bytes of MIDI 1.0 for tests, made by its rules (Detailed Specification 4.2, table I).
enum MIDIBytes {
    /// Data bytes that a status has; nil for System Exclusive, its end, and undefined ones.
    static func dataCount(_ status: UInt8) -> Int? {
        switch status {
        case 0x80...0xBF, 0xE0...0xEF, 0xF2: 2
        case 0xC0...0xDF, 0xF1, 0xF3: 1
        case 0xF6, 0xF8, 0xFA, 0xFB, 0xFC, 0xFE, 0xFF: 0
        default: nil
        }
    }

    /// Whether bytes are one whole message.
    static func isMessage(_ bytes: [UInt8]) -> Bool {
        guard let status = bytes.first, bytes.count > 1 || status >= 0xF6 else { return false }
        let isExclusive = status == 0xF0 && bytes.last == 0xF7
        let data = isExclusive ? bytes.dropFirst().dropLast() : bytes.dropFirst()
        return data.allSatisfy { $0 < 0x80 } && (isExclusive || dataCount(status) == data.count)
    }

    /// A message of any kind but those in real time.
    static func randomMessage(_ random: inout some RandomNumberGenerator) -> [UInt8] {
        let status: UInt8 =
            Int.random(in: 0..<4, using: &random) > 0
            ? .random(in: 0x80...0xEF, using: &random)
            : [0xF0, 0xF1, 0xF2, 0xF3, 0xF6].randomElement(using: &random) ?? 0xF6
        let count = dataCount(status) ?? Int.random(in: 0...30, using: &random)
        let data = (0..<count).map { _ in UInt8.random(in: 0...127, using: &random) }
        return [status] + data + (status == 0xF0 ? [0xF7] : [])
    }

    /// The messages as a stream: a status is left out where it may be, and clock bytes stand anywhere.
    static func stream(
        _ messages: [[UInt8]], _ random: inout some RandomNumberGenerator
    ) -> (bytes: [UInt8], clockCount: Int) {
        var (bytes, running, clockCount) = ([UInt8](), UInt8(0), 0)
        for message in messages {
            let status = message[0]
            let isShort = status == running && Bool.random(using: &random)
            running = status < 0xF0 ? status : 0
            for byte in isShort ? message[1...] : message[...] {
                bytes.append(byte)
                guard Int.random(in: 0..<8, using: &random) == 0 else { continue }
                bytes.append(0xF8)
                clockCount += 1
            }
        }
        return (bytes, clockCount)
    }

    /// A byte; statuses are likelier than by chance.
    static func likely(_ random: inout some RandomNumberGenerator) -> UInt8 {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: [0xF0, 0xF7, 0xF8, 0xF4].randomElement(using: &random) ?? 0xF0
        case 1: .random(in: 0x80...0xFF, using: &random)
        default: .random(in: 0...0x7F, using: &random)
        }
    }
}
