import AVFRealtime
import AVFRender

/// The events of a block of a program's own unit, as Apple's linked list.
///
/// Render thread.
struct CustomUnitEvents: ~Copyable {
    /// The most events of a block, and the bytes of its long messages.
    private static let capacity = 2 * EventBus.capacity
    private static let byteCapacity = 64 * 1024

    private var intake: EventIntake
    private let events = OwnedBuffer(count: CustomUnitEvents.capacity) { _ in AURenderEvent() }
    /// Messages of more than three bytes lie here, each with its head.
    private let bytes = OwnedBuffer<UInt64>(uninitializedCount: CustomUnitEvents.byteCapacity / 8)

    /// The events of a queue that lives longer.
    init(_ queue: EventQueue) { intake = EventIntake(queue.prepare()) }

    /// The events of a block in the order of time, linked, until `end`; nil for none.
    mutating func begin(_ block: RenderBlock) -> UnsafePointer<AURenderEvent>? {
        let list = intake.begin(block)
        var newest: UnsafeMutablePointer<AURenderEvent>?
        var first: UnsafeMutablePointer<AURenderEvent>?
        var (place, usedBytes) = (0, 0)
        while place < list.count {
            let event = write(list, &place, &usedBytes)
            guard let event else { continue }
            newest?.pointee.head.next = event
            first = first ?? event
            newest = event
        }
        return first.map { UnsafePointer($0) }
    }

    /// Forgets the block's events.
    mutating func end() { intake.end() }

    /// Writes the event or message at a place, and goes on behind it; nil if there is no room for its bytes.
    private func write(
        _ list: EventList, _ place: inout Int, _ usedBytes: inout Int
    ) -> UnsafeMutablePointer<AURenderEvent>? {
        let event = list[place]
        let target = events.pointer + place
        let pieceCount = event.pieceCount
        defer { place += pieceCount }
        if event.isParameter {
            target.pointee.parameter = AUParameterEvent(
                next: nil, eventSampleTime: event.sampleTime,
                eventType: event.rampFrameCount > 0 ? .parameterRamp : .parameter, reserved: (0, 0, 0),
                rampDurationSampleFrames: AUAudioFrameCount(clamping: event.rampFrameCount),
                parameterAddress: event.address, value: event.value)
            return target
        }
        guard event.messageByteCount > 3 else {
            target.pointee.MIDI = AUMIDIEvent(
                next: nil, eventSampleTime: event.sampleTime, eventType: .MIDI, reserved: 0,
                length: UInt16(event.messageByteCount), cable: event.cable,
                data: (event.byte(0), event.byte(1), event.byte(2)))
            return target
        }
        return writeLong(list, place, pieceCount, &usedBytes)
    }

    /// A message of more than three bytes: its bytes go on behind the event's end.
    private func writeLong(
        _ list: EventList, _ place: Int, _ pieceCount: Int, _ usedBytes: inout Int
    ) -> UnsafeMutablePointer<AURenderEvent>? {
        let event = list[place]
        let byteCount = event.messageByteCount
        let size = (MemoryLayout<AURenderEvent>.stride + byteCount + 15) & ~15
        guard usedBytes + size <= Self.byteCapacity, place + pieceCount <= list.count else { return nil }
        let memory = UnsafeMutableRawPointer(bytes.pointer) + usedBytes
        usedBytes += size
        let target = memory.bindMemory(to: AURenderEvent.self, capacity: 1)
        target.initialize(to: AURenderEvent())
        target.pointee.MIDI = AUMIDIEvent(
            next: nil, eventSampleTime: event.sampleTime,
            eventType: event.byte(0) == 0xF0 ? .midiSysEx : .MIDI, reserved: 0,
            length: UInt16(clamping: byteCount), cable: event.cable, data: (0, 0, 0))
        let data = memory + Self.dataOffset
        for index in 0..<byteCount {
            let piece = list[place + index / UnitEvent.byteCapacity]
            data.storeBytes(
                of: piece.byte(index % UnitEvent.byteCapacity), toByteOffset: index, as: UInt8.self)
        }
        return target
    }

    /// Where a message's bytes begin in `AUMIDIEvent`: right behind the cable.
    private static let dataOffset = (MemoryLayout<AUMIDIEvent>.offset(of: \.cable) ?? 20) + 1
}

/// What a program's own unit sends while it renders.
final class CustomUnitOutput: @unchecked Sendable {
    // Proof: only the render thread sets and reads the block.
    private let current = OwnedCell<RenderBlock?>(nil)

    /// The block that is being made.
    var block: RenderBlock? {
        get { current.pointer.pointee }
        set { current.pointer.pointee = newValue }
    }

    /// Sends a message at a time of the unit's timeline within the block; false if no connection takes it.
    func send(_ bytes: UnsafePointer<UInt8>, count: Int, cable: UInt8, at time: AUEventSampleTime) -> Bool {
        guard let block, let events = block.events, let outputs = events.pointee.outputs,
            events.pointee.outputCount > 0, count > 0
        else { return false }
        let offset = time &- AUEventSampleTimeImmediate
        let frame = (0...4096).contains(offset) ? offset : time &- block.sampleTime
        return outputs[0].pointee.append(
            bytes, byteCount: count, cable: cable,
            at: block.sampleTime + min(max(0, frame), Int64(block.frameCount - 1)))
    }
}
