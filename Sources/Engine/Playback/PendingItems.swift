/// Items that have not been sent, in order; adding one and taking one cost the same however many there are.
struct PendingItems {
    /// The next items, the very next one last.
    private var front: [PendingItem] = []
    /// Those behind them, in order.
    private var back: [PendingItem] = []

    var isEmpty: Bool { front.isEmpty && back.isEmpty }

    /// The next item.
    var first: PendingItem? { front.last ?? back.first }

    /// All of them, in order.
    var all: [PendingItem] { front.reversed() + back }

    mutating func append(_ item: PendingItem) { back.append(item) }

    /// Puts an item before all others.
    mutating func putBack(_ item: PendingItem) { front.append(item) }

    mutating func popFirst() -> PendingItem? {
        if front.isEmpty { (front, back) = (back.reversed(), []) }
        return front.popLast()
    }

    /// Takes out all but the first `count` items.
    mutating func removeAll(after count: Int) -> [PendingItem] {
        let items = all
        (front, back) = ([], Array(items.prefix(count)))
        return Array(items.dropFirst(count))
    }
}
