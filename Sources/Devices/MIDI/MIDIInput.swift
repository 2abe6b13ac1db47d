import AVFRender
import Synchronization

/// An open input: a port that receives from one source, or a virtual destination that anyone sends to.
///
/// What arrives is handed out in whole messages, in the order of its arrival, one batch at a time. Each
/// source's notes are known, so that whenever it ends, is disconnected or loses messages, the receiver gets
/// the missing note-offs: no note hangs.
package final class MIDIInput: Sendable {
    /// What is about the input behind its lock.
    private struct State {
        var streams: [MIDIPortAddress: MIDIStream] = [:]
        var waiting: [MIDIBatch] = []
        var isDelivering = false
        var isClosed = false
    }

    /// The input's own port.
    package let address: MIDIPortAddress
    /// Which channel messages the receiver gets.
    package let midiProtocol: MIDIProtocol
    private let clock: any MIDIClock
    private let exclusiveLimitBytes: Int
    private let receiver: MIDIReceiver
    private let onClose: @Sendable () -> Void
    private let state = Mutex(State())

    /// An input of a backend, which feeds it.
    ///
    /// `onClose` runs once, on the thread that closes the input.
    init(
        address: MIDIPortAddress, midiProtocol: MIDIProtocol, clock: any MIDIClock,
        exclusiveLimitBytes: Int = MIDIByteParser.usualExclusiveLimit, receiver: @escaping MIDIReceiver,
        onClose: @escaping @Sendable () -> Void
    ) {
        self.address = address
        self.midiProtocol = midiProtocol
        self.clock = clock
        self.receiver = receiver
        self.exclusiveLimitBytes = exclusiveLimitBytes
        self.onClose = onClose
    }

    /// Ends what sounds, and receives no more; nothing happens if it is closed.
    package func close() {
        let wasOpen = state.withLock { state in
            defer { state.isClosed = true }
            return !state.isClosed
        }
        guard wasOpen else { return }
        onClose()
        releaseAll(at: clock.nowNanoseconds)
    }

    // MARK: - Fed by the backend

    /// Takes bytes from a source; they may end within a message.
    func take(bytes: some Sequence<UInt8>, from source: MIDIPortAddress, at timeNanoseconds: UInt64) {
        take(from: source, at: timeNanoseconds) { $0.take(bytes) }
    }

    /// Takes words from a source, which are whole packets.
    func take(words: [UInt32], from source: MIDIPortAddress, at timeNanoseconds: UInt64) {
        take(from: source, at: timeNanoseconds) { stream in
            UniversalPacket.packets(in: words).flatMap { stream.take($0) }
        }
    }

    /// Ends what a source has sounding: it is gone, or messages of it were lost.
    func release(_ source: MIDIPortAddress, at timeNanoseconds: UInt64) {
        state.withLock { state in
            guard let stream = state.streams.removeValue(forKey: source) else { return }
            Self.release(stream, of: source, &state, at: timeNanoseconds)
        }
        deliver()
    }

    /// Ends what all ports of a client have sounding: it is gone.
    func release(client: Int32, at timeNanoseconds: UInt64) {
        let sources = state.withLock { $0.streams.keys.filter { $0.client == client }.sorted() }
        for source in sources { release(source, at: timeNanoseconds) }
    }

    /// Ends what all sources have sounding.
    func releaseAll(at timeNanoseconds: UInt64) {
        state.withLock { Self.releaseAll(&$0, at: timeNanoseconds) }
        deliver()
    }

    /// What could not be understood since the last call, by source.
    func takeDamage() -> [(source: MIDIPortAddress, damage: MIDIDamage)] {
        state.withLock { state in
            state.streams.map { ($0, $1.takeDamage()) }.filter { !$0.1.isEmpty }
                .sorted { $0.0 < $1.0 }
        }
    }

    // MARK: - In order

    private func take(
        from source: MIDIPortAddress, at timeNanoseconds: UInt64, _ messages: (MIDIStream) -> [[UInt32]]
    ) {
        state.withLock { state in
            guard !state.isClosed else { return }
            let stream =
                state.streams[source]
                ?? MIDIStream(wanted: midiProtocol, exclusiveLimitBytes: exclusiveLimitBytes)
            state.streams[source] = stream
            for words in messages(stream) {
                state.waiting.append(
                    MIDIBatch(timeNanoseconds: timeNanoseconds, source: source, words: words))
            }
        }
        deliver()
    }

    private static func releaseAll(_ state: inout State, at timeNanoseconds: UInt64) {
        for (source, stream) in state.streams.sorted(by: { $0.key < $1.key }) {
            release(stream, of: source, &state, at: timeNanoseconds)
        }
    }

    private static func release(
        _ stream: MIDIStream, of source: MIDIPortAddress, _ state: inout State, at timeNanoseconds: UInt64
    ) {
        let words = stream.release()
        guard !words.isEmpty else { return }
        state.waiting.append(MIDIBatch(timeNanoseconds: timeNanoseconds, source: source, words: words))
    }

    /// Hands out what waits, without the lock, so that the receiver may call back.
    ///
    /// If another thread, or the receiver itself, is just doing that, it goes on with what was added.
    private func deliver() {
        while let batches = takeWaiting() {
            for batch in batches { receiver(batch) }
            state.withLock { $0.isDelivering = false }
        }
    }

    private func takeWaiting() -> [MIDIBatch]? {
        state.withLock { state in
            guard !state.isDelivering, !state.waiting.isEmpty else { return nil }
            defer { state.waiting = [] }
            state.isDelivering = true
            return state.waiting
        }
    }
}
