/// Values by slot, in pages that copies of the table share.
///
/// A copy of a table with thousands of values costs little, and so does changing one value of it.
struct PagedTable<Value: Sendable>: Sendable {
    private static var pageBitCount: Int { 5 }
    private static var mask: Int { 1 << pageBitCount - 1 }

    private var pages: [[Value]] = []
    /// What slots have that nothing was put into.
    private let empty: Value

    /// A table without slots.
    init(empty: Value) { self.empty = empty }

    /// How many slots there are.
    var slotCount: Int { pages.count << Self.pageBitCount }

    /// Makes slots up to this one.
    mutating func makeRoom(for slot: Int) {
        while slot >= slotCount { pages.append(Array(repeating: empty, count: Self.mask + 1)) }
    }

    /// Forgets what a slot has.
    mutating func clear(_ slot: Int) { self[slot] = empty }

    subscript(slot: Int) -> Value {
        @inline(__always) _read { yield pages[slot >> Self.pageBitCount][slot & Self.mask] }
        @inline(__always) _modify { yield &pages[slot >> Self.pageBitCount][slot & Self.mask] }
    }
}
