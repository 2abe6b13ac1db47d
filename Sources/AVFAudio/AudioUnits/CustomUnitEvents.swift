import AVFRealtime
import AVFRender

/// What a program schedules for a unit of its own: from any thread to the render thread.
final class CustomUnitEvents: @unchecked Sendable {
    // Proof: any thread appends; the render thread alone takes, and links what it has taken.
    private static let capacity = 512

    /// An event on its way; MIDI messages have at most three bytes.
    private struct Entry: BitwiseCopyable {
        var sampleTime: Int64
        var type: AURenderEventType
        var address: UInt64 = 0
        var value: Float = 0
        var rampFrameCount: UInt32 = 0
        var length: UInt16 = 0
        var cable: UInt8 = 0
        var data: (UInt8, UInt8, UInt8) = (0, 0, 0)
    }

    private let queue = MultiProducerQueue<Entry>(minimumCapacity: CustomUnitEvents.capacity)
    private let events: UnsafeMutablePointer<AURenderEvent>
    /// What is linked at present; the rest waits behind it, in no order.
    private let waiting: UnsafeMutablePointer<Entry>
    private var waitingCount = 0

    init() {
        events = .allocate(capacity: Self.capacity)
        events.initialize(repeating: AURenderEvent(), count: Self.capacity)
        waiting = .allocate(capacity: Self.capacity)
    }

    deinit {
        events.deallocate()
        waiting.deallocate()
    }

    // MARK: - Any thread

    /// False if too many wait.
    func schedule(
        address: AUParameterAddress, value: AUValue, at time: Int64, rampFrameCount: AUAudioFrameCount
    ) -> Bool {
        queue.push(
            Entry(
                sampleTime: time, type: rampFrameCount > 0 ? .parameterRamp : .parameter, address: address,
                value: value, rampFrameCount: rampFrameCount))
    }

    /// False if too many wait, or for a message of more than three bytes.
    func schedule(_ bytes: UnsafePointer<UInt8>, count: Int, cable: UInt8, at time: Int64) -> Bool {
        guard (1...3).contains(count) else { return false }
        return queue.push(
            Entry(
                sampleTime: time, type: .MIDI, length: UInt16(count), cable: cable,
                data: (bytes[0], count > 1 ? bytes[1] : 0, count > 2 ? bytes[2] : 0)))
    }

    // MARK: - Render thread

    /// The events of a block in the order of time, linked; nil for none.
    ///
    /// Those that are late are at the block's first frame.
    func take(_ block: RenderBlock) -> UnsafePointer<AURenderEvent>? {
        receive(block.sampleTime)
        let end = block.sampleTime + Int64(block.frameCount)
        var (count, kept) = (0, 0)
        for index in 0..<waitingCount {
            if waiting[index].sampleTime < end {
                write(waiting[index], notBefore: block.sampleTime, to: events + count)
                count += 1
            } else {
                waiting[kept] = waiting[index]
                kept += 1
            }
        }
        waitingCount = kept
        for index in 0..<count {
            events[index].head.next = index + 1 < count ? events + (index + 1) : nil
        }
        return count > 0 ? UnsafePointer(events) : nil
    }

    /// Sorts in what has come; later ones of the same time stay behind.
    private func receive(_ now: Int64) {
        while waitingCount < Self.capacity, var entry = queue.pop() {
            let offset = entry.sampleTime &- AUEventSampleTimeImmediate
            if (0...4096).contains(offset) { entry.sampleTime = now &+ offset }
            var place = waitingCount
            while place > 0, waiting[place - 1].sampleTime > entry.sampleTime {
                waiting[place] = waiting[place - 1]
                place -= 1
            }
            waiting[place] = entry
            waitingCount += 1
        }
    }

    private func write(
        _ entry: Entry, notBefore start: Int64, to event: UnsafeMutablePointer<AURenderEvent>
    ) {
        let time = max(start, entry.sampleTime)
        if entry.type == .MIDI {
            event.pointee.MIDI = AUMIDIEvent(
                next: nil, eventSampleTime: time, eventType: entry.type, reserved: 0, length: entry.length,
                cable: entry.cable, data: entry.data)
        } else {
            event.pointee.parameter = AUParameterEvent(
                next: nil, eventSampleTime: time, eventType: entry.type, reserved: (0, 0, 0),
                rampDurationSampleFrames: entry.rampFrameCount, parameterAddress: entry.address,
                value: entry.value)
        }
    }
}
