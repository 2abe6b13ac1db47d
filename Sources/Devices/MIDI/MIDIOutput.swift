import AVFRender
import Synchronization

/// An open output: a port that sends to one destination, or a virtual source that anyone receives from.
///
/// Messages leave in the order of their times, those of one time in the order of the calls. What sounds is
/// known: closing the output, or taking back what was scheduled, ends it.
package final class MIDIOutput: Sendable {
    /// The output's own port.
    package let address: MIDIPortAddress
    /// What users know it by, for errors.
    package let name: String
    private let scheduler: MIDIScheduler
    private let line: Int
    private let onClose: @Sendable () -> Void
    private let state = Mutex(MIDIOutputState.open)

    /// An output whose messages go to a line.
    ///
    /// `onClose` runs when it is closed; the last messages are on their way then.
    init(
        address: MIDIPortAddress, name: String, scheduler: MIDIScheduler, line: Int,
        onClose: @escaping @Sendable () -> Void = {}
    ) {
        self.onClose = onClose
        self.address = address
        self.name = name
        self.scheduler = scheduler
        self.line = line
    }

    /// Sends messages in words, now or at a time of CLOCK_MONOTONIC in nanoseconds. [control]
    ///
    /// A time that has passed means now. Nothing waits: the scheduler's thread sends.
    /// - Throws: `MIDIError.badMessage` if the words are not whole messages, `.tooMuchScheduled`, `.gone`,
    ///   `.closed`.
    package func send(_ words: [UInt32], at timeNanoseconds: UInt64? = nil) throws(MIDIError) {
        try UniversalPacket.validate(words)
        switch state.withLock({ $0 }) {
        case .open: break
        case .gone: throw .gone(port: name)
        case .closed: throw .closed(port: name)
        }
        guard !words.isEmpty else { return }
        switch scheduler.send(words, at: timeNanoseconds, line: line) {
        case .accepted: break
        case .full: throw .tooMuchScheduled(port: name, limitWords: MIDIScheduler.limitWords)
        case .ended: throw .closed(port: name)
        }
    }

    /// Sends messages in bytes of MIDI 1.0, with running status if you like. [control]
    ///
    /// - Throws: `MIDIError.badMessage` if they are not whole messages; nothing was sent then; else as above.
    package func send(bytes: [UInt8], at timeNanoseconds: UInt64? = nil) throws(MIDIError) {
        var parser = MIDIByteParser(exclusiveLimit: Int.max)
        var words: [UInt32] = []
        parser.parse(bytes) { message in
            for packet in UniversalPacket.packets(ofMessage: message) { words += packet.words }
        }
        parser.reset()
        guard parser.damage.isEmpty else {
            throw .badMessage(offset: 0, cause: "the bytes are not whole messages of MIDI 1.0")
        }
        try send(words, at: timeNanoseconds)
    }

    /// Takes back what waits for its time, and ends what sounds. [control]
    package func cancelScheduled() { scheduler.cancel(line) }

    /// Ends what sounds: note-offs for the notes, and pedals up; what waits for its time stays. [control]
    package func endSoundingNotes() { scheduler.release(line) }

    /// Takes back what waits for its time, ends what sounds, and closes the port; nothing happens if it is
    /// closed. [control]
    package func close() {
        state.withLock { $0 = .closed }
        onClose()
        scheduler.end(line)
    }

    /// The destination is gone: what is sent from now on is an error.
    func markGone() {
        state.withLock { if $0 == .open { $0 = .gone } }
        scheduler.cancel(line)
    }
}

/// Whether an output may be used.
enum MIDIOutputState {
    /// It may.
    case open
    /// Its destination is gone.
    case gone
    /// It was closed.
    case closed
}
