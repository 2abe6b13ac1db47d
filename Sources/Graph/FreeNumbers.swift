/// Numbers that are free, of which the lowest is handed out first: a binary heap.
struct FreeNumbers {
    /// Each number is at most as large as those at twice its place, plus one and two.
    private var heap: [Int] = []

    mutating func insert(_ number: Int) {
        heap.append(number)
        var place = heap.count - 1
        while place > 0, heap[place] < heap[(place - 1) / 2] {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    /// Nil if none is free.
    mutating func takeLowest() -> Int? {
        guard let last = heap.popLast() else { return nil }
        guard let lowest = heap.first else { return last }
        heap[0] = last
        var place = 0
        while let child = lowerChild(of: place), heap[child] < heap[place] {
            heap.swapAt(place, child)
            place = child
        }
        return lowest
    }

    private func lowerChild(of place: Int) -> Int? {
        let (left, right) = (2 * place + 1, 2 * place + 2)
        guard right < heap.count else { return left < heap.count ? left : nil }
        return heap[right] < heap[left] ? right : left
    }
}
