// A state as bytes: "AVFSTATE", version (32 bits), length and checksum of the rest (64 bits each), then the
// rest. All numbers are little-endian, texts and lists begin with their length (32 bits; contents of files:
// 64 bits).

extension UnitState {
    /// The newest version that this program reads, and the one that it writes.
    package static let version = 1
    private static let magic = Array("AVFSTATE".utf8)
    private static let headSize = 8 + 4 + 8 + 8

    /// The state as bytes: the same for the same state, on every machine.
    package var bytes: [UInt8] {
        var body = StateWriter()
        body.put(identifier)
        body.put(parameters.sorted { $0.key < $1.key }) { writer, entry in
            writer.put(entry.key)
            writer.put(entry.value.bitPattern)
        }
        body.put(uris) { $0.put($1) }
        body.put(properties) { writer, property in
            writer.put(property.key)
            writer.put(property.type)
            writer.put(property.flags)
            writer.put(property.value)
        }
        body.put(files) { writer, file in
            writer.put(file.name)
            writer.put(file.path)
            writer.put(UInt32(file.contents == nil ? 0 : 1))
            writer.put(file.contents ?? [])
        }
        var head = StateWriter()
        head.put(UInt32(Self.version))
        head.put(UInt64(body.bytes.count))
        head.put(Self.checksum(body.bytes[...]))
        return Self.magic + head.bytes + body.bytes
    }

    /// The state that bytes hold.
    ///
    /// - Throws: `UnitStateError` for bytes that are not exactly one whole state.
    package init(bytes: [UInt8]) throws(UnitStateError) {
        guard bytes.starts(with: Self.magic) else { throw .notAState }
        var head = StateReader(bytes[Self.magic.count...])
        guard let version = head.word(), let length = head.long(), let sum = head.long() else {
            throw .truncated(expected: Self.headSize, found: bytes.count)
        }
        guard version == Self.version else { throw .unknownVersion(Int(version)) }
        guard length == UInt64(bytes.count - Self.headSize) else {
            let expected = Int(clamping: length).addingReportingOverflow(Self.headSize)
            throw .truncated(expected: expected.overflow ? .max : expected.partialValue, found: bytes.count)
        }
        let body = bytes[Self.headSize...]
        guard Self.checksum(body) == sum else { throw .damaged }
        guard let state = Self.read(body) else { throw .damaged }
        self = state
    }

    private static func read(_ body: ArraySlice<UInt8>) -> UnitState? {
        var reader = StateReader(body)
        guard let identifier = reader.text(),
            let parameters = reader.list({ reader -> (String, Float)? in
                guard let symbol = reader.text(), let bits = reader.word() else { return nil }
                return (symbol, Float(bitPattern: bits))
            }),
            let uris = reader.list({ $0.text() }), let properties = reader.list(property),
            let files = reader.list(file), reader.isAtEnd
        else { return nil }
        var state = UnitState(
            identifier: identifier, parameters: Dictionary(parameters, uniquingKeysWith: { $1 }))
        (state.uris, state.properties, state.files) = (uris, properties, files)
        return state
    }

    private static func property(_ reader: inout StateReader) -> Property? {
        guard let key = reader.text(), let type = reader.text(), let flags = reader.word(),
            let value = reader.data()
        else { return nil }
        return Property(key: key, type: type, flags: flags, value: value)
    }

    private static func file(_ reader: inout StateReader) -> File? {
        guard let name = reader.text(), let path = reader.text(), let isCarried = reader.word(),
            let contents = reader.data()
        else { return nil }
        return File(name: name, path: path, contents: isCarried == 0 ? nil : contents)
    }

    /// Fowler, Noll and Vo's hash 1a (64 bits) over words of eight bytes, and single bytes at the end.
    ///
    /// Over words, because a state may carry megabytes of samples.
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.withUnsafeBytes { bytes in
            var hash: UInt64 = 0xcbf2_9ce4_8422_2325
            var offset = 0
            while offset + 8 <= bytes.count {
                let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                hash = (hash ^ word) &* 0x100_0000_01b3
                offset += 8
            }
            for byte in bytes[offset...] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
            return hash
        }
    }
}

/// Appends numbers, texts and lists.
private struct StateWriter {
    private(set) var bytes: [UInt8] = []

    mutating func put(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }

    mutating func put(_ text: String) {
        put(UInt32(text.utf8.count))
        bytes += text.utf8
    }

    mutating func put(_ data: [UInt8]) {
        put(UInt64(data.count))
        bytes += data
    }

    mutating func put<Element>(_ list: [Element], _ each: (inout StateWriter, Element) -> Void) {
        put(UInt32(list.count))
        for element in list { each(&self, element) }
    }
}

/// Takes apart what a writer made; nil wherever something is missing.
private struct StateReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func word() -> UInt32? { number() }

    mutating func long() -> UInt64? { number() }

    mutating func text() -> String? {
        guard let count = word(), let bytes = take(UInt64(count)) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    mutating func data() -> [UInt8]? {
        guard let count = long(), let bytes = take(count) else { return nil }
        return Array(bytes)
    }

    mutating func list<Element>(_ element: (inout StateReader) -> Element?) -> [Element]? {
        guard let count = word() else { return nil }
        var elements: [Element] = []
        for _ in 0..<count {
            guard let next = element(&self) else { return nil }
            elements.append(next)
        }
        return elements
    }

    private mutating func number<Number: FixedWidthInteger>() -> Number? {
        guard let bytes = take(UInt64(MemoryLayout<Number>.size)) else { return nil }
        return bytes.reversed().reduce(0) { $0 << 8 | Number($1) }
    }

    private mutating func take(_ count: UInt64) -> ArraySlice<UInt8>? {
        guard count <= UInt64(rest.count) else { return nil }
        defer { rest = rest.dropFirst(Int(count)) }
        return rest.prefix(Int(count))
    }
}
