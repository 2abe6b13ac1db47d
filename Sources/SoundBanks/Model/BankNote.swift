/// What was repaired, dropped or ignored while a bank was read.
package struct BankNote: Equatable, Sendable, CustomStringConvertible {
    /// Where: the preset, instrument, zone or sample with its index and name, or a byte offset.
    package let place: String
    /// What was found there, and what became of it.
    package let text: String

    /// A note from its parts.
    package init(place: String, text: String) {
        self.place = place
        self.text = text
    }

    /// Both in one line.
    package var description: String { "\(place): \(text)" }
}

/// Notes as they come up; a damaged file cannot make more than a few hundred of them.
struct NoteList {
    /// Notes that are kept; the rest is counted.
    static let limit = 200

    private var kept: [BankNote] = []
    private var droppedCount = 0

    /// Adds a note; its texts are only made if it is kept.
    mutating func add(_ place: @autoclosure () -> String, _ text: @autoclosure () -> String) {
        guard kept.count < Self.limit else { return droppedCount += 1 }
        kept.append(BankNote(place: place(), text: text()))
    }

    /// Adds what another list has.
    mutating func add(_ notes: [BankNote]) {
        for note in notes { add(note.place, note.text) }
    }

    /// All that was kept, and how many more there were.
    var notes: [BankNote] {
        guard droppedCount > 0 else { return kept }
        return kept + [BankNote(place: "and more", text: "\(droppedCount) further notes are not listed")]
    }
}
