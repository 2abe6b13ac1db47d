import Glibc

/// Memory handed to a plugin: it stays where it is until the owner goes.
package final class ForeignMemory {
    private var blocks: [UnsafeMutableRawPointer] = []
    /// Guarded memory, if a plugin is being validated in it.
    private let isGuarded: Bool
    package private(set) var pieces: [GuardedPiece] = []
    /// What guarded memory is for, in reports.
    package var purpose = "what the host offers"
    /// Where the next few bytes come from.
    private var shelf: UnsafeMutableRawPointer?
    private var roomLeft = 0

    /// Memory of the heap, or guarded memory, which reports accesses that are not allowed.
    package init(isGuarded: Bool = false) { self.isGuarded = isGuarded }

    deinit {
        blocks.forEach { free($0) }
        for piece in pieces {
            piece.check()
            piece.retire()
        }
    }

    /// Zeroed bytes, aligned to 16; many to a cache line.
    ///
    /// Few lie side by side, because what an instance needs in each block should take few cache lines. Pages
    /// that are not touched cost nothing.
    package func bytes(_ count: Int) -> UnsafeMutableRawPointer? {
        guard !isGuarded else { return piece(count) }
        guard count <= Self.smallSize else { return block(count) }
        let size = (max(1, count) + 15) & ~15
        if roomLeft < size {
            guard let made = block(Self.shelfSize) else { return nil }
            (shelf, roomLeft) = (made, Self.shelfSize)
        }
        defer { (shelf, roomLeft) = (shelf.map { $0 + size }, roomLeft - size) }
        return shelf
    }

    private func piece(_ count: Int) -> UnsafeMutableRawPointer? {
        guard let piece = GuardedPiece(byteCount: count, name: purpose) else { return nil }
        pieces.append(piece)
        return piece.place(byteCount: count)
    }

    private func block(_ count: Int) -> UnsafeMutableRawPointer? {
        guard let block = calloc(1, count + Self.alignment) else { return nil }
        blocks.append(block)
        let address = UInt(bitPattern: block)
        let aligned = (address + UInt(Self.alignment) - 1) & ~UInt(Self.alignment - 1)
        return block + Int(aligned - address)
    }

    /// A place for plain values, all bits zero.
    func array<Value: BitwiseCopyable>(_ type: Value.Type, count: Int) -> UnsafeMutablePointer<Value>? {
        bytes(count * MemoryLayout<Value>.stride)?.bindMemory(to: type, capacity: max(1, count))
    }

    /// A place that holds plain values.
    package func array<Value: BitwiseCopyable>(_ values: [Value]) -> UnsafeMutablePointer<Value>? {
        let place = array(Value.self, count: values.count)
        for (index, value) in values.enumerated() { place?[index] = value }
        return place
    }

    /// A value of a C type, at a fixed place.
    func place<Value>(_ value: Value) -> UnsafeMutableRawPointer? {
        guard let place = bytes(MemoryLayout<Value>.stride) else { return nil }
        place.initializeMemory(as: Value.self, to: value)
        return place
    }

    /// A text that ends with 0.
    func string(_ text: String) -> UnsafePointer<CChar>? {
        guard let copy = strdup(text) else { return nil }
        blocks.append(UnsafeMutableRawPointer(copy))
        return UnsafePointer(copy)
    }

    private static let alignment = 64
    private static let smallSize = 256
    private static let shelfSize = 2048
}
