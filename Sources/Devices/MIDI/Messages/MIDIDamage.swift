/// What could not be understood of a port's messages: how often, since the last report.
package struct MIDIDamage: Equatable, Sendable {
    /// Data bytes that no message was open for.
    package var strayByteCount = 0
    /// Status bytes that MIDI 1.0 leaves undefined, and packets that are none of a System Exclusive message.
    package var undefinedCount = 0
    /// Messages that another status has cut short; they are left out.
    package var cutMessageCount = 0
    /// System Exclusive messages that another status has ended in place of F7; they came through.
    package var openExclusiveCount = 0
    /// System Exclusive messages that were longer than permitted, or never ended; they are left out.
    package var longExclusiveCount = 0

    /// Messages of MIDI 2.0 that MIDI 1.0 has nothing for, where MIDI 1.0 was wanted; they are left out.
    package var untranslatableCount = 0

    /// Nothing is damaged.
    package init() {}

    /// Whether there is nothing to report.
    package var isEmpty: Bool { self == MIDIDamage() }

    /// Adds what was counted elsewhere.
    mutating func add(_ other: MIDIDamage) {
        strayByteCount += other.strayByteCount
        undefinedCount += other.undefinedCount
        cutMessageCount += other.cutMessageCount
        openExclusiveCount += other.openExclusiveCount
        longExclusiveCount += other.longExclusiveCount
        untranslatableCount += other.untranslatableCount
    }
}
