import AVFRealtime

/// The keys of 16 channels of each bus that are down, and where each is released: what is struck here is
/// always released, whatever happens to the song meanwhile.
///
/// A key sounds once on a bus: striking it again releases it first. The keys are a heap in the order of
/// their ends, with the heap's place beside each key.
struct SoundingNotes: ~Copyable {
    /// Keys of a bus.
    static var slotCount: Int { @_noLocks get { 2048 } }

    /// What is known of a key that is down.
    struct Note: BitwiseCopyable {
        /// Where it is released, in units of the song.
        var end: Int64 = 0
        /// The track that it belongs to.
        var track: Int32 = 0
        /// Its place in the heap; negative for a key that is up.
        var place: Int32 = -1
        var releaseVelocity: UInt8 = 0
    }

    private let notes: OwnedBuffer<Note>
    private let heap: OwnedBuffer<Int32>
    /// How many keys are down.
    private(set) var count = 0

    /// All keys of so many buses are up.
    init(busCount: Int) {
        notes = OwnedBuffer(uninitializedCount: busCount * Self.slotCount)
        heap = OwnedBuffer(uninitializedCount: busCount * Self.slotCount)
        notes.pointer.initialize(repeating: Note(), count: notes.count)
    }

    /// The key that is released next.
    var first: Int? { @_noLocks get { count > 0 ? Int(heap[0]) : nil } }

    /// Where the next key is released; the largest number if all are up.
    var nextEnd: Int64 { @_noLocks get { count > 0 ? notes[Int(heap[0])].end : .max } }

    /// What is known of a key.
    @_noLocks
    subscript(_ slot: Int) -> Note { notes[slot] }

    /// Whether a key is down.
    @_noLocks
    func isDown(_ slot: Int) -> Bool { slot >= 0 && slot < notes.count && notes[slot].place >= 0 }

    /// The key at a place of no particular order, less than `count`.
    @_noLocks
    func slot(at place: Int) -> Int { Int(heap[place]) }

    /// A key goes down that is up.
    @_noLocks
    mutating func strike(_ slot: Int, end: Int64, track: Int32, releaseVelocity: UInt8) {
        guard slot >= 0, slot < notes.count, notes[slot].place < 0 else { return }
        notes[slot] = Note(end: end, track: track, place: 0, releaseVelocity: releaseVelocity)
        count &+= 1
        rise(slot, from: count &- 1)
    }

    /// A key goes up.
    @_noLocks
    mutating func lift(_ slot: Int) {
        guard isDown(slot) else { return }
        let place = Int(notes[slot].place)
        notes.pointer[slot].place = -1
        count &-= 1
        guard place < count else { return }
        let last = Int(heap[count])
        if place > 0, isBefore(last, Int(heap[(place &- 1) >> 1])) {
            rise(last, from: place)
        } else {
            sink(last, from: place)
        }
    }

    /// The order of releases: by position, then by bus, channel and key.
    @_noLocks
    private func isBefore(_ first: Int, _ second: Int) -> Bool {
        notes[first].end < notes[second].end || notes[first].end == notes[second].end && first < second
    }

    @_noLocks
    private func put(_ slot: Int, at place: Int) {
        heap[place] = Int32(truncatingIfNeeded: slot)
        notes.pointer[slot].place = Int32(truncatingIfNeeded: place)
    }

    @_noLocks
    private func rise(_ slot: Int, from start: Int) {
        var place = start
        while place > 0 {
            let parent = Int(heap[(place &- 1) >> 1])
            guard isBefore(slot, parent) else { break }
            put(parent, at: place)
            place = (place &- 1) >> 1
        }
        put(slot, at: place)
    }

    @_noLocks
    private func sink(_ slot: Int, from start: Int) {
        var place = start
        while true {
            var child = 2 &* place &+ 1
            guard child < count else { break }
            if child &+ 1 < count, isBefore(Int(heap[child &+ 1]), Int(heap[child])) { child &+= 1 }
            let below = Int(heap[child])
            guard isBefore(below, slot) else { break }
            put(below, at: place)
            place = child
        }
        put(slot, at: place)
    }
}
