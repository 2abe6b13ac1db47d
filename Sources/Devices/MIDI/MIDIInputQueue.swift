import AVFRealtime
import AVFRender
import Synchronization

/// What arrives at inputs, on its way to a render thread: without a lock, each message on its exact frame.
///
/// Give `receive` to as many inputs as you like, and let the render thread drain `reader` in each block. When
/// messages were lost because nobody drained, the reader tells all channels to fall silent: the end of a note
/// may be among them.
package final class MIDIInputQueue: Sendable {
    private let events = EventQueue()
    /// The render thread's end; valid as long as the queue.
    package let reader: MIDIInputReader
    private let share = OwnedCell(MIDIInputShare())

    /// An empty queue, with room for as many events as an event bus.
    package init() { reader = MIDIInputReader(events.prepare(), share.pointer) }

    /// Takes a batch that has arrived at an input; whole messages are lost if there is no room. [any]
    package func receive(_ batch: MIDIBatch) {
        // The queue's times are host times, until they are drained.
        guard !events.enqueue(batch, at: Int64(clamping: batch.timeNanoseconds)) else { return }
        share.pointer.pointee.count.add(1, ordering: .relaxed)
        // A long message that has no room ends no note.
        guard batch.words.first.map({ $0 >> 28 != 3 }) ?? false else { return }
        share.pointer.pointee.mustSilence.store(true, ordering: .releasing)
    }

    /// Batches that did not fit since the last call, as a whole or in part. [any]
    package func takeLostCount() -> Int { share.pointer.pointee.count.exchange(0, ordering: .relaxed) }

    /// Whether `takeLostCount` would say more than 0. [any]
    package var hasLost: Bool { share.pointer.pointee.count.load(ordering: .relaxed) > 0 }

    /// How long after its time a message is heard, in nanoseconds, default 0; see `MIDIFrameTimes`. [any]
    package var delayNanoseconds: UInt64 {
        get { share.pointer.pointee.delayNanoseconds.load(ordering: .relaxed) }
        set { share.pointer.pointee.delayNanoseconds.store(newValue, ordering: .relaxed) }
    }
}

/// What both sides of an input queue know.
struct MIDIInputShare: ~Copyable {
    /// How long after its time a message is heard, in nanoseconds.
    let delayNanoseconds = Atomic<UInt64>(0)
    /// Batches that did not fit, since they were last asked for.
    let count = Atomic<Int>(0)
    /// Whether the end of a note may be among those that did not fit.
    let mustSilence = Atomic<Bool>(false)
}

/// How host times become frames of a block.
@frozen
package struct MIDIFrameTimes: BitwiseCopyable, Sendable {
    /// When the block's first frame is heard, in nanoseconds of CLOCK_MONOTONIC; 0 without a device.
    package var hostTime: UInt64
    /// The sample time of the first frame.
    package var sampleTime: Int64
    /// Frames of the block.
    package var frameCount: Int
    /// Frames in a second.
    package var sampleRateHz: Double
    /// How long after its time a message is heard, in nanoseconds.
    ///
    /// With 0, a message that has just arrived is heard at once, and the distance to it changes by up to one
    /// period. With the device's latency and one period, the distance is the same for all messages.
    package var delayNanoseconds: UInt64

    /// The times of a block.
    @_noLocks
    package init(
        hostTime: UInt64, sampleTime: Int64, frameCount: Int, sampleRateHz: Double,
        delayNanoseconds: UInt64 = 0
    ) {
        self.hostTime = hostTime
        self.sampleTime = sampleTime
        self.frameCount = frameCount
        self.sampleRateHz = sampleRateHz
        self.delayNanoseconds = delayNanoseconds
    }

    /// The times of a unit's block.
    @_noLocks
    package init(_ block: RenderBlock, sampleRateHz: Double, delayNanoseconds: UInt64 = 0) {
        self.init(
            hostTime: block.hostTime, sampleTime: block.sampleTime, frameCount: block.frameCount,
            sampleRateHz: sampleRateHz, delayNanoseconds: delayNanoseconds)
    }

    /// The frame of the block in which a host time lies, the first one for what is late; nil for a later
    /// block's.
    @_noLocks
    package func frame(of time: Int64) -> Int64? {
        guard hostTime > 0 else { return sampleTime }
        let late = Int64(truncatingIfNeeded: hostTime) &- Int64(truncatingIfNeeded: delayNanoseconds)
        // Both are times of one clock, so the difference is small; a time from nowhere wraps round.
        let offset = time &- late
        guard offset > 0 else { return sampleTime }
        let frames = Double(offset) * sampleRateHz / 1e9
        return frames < Double(frameCount) ? sampleTime &+ Int64(frames) : nil
    }

    /// When a frame is heard, in nanoseconds of CLOCK_MONOTONIC; 0 without a device.
    @_noLocks
    package func hostTime(of frame: Int64) -> UInt64 {
        guard hostTime > 0 else { return 0 }
        let offset = Double(frame &- sampleTime) * 1e9 / sampleRateHz
        return hostTime &+ UInt64(max(0, offset))
    }
}

/// The render thread's end of an input queue.
package struct MIDIInputReader: BitwiseCopyable, @unchecked Sendable {
    // Proof: the queue lets one thread read, and the share are atomic.
    private let queue: UnsafeMutablePointer<MultiProducerQueue<UnitEvent>>
    private let share: UnsafeMutablePointer<MIDIInputShare>

    init(
        _ queue: UnsafeMutablePointer<MultiProducerQueue<UnitEvent>>,
        _ share: UnsafeMutablePointer<MIDIInputShare>
    ) {
        self.queue = queue
        self.share = share
    }

    /// Puts the messages of a block into the unit's first event output. [render]
    @_noLocks
    package func drain(into block: RenderBlock, sampleRateHz: Double) {
        guard let events = block.events, events.pointee.outputCount > 0, let buses = events.pointee.outputs
        else { return }
        let delay = share.pointee.delayNanoseconds.load(ordering: .relaxed)
        drain(MIDIFrameTimes(block, sampleRateHz: sampleRateHz, delayNanoseconds: delay), into: buses[0])
    }

    /// Adds the messages of a block to a bus, each on its frame; what belongs to a later block stays.
    /// [render]
    @_noLocks
    package func drain(_ times: MIDIFrameTimes, into bus: UnsafeMutablePointer<EventBus>) {
        while var event = queue.pointee.peek()?.pointee {
            guard let frame = times.frame(of: event.sampleTime) else { return }
            guard event.continues || bus.pointee.hasRoom(for: event) else { return }
            event.sampleTime = frame
            _ = bus.pointee.append(event)
            queue.pointee.drop()
        }
        guard bus.pointee.count &+ 2 &* 16 <= EventBus.capacity else { return }
        if share.pointee.mustSilence.exchange(false, ordering: .acquiring) { silence(times, bus) }
    }

    /// Lifts the sustain pedal and ends the notes of all channels.
    @_noLocks
    private func silence(_ times: MIDIFrameTimes, _ bus: UnsafeMutablePointer<EventBus>) {
        var channel: UInt8 = 0
        while channel < 16 {
            let status: UInt8 = 0xB0 | channel
            _ = bus.pointee.append(UnitEvent(status: status, 64, 0, at: times.sampleTime))
            _ = bus.pointee.append(UnitEvent(status: status, 123, 0, at: times.sampleTime))
            channel &+= 1
        }
    }
}
