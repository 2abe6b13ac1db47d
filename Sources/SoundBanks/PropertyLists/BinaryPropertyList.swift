/// Reads the binary form of a property list.
///
/// The format is that of Apple's open sources (CFBinaryPList.c): objects with a marker byte, a table of
/// their offsets, and a trailer of 32 bytes. Each object's place is checked when it is read; an object
/// within itself ends at `PropertyList.depthLimit`, and one that is referred to very often at `valueLimit`.
struct BinaryPropertyList {
    private let bytes: Bytes
    private var offsetSize = 0
    private var referenceSize = 0
    private var objectCount = 0
    private var table = 0
    private var valueCount = 0

    init(_ bytes: Bytes) { self.bytes = bytes }

    /// The list's top object.
    mutating func read() throws(PropertyList.Failure) -> PropertyList {
        let trailer = bytes.count - 32
        guard trailer >= 8 else { throw failure("the binary list is too short", 0) }
        offsetSize = bytes.u8(trailer + 6)
        referenceSize = bytes.u8(trailer + 7)
        objectCount = Int(truncatingIfNeeded: bytes.bigUInt(trailer + 8, byteCount: 8))
        let top = Int(truncatingIfNeeded: bytes.bigUInt(trailer + 16, byteCount: 8))
        table = Int(truncatingIfNeeded: bytes.bigUInt(trailer + 24, byteCount: 8))
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), table >= 8, table <= trailer,
            objectCount > 0, objectCount <= (trailer - table) / offsetSize
        else { throw failure("the trailer of the binary list does not fit the file", trailer) }
        return try object(top, depth: 0)
    }

    private func failure(_ reason: String, _ offset: Int) -> PropertyList.Failure {
        PropertyList.Failure(reason: reason, offset: max(0, offset))
    }

    private mutating func object(_ index: Int, depth: Int) throws(PropertyList.Failure) -> PropertyList {
        guard index >= 0, index < objectCount else { throw failure("object \(index) is not there", table) }
        let offset = Int(truncatingIfNeeded: bytes.bigUInt(table + index * offsetSize, byteCount: offsetSize))
        guard offset >= 8, offset < table else { throw failure("object \(index) is not in the file", table) }
        valueCount += 1
        guard depth < PropertyList.depthLimit, valueCount < PropertyList.valueLimit else {
            throw failure("objects contain one another too often", offset)
        }
        let low = bytes.u8(offset) & 0xF
        switch bytes.u8(offset) >> 4 {
        case 0: return low == 8 ? .boolean(false) : low == 9 ? .boolean(true) : .other
        case 1:
            let size = 1 << min(low, 4)
            // Numbers of 16 bytes hold unsigned ones of 8 in their second half.
            let value = bytes.bigUInt(offset + 1 + max(0, size - 8), byteCount: min(size, 8))
            return .integer(size < 8 ? Int(truncatingIfNeeded: value) : Int(Int64(bitPattern: value)))
        case 2: return .real(real(offset + 1, low))
        case 4...6: return try text(offset, depth)
        case 0xA, 0xC: return .array(try objects(offset, depth))
        case 0xD: return try dictionary(offset, depth)
        default: return .other
        }
    }

    private func real(_ offset: Int, _ kind: Int) -> Double {
        kind == 2 ? Double(bytes.bigFloat(offset)) : Double(bitPattern: bytes.bigUInt(offset, byteCount: 8))
    }

    /// Where the content of an object begins and how many elements it has; 15 means that a number follows.
    private func extent(_ offset: Int, elementSize: Int) throws(PropertyList.Failure) -> (
        start: Int, count: Int
    ) {
        var (start, count) = (offset + 1, bytes.u8(offset) & 0xF)
        if count == 15 {
            let size = 1 << min(bytes.u8(offset + 1) & 0xF, 3)
            let long = bytes.bigUInt(offset + 2, byteCount: size)
            guard long <= UInt64(table) else { throw failure("an object has \(long) elements", offset) }
            (start, count) = (offset + 2 + size, Int(long))
        }
        guard start <= table, count <= (table - start) / elementSize else {
            throw failure("an object has \(count) elements that are not there", offset)
        }
        return (start, count)
    }

    private func text(_ offset: Int, _ depth: Int) throws(PropertyList.Failure) -> PropertyList {
        let kind = bytes.u8(offset) >> 4
        let (start, count) = try extent(offset, elementSize: kind == 6 ? 2 : 1)
        switch kind {
        case 4: return .data(bytes.slice(at: start, count: count).array)
        case 5: return .string(String(decoding: bytes.slice(at: start, count: count).array, as: UTF8.self))
        default:
            let units = (0..<count).map { UInt16(bytes.bigU16(start + 2 * $0)) }
            return .string(String(decoding: units, as: UTF16.self))
        }
    }

    private mutating func objects(_ offset: Int, _ depth: Int) throws(PropertyList.Failure) -> [PropertyList]
    {
        let (start, count) = try extent(offset, elementSize: referenceSize)
        var values: [PropertyList] = []
        for index in 0..<count { values.append(try object(reference(start, index), depth: depth + 1)) }
        return values
    }

    private mutating func dictionary(_ offset: Int, _ depth: Int) throws(PropertyList.Failure) -> PropertyList
    {
        let (start, count) = try extent(offset, elementSize: 2 * referenceSize)
        var values: [String: PropertyList] = [:]
        for index in 0..<count {
            guard let key = try object(reference(start, index), depth: depth + 1).text else { continue }
            values[key] = try object(reference(start, count + index), depth: depth + 1)
        }
        return .dictionary(values)
    }

    private func reference(_ start: Int, _ index: Int) -> Int {
        let value = bytes.bigUInt(start + index * referenceSize, byteCount: referenceSize)
        return Int(truncatingIfNeeded: value)
    }
}
