/// One message of D-Bus, as bytes (D-Bus Specification 0.43, "Message Protocol"), little-endian.
struct BusMessage: Equatable {
    /// What the message is.
    enum Kind: UInt8 {
        case call = 1
        case reply = 2
        case error = 3
        case signal = 4
    }

    /// Whom a call is for.
    struct Target: Equatable {
        let destination: String
        let path: String
        let interface: String
    }

    var kind: Kind
    /// The call that this answers; 0 if it is no answer.
    var replySerial: UInt32 = 0
    /// The name of an error.
    var errorName = ""
    var body: [UInt8]

    /// Bytes before the header's fields.
    static let fixedByteCount = 16
    /// No message that is awaited here is nearly as long; the specification permits 128 MiB.
    static let longestByteCount = 65_536

    /// The bytes of a method call.
    static func call(
        serial: UInt32, _ target: Target, _ member: String, _ arguments: BusWriter = BusWriter()
    ) -> [UInt8] {
        var fields = BusWriter()
        fields.field(1, "o", target.path)
        fields.field(2, "s", target.interface)
        fields.field(3, "s", member)
        fields.field(6, "s", target.destination)
        if !arguments.signature.isEmpty { fields.field(8, "g", arguments.signature) }
        var message = BusWriter()
        message.bytes += [UInt8(ascii: "l"), Kind.call.rawValue, 0, 1]
        message.append(UInt32(arguments.bytes.count))
        message.append(serial)
        message.append(UInt32(fields.bytes.count))
        message.bytes += fields.bytes
        message.pad(to: 8)
        return message.bytes + arguments.bytes
    }

    /// How long the message is that begins with these 16 bytes; nil if it is none, or too long.
    static func byteCount(of start: [UInt8]) -> Int? {
        guard start.count >= fixedByteCount, start[0] == UInt8(ascii: "l"), start[3] == 1 else { return nil }
        var reader = BusReader(start)
        reader.skip(4)
        guard let body = reader.uint32() else { return nil }
        reader.skip(4)
        guard let fields = reader.uint32(), fields <= longestByteCount, body <= longestByteCount else {
            return nil
        }
        let count = fixedByteCount + (Int(fields) + 7) / 8 * 8 + Int(body)
        return count <= longestByteCount ? count : nil
    }

    /// Reads a message of which all bytes are there; nil if it is broken.
    init?(_ bytes: [UInt8]) {
        guard let count = Self.byteCount(of: bytes), bytes.count == count, let kind = Kind(rawValue: bytes[1])
        else { return nil }
        self.kind = kind
        body = []
        var reader = BusReader(bytes)
        reader.skip(4)
        let bodyCount = Int(reader.uint32() ?? 0)
        reader.skip(4)
        let end = Self.fixedByteCount + Int(reader.uint32() ?? 0)
        while reader.offset < end {
            guard readField(&reader) else { return nil }
        }
        body = Array(bytes.suffix(bodyCount))
    }

    private mutating func readField(_ reader: inout BusReader) -> Bool {
        reader.align(8)
        guard let code = reader.byte(), let signature = reader.signature() else { return false }
        switch signature {
        case "u":
            guard let value = reader.uint32() else { return false }
            if code == 5 { replySerial = value }
        case "g":
            guard reader.signature() != nil else { return false }
        case "s", "o":
            guard let value = reader.string() else { return false }
            if code == 4 { errorName = value }
        default: return false
        }
        return true
    }
}

/// Values in the order and with the gaps that D-Bus wants.
struct BusWriter {
    var bytes: [UInt8] = []
    /// The types of what was appended with a signature.
    private(set) var signature = ""

    mutating func pad(to alignment: Int) {
        while bytes.count % alignment != 0 { bytes.append(0) }
    }

    mutating func append(_ value: UInt32) {
        pad(to: 4)
        for shift in stride(from: UInt32(0), to: 32, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    mutating func argument(_ value: UInt32) {
        signature += "u"
        append(value)
    }

    mutating func argument(_ value: Int32) {
        signature += "i"
        append(UInt32(bitPattern: value))
    }

    mutating func argument(_ value: UInt64) {
        signature += "t"
        pad(to: 8)
        append(UInt32(truncatingIfNeeded: value))
        append(UInt32(truncatingIfNeeded: value >> 32))
    }

    mutating func argument(_ value: String) {
        signature += "s"
        append(value)
    }

    /// One field of a header: a structure of a code and a variant.
    mutating func field(_ code: UInt8, _ type: String, _ value: String) {
        pad(to: 8)
        bytes.append(code)
        appendSignature(type)
        if type == "g" { appendSignature(value) } else { append(value) }
    }

    private mutating func append(_ value: String) {
        append(UInt32(value.utf8.count))
        bytes += Array(value.utf8) + [0]
    }

    private mutating func appendSignature(_ value: String) {
        bytes += [UInt8(value.utf8.count)] + Array(value.utf8) + [0]
    }
}

/// Reads what a `BusWriter` or another program has written; every value is nil where the bytes end.
struct BusReader {
    private let bytes: [UInt8]
    private(set) var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func skip(_ count: Int) { offset = min(bytes.count, offset + count) }

    mutating func align(_ alignment: Int) { skip((alignment - offset % alignment) % alignment) }

    mutating func byte() -> UInt8? { take(1)?.first }

    mutating func uint32() -> UInt32? {
        align(4)
        return take(4).map { $0.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
    }

    mutating func uint64() -> UInt64? {
        align(8)
        return take(8).map { $0.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
    }

    mutating func string() -> String? {
        guard let count = uint32(), let text = take(Int(count)), byte() == 0 else { return nil }
        return String(decoding: text, as: UTF8.self)
    }

    mutating func signature() -> String? {
        guard let count = byte(), let text = take(Int(count)), byte() == 0 else { return nil }
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= bytes.count - offset else { return nil }
        defer { offset += count }
        return bytes[offset..<offset + count]
    }
}
