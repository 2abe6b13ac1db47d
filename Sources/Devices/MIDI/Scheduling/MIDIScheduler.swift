import AVFRealtime
import AVFRender
import Synchronization

/// Sends messages to several lines, each at its time: one thread, which sleeps until the next one is due.
///
/// A line is where messages go: an output's port. What is sent now takes the same way, so that the order
/// holds: by time, then by the order of the calls. The scheduler knows what sounds on each line, and can
/// end it.
package final class MIDIScheduler: Sendable {
    /// Sends whole messages that are due, with the time that they were due at; on the scheduler's thread.
    package typealias Transmit = @Sendable (_ words: [UInt32], _ timeNanoseconds: UInt64) -> Void

    /// Words that may wait for one line: 16 MiB.
    package static let limitWords = 4 << 20

    private struct Line {
        let transmit: Transmit
        let onEnd: @Sendable () -> Void
        let pacing: MIDIPacing?
        /// Before, only a message that may overtake others leaves.
        var freeAt: UInt64 = 0
        var sounding = SoundingNotes()
        var waitingWordCount = 0
        var isEnding = false
    }

    private struct State {
        var schedule = MIDISchedule()
        var lines: [Int: Line] = [:]
        var nextLine = 0
        var isStopping = false
        var thread: NamedThread?
    }

    private let clock: any MIDIClock
    private let alarm = MIDIAlarm()
    private let state = Mutex(State())

    /// A scheduler without a thread: `start()` makes one, or `deliverDue()` is called.
    package init(clock: any MIDIClock = MIDISystemClock()) { self.clock = clock }

    /// Starts the thread, which needs CLOCK_MONOTONIC for a clock, and keeps the scheduler until `stop()`.
    ///
    /// - Throws: `MIDIError.refused` if the system makes no thread.
    package func start() throws(MIDIError) {
        do throws(NamedThread.Failure) {
            // As urgent as the device's thread, less one: sound comes first.
            let thread = try NamedThread(.midi, priority: NamedThread.usualRenderPriority - 1) { self.run() }
            state.withLock { $0.thread = thread }
        } catch {
            throw .refused("start a thread", port: "", code: error.code, cause: error.description)
        }
    }

    /// Ends all lines, sends what is due by now, and ends the thread.
    package func stop() {
        let lines = state.withLock { Array($0.lines.keys).sorted() }
        for line in lines { end(line) }
        let thread = state.withLock { state in
            state.isStopping = true
            return state.thread.take()
        }
        alarm.ring()
        thread?.join()
        deliverDue()
    }

    // MARK: - Lines

    /// Adds a line; `onEnd` runs once after its last message was sent.
    ///
    /// With a pacing, long messages leave in pieces; what comes behind them waits.
    func addLine(
        pacing: MIDIPacing? = nil, _ transmit: @escaping Transmit, onEnd: @escaping @Sendable () -> Void
    ) -> Int {
        state.withLock { state in
            state.nextLine += 1
            state.lines[state.nextLine] = Line(transmit: transmit, onEnd: onEnd, pacing: pacing)
            return state.nextLine
        }
    }

    /// What becomes of messages.
    enum Acceptance {
        case accepted
        /// More is waiting than may.
        case full
        /// The line is gone, or about to go.
        case ended
    }

    /// Sends whole messages at a time, or now.
    func send(_ words: [UInt32], at timeNanoseconds: UInt64?, line: Int) -> Acceptance {
        let acceptance = state.withLock { state -> Acceptance in
            guard let found = state.lines[line], !found.isEnding else { return .ended }
            guard words.count <= Self.limitWords - found.waitingWordCount else { return .full }
            let time = timeNanoseconds ?? clock.nowNanoseconds
            state.lines[line]?.waitingWordCount += words.count
            state.schedule.add(.init(timeNanoseconds: time, line: line, words: words))
            return .accepted
        }
        alarm.ring()
        return acceptance
    }

    /// Takes back what waits for its time, and ends what sounds.
    ///
    /// A message that is being sent at this moment still goes out, before the note-offs.
    func cancel(_ line: Int) {
        state.withLock { cancel(line, &$0) }
        alarm.ring()
    }

    /// Ends what sounds; what waits for its time stays.
    func release(_ line: Int) {
        state.withLock { release(line, &$0) }
        alarm.ring()
    }

    /// Cancels a line, and takes it away.
    func end(_ line: Int) {
        state.withLock { state in
            guard state.lines[line]?.isEnding == false else { return }
            cancel(line, &state)
            state.lines[line]?.isEnding = true
            // Words of no message: the line's last entry.
            state.schedule.add(.init(timeNanoseconds: clock.nowNanoseconds, line: line, words: []))
        }
        alarm.ring()
    }

    private func cancel(_ line: Int, _ state: inout State) {
        guard state.lines[line]?.isEnding == false else { return }
        state.schedule.removeAll(ofLine: line)
        state.lines[line]?.waitingWordCount = 0
        state.lines[line]?.freeAt = 0
        release(line, &state)
    }

    private func release(_ line: Int, _ state: inout State) {
        guard let words = state.lines[line]?.sounding.release(), !words.isEmpty else { return }
        state.lines[line]?.waitingWordCount += words.count
        state.schedule.add(.init(timeNanoseconds: clock.nowNanoseconds, line: line, words: words))
    }

    // MARK: - Delivery

    /// When the next message is due; nil for none.
    package var nextTime: UInt64? { state.withLock { $0.schedule.firstTime } }

    /// Sends what is due, on the caller's thread.
    package func deliverDue() {
        while let (line, entry) = takeDue() {
            if entry.words.isEmpty {
                line.onEnd()
            } else {
                line.transmit(Array(entry.words), entry.timeNanoseconds)
            }
        }
    }

    private func takeDue() -> (Line, MIDISchedule.Entry)? {
        state.withLock { state in
            let now = clock.nowNanoseconds
            while let entry = state.schedule.takeDue(at: now) {
                guard let line = state.lines[entry.line] else { continue }
                if line.freeAt > now, !entry.isRest, !MIDIPacing.mayOvertake(entry.words) {
                    state.schedule.putBack(entry, at: line.freeAt, isRest: false)
                    continue
                }
                return (line, piece(of: entry, line, &state, now))
            }
            return nil
        }
    }

    /// What of an entry leaves now; the rest goes back.
    private func piece(
        of entry: MIDISchedule.Entry, _ line: Line, _ state: inout State, _ now: UInt64
    ) -> MIDISchedule.Entry {
        guard !entry.words.isEmpty else {
            state.lines[entry.line] = nil
            return entry
        }
        var piece = entry
        if let pacing = line.pacing, entry.isRest || entry.words.count > pacing.pieceWords {
            let (first, later) = pacing.split(entry.words)
            piece.words = first
            let next = now + pacing.pieceNanoseconds
            state.lines[entry.line]?.freeAt = next
            if !later.isEmpty {
                var rest = entry
                rest.words = later
                state.schedule.putBack(rest, at: next, isRest: true)
            }
        }
        state.lines[entry.line]?.waitingWordCount -= piece.words.count
        for packet in UniversalPacket.packets(in: Array(piece.words)) {
            state.lines[entry.line]?.sounding.take(packet)
        }
        return piece
    }

    private func run() {
        while true {
            // Counted before looking, so that nothing that is added meanwhile is slept over.
            let seen = alarm.count
            deliverDue()
            let (isStopping, next) = state.withLock { ($0.isStopping, $0.schedule.firstTime) }
            guard !isStopping else { return }
            alarm.sleep(after: seen, until: next)
        }
    }
}
