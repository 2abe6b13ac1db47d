import AVFDevices
import AVFRealtime
import AVFRender
import Synchronization

/// Keeps what a receiver gets.
final class Receptions: Sendable {
    private let kept = Mutex<[MIDIBatch]>([])
    private let wanted: Int
    /// Happens when so many batches have come.
    let isComplete = Latch()

    init(wanted: Int = .max) { self.wanted = wanted }

    var batches: [MIDIBatch] { kept.withLock { $0 } }
    var words: [UInt32] { batches.flatMap(\.words) }
    var times: [UInt64] { batches.map(\.timeNanoseconds) }
    /// The messages as bytes of MIDI 1.0.
    var messages: [[UInt8]] {
        batches.map { $0.packets.flatMap(\.messagesInBytes).flatMap { $0 } }
    }

    func receive(_ batch: MIDIBatch) {
        let count = kept.withLock { kept in
            kept.append(batch)
            return kept.count
        }
        if count == wanted { isComplete.signal() }
    }

    /// Forgets what has come.
    func removeAll() { kept.withLock { $0 = [] } }
}

/// Keeps what was announced.
final class Announcements: Sendable {
    private let kept = Mutex<[MIDIAnnouncement]>([])

    var all: [MIDIAnnouncement] { kept.withLock { $0 } }

    func receive(_ announcement: MIDIAnnouncement) { kept.withLock { $0.append(announcement) } }
}
