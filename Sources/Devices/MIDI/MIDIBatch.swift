import AVFRender

/// Messages that arrived together: whole ones, a long System Exclusive message in one piece.
package struct MIDIBatch: Equatable, Sendable {
    /// When they arrived, or were due, in nanoseconds of CLOCK_MONOTONIC.
    package let timeNanoseconds: UInt64
    /// The port that has given them.
    package let source: MIDIPortAddress
    /// The messages in words (M2-104-UM 1.1.2), one after the other.
    package let words: [UInt32]

    /// Messages in words.
    package init(timeNanoseconds: UInt64, source: MIDIPortAddress, words: [UInt32]) {
        self.timeNanoseconds = timeNanoseconds
        self.source = source
        self.words = words
    }

    /// The messages one by one.
    package var packets: [UniversalPacket] { UniversalPacket.packets(in: words) }
}

/// Takes what arrives at an input, on the client's own thread.
///
/// It may wait a little, but what arrives meanwhile waits too. It may send, and may close its input.
package typealias MIDIReceiver = @Sendable (MIDIBatch) -> Void

extension EventQueue {
    /// Sends all messages of a batch; false if some did not fit. [any, after `prepare`]
    package func enqueue(_ batch: MIDIBatch, at sampleTime: Int64) -> Bool {
        batch.words.withUnsafeBufferPointer { words in
            guard let first = words.baseAddress else { return true }
            return enqueue(PacketWords(first, count: words.count), at: sampleTime)
        }
    }
}
