/// Finds the messages in a stream of bytes of MIDI 1.0, which may come in any pieces.
///
/// MIDI 1.0 Detailed Specification 4.2, "Data Types" and appendix A: a status holds for further data until
/// another one comes (running status), and System messages end that; real-time bytes may stand anywhere and
/// change nothing; System Exclusive ends with F7 or with any other status but those. Whatever the bytes are,
/// the parser goes on with the next status. `damage` counts what was left out.
package struct MIDIByteParser: Sendable {
    /// Bytes of a System Exclusive message, at most, unless the caller says otherwise: 4 MiB.
    package static let usualExclusiveLimit = 4 << 20

    private let exclusiveLimit: Int
    /// The status that data bytes belong to; 0 for none, 0xF0 in System Exclusive.
    private var status: UInt8 = 0
    private var data: (first: UInt8, count: Int) = (0, 0)
    private var exclusive: [UInt8] = []
    private var isTooLong = false
    /// What was left out since `takeDamage`.
    package private(set) var damage = MIDIDamage()

    /// A parser at the beginning of a stream.
    ///
    /// - Parameter exclusiveLimit: Bytes that a System Exclusive message may have, with F0 and F7.
    package init(exclusiveLimit: Int = MIDIByteParser.usualExclusiveLimit) {
        self.exclusiveLimit = max(2, exclusiveLimit)
    }

    /// Takes the next bytes, and hands out each message that is whole now, status first.
    package mutating func parse(_ bytes: some Sequence<UInt8>, _ receive: (_ message: [UInt8]) -> Void) {
        for byte in bytes {
            switch byte {
            case 0..<0x80: takeData(byte, receive)
            case 0xF8...0xFF: takeRealTime(byte, receive)
            default: takeStatus(byte, receive)
            }
        }
    }

    /// What was left out since the last call.
    package mutating func takeDamage() -> MIDIDamage {
        defer { damage = MIDIDamage() }
        return damage
    }

    /// Forgets an unfinished message and the running status: the stream begins anew.
    package mutating func reset() {
        noteCut()
        if status == 0xF0, !isTooLong { damage.longExclusiveCount += 1 }
        exclusive = []
        status = 0
    }

    private mutating func takeRealTime(_ byte: UInt8, _ receive: ([UInt8]) -> Void) {
        guard MIDIStatus.byteCount(byte) == 1 else {
            damage.undefinedCount += 1
            return
        }
        receive([byte])
    }

    private mutating func takeStatus(_ byte: UInt8, _ receive: ([UInt8]) -> Void) {
        noteCut()
        if status == 0xF0 {
            endExclusive(isEnded: byte == 0xF7, receive)
        } else if byte == 0xF7 {
            damage.strayByteCount += 1
        }
        (data.count, status) = (0, 0)
        switch MIDIStatus.byteCount(byte) {
        case 2...: status = byte
        case 1: receive([byte])
        default: beginExclusive(byte)
        }
    }

    private mutating func beginExclusive(_ byte: UInt8) {
        if byte == 0xF0 {
            (status, exclusive, isTooLong) = (0xF0, [0xF0], false)
        } else if byte != 0xF7 {
            damage.undefinedCount += 1
        }
    }

    private mutating func noteCut() {
        // With data but without the last byte: only then was there anything to lose.
        if status != 0xF0, data.count > 0 { damage.cutMessageCount += 1 }
        data.count = 0
    }

    private mutating func endExclusive(isEnded: Bool, _ receive: ([UInt8]) -> Void) {
        defer { exclusive = [] }
        guard !isTooLong else { return }
        if !isEnded { damage.openExclusiveCount += 1 }
        receive(exclusive + [0xF7])
    }

    private mutating func takeData(_ byte: UInt8, _ receive: ([UInt8]) -> Void) {
        switch MIDIStatus.byteCount(status) {
        case 3 where data.count == 0: data = (byte, 1)
        case 3: finish([status, data.first, byte], receive)
        case 2: finish([status, byte], receive)
        default: takeExclusive(byte)
        }
    }

    private mutating func finish(_ message: [UInt8], _ receive: ([UInt8]) -> Void) {
        data.count = 0
        // System messages have no running status.
        if status >= 0xF0 { status = 0 }
        receive(message)
    }

    private mutating func takeExclusive(_ byte: UInt8) {
        guard status == 0xF0 else {
            damage.strayByteCount += 1
            return
        }
        guard !isTooLong else { return }
        exclusive.append(byte)
        // Room for F7 is kept.
        guard exclusive.count >= exclusiveLimit else { return }
        (isTooLong, exclusive) = (true, [])
        damage.longExclusiveCount += 1
    }
}
