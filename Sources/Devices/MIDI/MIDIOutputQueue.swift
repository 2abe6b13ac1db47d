import AVFRealtime
import AVFRender
import Synchronization

/// What a render thread sends to outputs: without a lock, each message for the moment at which its frame is
/// heard.
///
/// A thread of the queue's own hands the messages to the outputs, whose schedulers wait for the moment.
package final class MIDIOutputQueue: Sendable {
    /// The outputs that hear the queue, and the thread that serves them while there are any.
    private struct State {
        var outputs: [MIDIOutput] = []
        var thread: NamedThread?
        var isEnding = false
    }

    private let ring = OwnedCell(MIDIOutputRing())
    private let alarm = MIDIAlarm()
    private let state = Mutex(State())
    private let laterNanoseconds = Atomic<UInt64>(0)
    private let failure: @Sendable (MIDIError) -> Void

    /// A queue without outputs; `failure` hears of messages that an output did not take.
    package init(failure: @escaping @Sendable (MIDIError) -> Void = { _ in }) { self.failure = failure }

    /// The render thread's end; valid as long as the queue.
    package var writer: MIDIOutputWriter { MIDIOutputWriter(ring.pointer, alarm.bell) }

    /// How long after the moment of its frame a message leaves, in nanoseconds, default 0. [any]
    ///
    /// The latency of the graph, so that messages leave together with the sound that has gone through it.
    package var delayNanoseconds: UInt64 {
        get { laterNanoseconds.load(ordering: .relaxed) }
        set { laterNanoseconds.store(newValue, ordering: .relaxed) }
    }

    /// Messages that did not fit since the last call, because the queue's thread was too slow. [any]
    package func takeDroppedCount() -> Int { ring.pointer.pointee.dropped.exchange(0, ordering: .relaxed) }

    /// Whether `takeDroppedCount` would say more than 0. [any]
    package var hasDropped: Bool { ring.pointer.pointee.dropped.load(ordering: .relaxed) > 0 }

    // MARK: - Outputs

    /// The outputs that hear the queue, in the order in which they were added. [control]
    package var outputs: [MIDIOutput] { state.withLock { $0.outputs } }

    /// Lets an output hear the queue, whose thread keeps it from now on until `end()`. [control]
    ///
    /// - Throws: `MIDIError.refused` if the system makes no thread.
    package func add(_ output: MIDIOutput) throws(MIDIError) {
        try state.withLock { (state) throws(MIDIError) in
            if state.thread == nil { state.thread = try makeThread() }
            state.outputs.append(output)
        }
    }

    /// Lets an output hear the queue no more, which ends what it has sounding; its port stays open. [control]
    package func remove(_ output: MIDIOutput) {
        state.withLock { $0.outputs.removeAll { $0 === output } }
        output.cancelScheduled()
    }

    /// Takes back what waits for its moment, and ends what sounds, at all outputs. [control]
    package func silence() {
        // What is in the ring was rendered before.
        deliver()
        for output in outputs { output.cancelScheduled() }
    }

    /// Hands the messages that were rendered to the outputs, as the queue's thread does by itself. [control]
    package func deliver() {
        let failed = state.withLock { state -> [MIDIError] in
            let later = delayNanoseconds
            return EventMessage.takeAll(from: ring.pointer.pointee.ring.reader).flatMap {
                message -> [MIDIError] in
                let words = message.packets.flatMap(\.words)
                let time = UInt64(bitPattern: message.sampleTime)
                return state.outputs.compactMap {
                    Self.send(words, at: time > 0 ? time + later : nil, to: $0)
                }
            }
        }
        for error in failed { failure(error) }
    }

    private static func send(_ words: [UInt32], at time: UInt64?, to output: MIDIOutput) -> MIDIError? {
        do throws(MIDIError) {
            try output.send(words, at: time)
            return nil
        } catch {
            return error
        }
    }

    // MARK: - The thread

    private func makeThread() throws(MIDIError) -> NamedThread {
        do throws(NamedThread.Failure) {
            // As urgent as who sends to the ports.
            return try NamedThread(.midi, priority: NamedThread.usualRenderPriority - 1) { self.run() }
        } catch {
            throw .refused("start a thread", port: "", code: error.code, cause: error.description)
        }
    }

    private func run() {
        while true {
            // Counted before looking, so that nothing that is added meanwhile is slept over.
            let seen = alarm.count
            deliver()
            guard !state.withLock({ $0.isEnding }) else { return }
            alarm.sleep(after: seen, until: nil)
        }
    }

    /// Ends the thread, which keeps the queue until then; what was rendered has been handed over. [control]
    package func end() {
        let thread = state.withLock { state in
            state.isEnding = true
            return state.thread.take()
        }
        alarm.ring()
        thread?.join()
    }
}

/// Messages on their way from the render thread to outputs.
struct MIDIOutputRing: ~Copyable {
    let ring = Ring<UnitEvent>(minimumCapacity: 4 * EventBus.capacity)
    /// Messages that did not fit since they were last counted.
    let dropped = Atomic<Int>(0)
}

/// The render thread's end of an output queue.
package struct MIDIOutputWriter: BitwiseCopyable, @unchecked Sendable {
    // Proof: the ring lets one thread write, and the rest is atomic.
    private let cell: UnsafeMutablePointer<MIDIOutputRing>
    private let bell: MIDIBell

    init(_ cell: UnsafeMutablePointer<MIDIOutputRing>, _ bell: MIDIBell) {
        self.cell = cell
        self.bell = bell
    }

    /// Sends the messages that have arrived at a unit. [render]
    @_noLocks
    package func send(_ block: RenderBlock, sampleRateHz: Double) {
        send(block.eventsIn, MIDIFrameTimes(block, sampleRateHz: sampleRateHz))
    }

    /// Sends the messages of a block, each for the moment of its frame; those that do not fit are lost as a
    /// whole, and counted. [render]
    @_noLocks
    package func send(_ events: EventList, _ times: MIDIFrameTimes) {
        var fits = true
        var isNews = false
        for place in 0..<events.count where !events[place].isParameter {
            var event = events[place]
            if !event.continues {
                fits = event.pieceCount <= cell.pointee.ring.writer.room
                if !fits { cell.pointee.dropped.add(1, ordering: .relaxed) }
            }
            guard fits else { continue }
            event.sampleTime = Int64(bitPattern: times.hostTime(of: event.sampleTime))
            isNews = cell.pointee.ring.writer.push(event) || isNews
        }
        if isNews { bell.ring() }
    }
}
