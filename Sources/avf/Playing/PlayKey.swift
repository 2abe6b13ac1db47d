import Glibc

/// What a key tells a player.
enum PlayKey: Equatable {
    case pause, quit, next, previous, mute
    case seek(seconds: Double)
    case volume(percent: Double)
    case start

    /// What a person is told.
    static let help = "space pauses, ←→ seek, ↑↓ volume, m mute, <> file, q quits"

    /// The keys that bytes of a terminal stand for; what means nothing is left out.
    static func keys(in bytes: [UInt8]) -> [PlayKey] {
        var keys: [PlayKey] = []
        var rest = bytes[...]
        while let first = rest.popFirst() {
            if first == 0x1b, let second = rest.first,
                second == UInt8(ascii: "[") || second == UInt8(ascii: "O")
            {
                rest.removeFirst()
                if let key = sequence(&rest) { keys.append(key) }
            } else if let key = single(first) {
                keys.append(key)
            }
        }
        return keys
    }

    /// ECMA-48 sequences, behind their introducer: parameters, then a final byte.
    private static func sequence(_ rest: inout ArraySlice<UInt8>) -> PlayKey? {
        var parameters: [UInt8] = []
        while let byte = rest.popFirst() {
            guard (0x40...0x7e).contains(byte) else {
                parameters.append(byte)
                continue
            }
            switch byte {
            case UInt8(ascii: "A"): return .volume(percent: 5)
            case UInt8(ascii: "B"): return .volume(percent: -5)
            case UInt8(ascii: "C"): return .seek(seconds: 5)
            case UInt8(ascii: "D"): return .seek(seconds: -5)
            case UInt8(ascii: "H"): return .start
            case UInt8(ascii: "~"):
                return switch parameters.first {
                case UInt8(ascii: "1"): .start
                case UInt8(ascii: "5"): .seek(seconds: -60)
                case UInt8(ascii: "6"): .seek(seconds: 60)
                default: nil
                }
            default: return nil
            }
        }
        return nil
    }

    private static func single(_ byte: UInt8) -> PlayKey? {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "p"): .pause
        case UInt8(ascii: "q"), UInt8(ascii: "Q"), 4: .quit
        case UInt8(ascii: "<"), UInt8(ascii: ","): .previous
        case UInt8(ascii: ">"), UInt8(ascii: "."), UInt8(ascii: "\n"): .next
        case UInt8(ascii: "m"): .mute
        case UInt8(ascii: "9"), UInt8(ascii: "/"): .volume(percent: -5)
        case UInt8(ascii: "0"), UInt8(ascii: "*"): .volume(percent: 5)
        default: nil
        }
    }

    /// Waits up to so many milliseconds for keys; nil when the terminal is gone.
    static func wait(milliseconds: Int32) -> [PlayKey]? {
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard poll(&input, 1, milliseconds) > 0 else { return [] }
        var room = [UInt8](repeating: 0, count: 64)
        let count = read(STDIN_FILENO, &room, room.count)
        if count > 0 { return keys(in: Array(room[..<count])) }
        return Int32(input.revents) & (POLLHUP | POLLERR | POLLNVAL) != 0 ? nil : []
    }
}
