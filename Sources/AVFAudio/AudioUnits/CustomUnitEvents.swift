import AVFRealtime
import AVFRender

/// The events of a block of a program's own unit, as Apple's linked list.
///
/// Render thread.
struct CustomUnitEvents: ~Copyable {
    /// The most events of a block.
    private static let capacity = 2 * EventBus.capacity
    /// Bytes that one piece of a long message takes at most, with its share of the head.
    private static let bytesForPiece = 64
    /// Bytes of a System Exclusive message whose words fit into one packet.
    private static let mostBytesInSlot = 192

    private var intake: EventIntake
    private let events = OwnedBuffer(count: CustomUnitEvents.capacity) { _ in AURenderEvent() }
    /// Long messages lie here, each with its head; there is room for all that the slots have room for.
    private let bytes = OwnedBuffer<UInt64>(
        uninitializedCount: CustomUnitEvents.capacity * CustomUnitEvents.bytesForPiece / 8)

    /// What the unit takes: lists of a protocol, or bytes for 0.
    private let midiProtocol: MIDIProtocolID
    private let translator = MIDI2Translator()
    /// The ends of the present block's list.
    private var first: UnsafeMutablePointer<AURenderEvent>?
    private var newest: UnsafeMutablePointer<AURenderEvent>?

    /// The events of a queue that lives longer, in the form that a unit takes.
    init(_ queue: EventQueue, _ midiProtocol: MIDIProtocolID) {
        intake = EventIntake(queue.prepare(), keepsPackets: midiProtocol == ._2_0)
        self.midiProtocol = midiProtocol
    }

    /// The events of a block in the order of time, linked, until `end`; nil for none.
    mutating func begin(_ block: RenderBlock) -> UnsafePointer<AURenderEvent>? {
        let list = intake.begin(block)
        let takesLists = midiProtocol == ._1_0 || midiProtocol == ._2_0
        (first, newest) = (nil, nil)
        var (place, usedBytes) = (0, 0)
        while place < list.count {
            if takesLists, !list[place].isParameter {
                writeWords(list, &place, &usedBytes)
            } else if let event = write(list, &place, &usedBytes) {
                link(event)
            }
        }
        return first.map { UnsafePointer($0) }
    }

    private mutating func link(_ event: UnsafeMutablePointer<AURenderEvent>) {
        newest?.pointee.head.next = event
        first = first ?? event
        newest = event
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

    /// Writes the message at a place as words, and goes on behind it.
    private mutating func writeWords(_ list: EventList, _ place: inout Int, _ usedBytes: inout Int) {
        let (start, event) = (place, list[place])
        let pieceCount = max(1, event.pieceCount)
        place += pieceCount
        guard !event.continues, place <= list.count else { return }
        let isLong = event.isMIDI && event.messageByteCount > Self.mostBytesInSlot
        let memory =
            isLong ? UnsafeMutableRawPointer(bytes.pointer) + usedBytes : .init(events.pointer + start)
        if isLong { usedBytes += pieceCount * Self.bytesForPiece }
        var writer = EventListWriter(memory, event, midiProtocol)
        if event.isPacket {
            writer.add(event.packet)
        } else {
            UniversalPacket.forEach(
                ofMessage: event.messageByteCount,
                byte: { list[start + $0 / UnitEvent.byteCapacity].byte($0 % UnitEvent.byteCapacity) },
                { packet in
                    let packet = midiProtocol == ._2_0 ? translator.translate(packet) : packet
                    if let packet { writer.add(packet) }
                })
        }
        if writer.hasWords { link(memory.assumingMemoryBound(to: AURenderEvent.self)) }
    }

    /// A message of more than three bytes: its bytes go on behind the event's end.
    private func writeLong(
        _ list: EventList, _ place: Int, _ pieceCount: Int, _ usedBytes: inout Int
    ) -> UnsafeMutablePointer<AURenderEvent>? {
        let event = list[place]
        let byteCount = event.messageByteCount
        guard place + pieceCount <= list.count else { return nil }
        let memory = UnsafeMutableRawPointer(bytes.pointer) + usedBytes
        usedBytes += pieceCount * Self.bytesForPiece
        // No more than the event's own head is written: the rest of the union is not there.
        let target = memory.assumingMemoryBound(to: AURenderEvent.self)
        memory.assumingMemoryBound(to: AUMIDIEvent.self).pointee = AUMIDIEvent(
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
