import CAVFShimsLV2

/// Exchanges the numbers that stand for URIs inside an atom's body, which mean something in one process only.
///
/// Walks Object, Tuple, Vector, Sequence, Literal, Property and URID; whatever is not whole stays as it is.
package struct AtomURIs {
    /// What a number becomes, and the URI behind it.
    typealias Exchange = (UInt32) -> (number: UInt32, uri: String)

    /// No plugin's data nests deeper.
    private static let deepest = 32
    private var bytes: [UInt8]
    private let exchange: Exchange

    /// The body of an atom of that type, with other numbers.
    static func exchanged(_ body: [UInt8], type: String, _ exchange: @escaping Exchange) -> [UInt8] {
        guard isCompound(type) else { return body }
        var walk = AtomURIs(bytes: body, exchange: exchange)
        walk.body(0..<body.count, type, depth: 0)
        return walk.bytes
    }

    /// Replaces URIs by their places in a table, counted from 1; 0 stays 0.
    package static func collected(_ body: [UInt8], type: String, into uris: inout [String]) -> [UInt8] {
        var table = uris
        defer { uris = table }
        return withoutActuallyEscaping(
            { (number: UInt32) -> (number: UInt32, uri: String) in
                guard let text = avf_shim_urid_unmap(nil, number) else { return (0, "") }
                let uri = String(cString: text)
                if let place = table.firstIndex(of: uri) { return (UInt32(place + 1), uri) }
                table.append(uri)
                return (UInt32(table.count), uri)
            }, do: { exchanged(body, type: type, $0) })
    }

    /// Replaces places in a table by this process's numbers.
    package static func resolved(_ body: [UInt8], type: String, _ uris: [String]) -> [UInt8] {
        exchanged(body, type: type) { place in
            guard place > 0, place <= uris.count else { return (0, "") }
            let uri = uris[Int(place) - 1]
            return (avf_shim_urid_map(nil, uri), uri)
        }
    }

    private static func isCompound(_ type: String) -> Bool {
        let names = [
            "Object", "Blank", "Resource", "Tuple", "Vector", "Sequence", "Literal", "Property", "URID",
        ]
        return type.hasPrefix(LV2.atom) && names.contains(String(type.dropFirst(LV2.atom.count)))
    }

    private mutating func body(_ range: Range<Int>, _ type: String, depth: Int) {
        guard depth < Self.deepest, type.hasPrefix(LV2.atom) else { return }
        switch String(type.dropFirst(LV2.atom.count)) {
        case "URID": swap(range, at: 0)
        case "Literal":
            swap(range, at: 0)
            swap(range, at: 4)
        case "Property": property(range, depth)
        case "Tuple": atoms(range, headSize: 0, depth)
        case "Vector": vector(range, depth)
        case "Sequence":
            swap(range, at: 0)
            atoms(range.dropFirstBytes(8), headSize: 8, depth)
        case "Object", "Blank", "Resource":
            swap(range, at: 0)
            swap(range, at: 4)
            properties(range.dropFirstBytes(8), depth)
        default: break
        }
    }

    /// Atoms one behind the other, each after `headSize` bytes and padded to 8.
    private mutating func atoms(_ range: Range<Int>, headSize: Int, _ depth: Int) {
        var at = range.lowerBound
        while let end = atom(at + headSize, range, depth) {
            at = (end - range.lowerBound + 7) & ~7 + range.lowerBound
        }
    }

    private mutating func properties(_ range: Range<Int>, _ depth: Int) {
        var at = range.lowerBound
        while at + 16 <= range.upperBound {
            swap(range, at: at - range.lowerBound)
            swap(range, at: at + 4 - range.lowerBound)
            guard let end = atom(at + 8, range, depth) else { return }
            at = (end - range.lowerBound + 7) & ~7 + range.lowerBound
        }
    }

    private mutating func property(_ range: Range<Int>, _ depth: Int) {
        guard range.count >= 16 else { return }
        swap(range, at: 0)
        swap(range, at: 4)
        _ = atom(range.lowerBound + 8, range, depth)
    }

    private mutating func vector(_ range: Range<Int>, _ depth: Int) {
        guard range.count >= 8, let size = word(range.lowerBound) else { return }
        let type = swap(range, at: 4)
        guard type == LV2.atom + "URID", size == 4 else { return }
        for offset in stride(from: 8, to: range.count, by: 4) { swap(range, at: offset) }
    }

    /// Exchanges an atom's type and goes into its body; gives where it ends, or nil if it is not whole.
    private mutating func atom(_ at: Int, _ range: Range<Int>, _ depth: Int) -> Int? {
        guard at + 8 <= range.upperBound, let size = word(at), Int(size) <= range.upperBound - at - 8 else {
            return nil
        }
        let type = swap(range, at: at + 4 - range.lowerBound)
        body(at + 8..<at + 8 + Int(size), type, depth: depth + 1)
        return at + 8 + Int(size)
    }

    private func word(_ at: Int) -> UInt32? {
        guard at + 4 <= bytes.count else { return nil }
        return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: at, as: UInt32.self) }
    }

    /// Exchanges the number at an offset of a range; gives its URI.
    @discardableResult
    private mutating func swap(_ range: Range<Int>, at offset: Int) -> String {
        let place = range.lowerBound + offset
        guard place + 4 <= range.upperBound, let number = word(place), number != 0 else { return "" }
        let exchanged = exchange(number)
        bytes.withUnsafeMutableBytes {
            $0.storeBytes(of: exchanged.number, toByteOffset: place, as: UInt32.self)
        }
        return exchanged.uri
    }
}

extension Range<Int> {
    fileprivate func dropFirstBytes(_ count: Int) -> Range<Int> {
        Swift.min(lowerBound + count, upperBound)..<upperBound
    }
}
