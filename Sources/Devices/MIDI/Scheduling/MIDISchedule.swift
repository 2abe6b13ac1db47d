/// Messages that wait for their time, in the order of time; those of one time in the order of their arrival.
///
/// A binary heap (Williams, "Algorithm 232: Heapsort", CACM 7, 1964): adding and taking cost the logarithm of
/// how many there are.
struct MIDISchedule {
    /// Messages of one line that are due together.
    struct Entry: Equatable {
        var timeNanoseconds: UInt64
        /// Which line sends them.
        var line: Int
        /// Whole messages; none for the mark that ends a line.
        var words: ArraySlice<UInt32>
        /// Its place in the order of arrival.
        fileprivate(set) var number: UInt64 = 0

        /// Whether it is the rest of what has been begun.
        var isRest: Bool { number == 0 }

        init(timeNanoseconds: UInt64, line: Int, words: [UInt32]) {
            self.timeNanoseconds = timeNanoseconds
            self.line = line
            self.words = words[...]
        }

        fileprivate func isBefore(_ other: Entry) -> Bool {
            (timeNanoseconds, number) < (other.timeNanoseconds, other.number)
        }
    }

    private var heap: [Entry] = []
    private var nextNumber: UInt64 = 1

    /// When the first entry is due; nil for none.
    var firstTime: UInt64? { heap.first?.timeNanoseconds }

    /// How many entries wait.
    var count: Int { heap.count }

    /// Adds an entry.
    mutating func add(_ entry: Entry) {
        var entry = entry
        entry.number = nextNumber
        nextNumber += 1
        heap.append(entry)
        rise(heap.count - 1)
    }

    /// Adds an entry that was taken, at a later time, in its old place among those of one time; or before
    /// them all, as the rest of what has been begun.
    mutating func putBack(_ entry: Entry, at timeNanoseconds: UInt64, isRest: Bool) {
        var entry = entry
        entry.timeNanoseconds = timeNanoseconds
        if isRest { entry.number = 0 }
        heap.append(entry)
        rise(heap.count - 1)
    }

    /// Takes the first entry if its time has come.
    mutating func takeDue(at now: UInt64) -> Entry? {
        guard let first = heap.first, first.timeNanoseconds <= now, let last = heap.popLast() else {
            return nil
        }
        guard !heap.isEmpty else { return first }
        heap[0] = last
        sink(0)
        return first
    }

    /// Takes out all entries of a line.
    mutating func removeAll(ofLine line: Int) {
        heap.removeAll { $0.line == line }
        // An array in ascending order is a heap.
        heap.sort { $0.isBefore($1) }
    }

    private mutating func rise(_ start: Int) {
        var place = start
        while place > 0, heap[place].isBefore(heap[(place - 1) / 2]) {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    private mutating func sink(_ start: Int) {
        var place = start
        while true {
            var least = place
            for child in [2 * place + 1, 2 * place + 2] where child < heap.count {
                if heap[child].isBefore(heap[least]) { least = child }
            }
            guard least != place else { return }
            heap.swapAt(place, least)
            place = least
        }
    }
}
