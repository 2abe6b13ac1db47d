/// Numbers as the bytes of a file.
package enum Build {
    package static func little<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }

    package static func big<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }

    /// A number of 16 bits, negative or up to 65,535.
    package static func u16(_ value: Int) -> [UInt8] { little(UInt16(truncatingIfNeeded: value)) }
    package static func u32(_ value: Int) -> [UInt8] { little(UInt32(truncatingIfNeeded: value)) }

    /// A text in a field of fixed length.
    package static func text(_ text: String, _ count: Int) -> [UInt8] {
        let bytes = Array(text.utf8.prefix(count))
        return bytes + [UInt8](repeating: 0, count: count - bytes.count)
    }

    /// A RIFF chunk with its pad byte.
    package static func chunk(_ id: String, _ content: [UInt8], isPadded: Bool = true) -> [UInt8] {
        Array(id.utf8) + u32(content.count) + content + (isPadded && content.count % 2 == 1 ? [0] : [])
    }

    package static func list(_ type: String, _ chunks: [UInt8]...) -> [UInt8] {
        chunk("LIST", Array(type.utf8) + chunks.flatMap { $0 })
    }

    /// 16-bit samples.
    package static func samples(_ values: [Int16]) -> [UInt8] { values.flatMap { little($0) } }
}
