import AVFRealtime
import Synchronization

/// Keeps the messages of an event bus for a listener on another thread.
package final class EventTapUnit: RenderUnit, @unchecked Sendable {  // Proof: see RenderUnit.
    private let tap = OwnedCell(EventTap())

    /// A tap that has heard nothing.
    package init() { super.init() }

    package override func process(_ block: RenderBlock) { tap.pointer.pointee.take(block.eventsIn) }

    /// Whether there are messages that were not taken. [any]
    package var hasMessages: Bool { tap.pointer.pointee.ring.reader.count > 0 }

    /// How many messages were lost since the last call, because the listener was too slow. [any]
    package func takeDroppedCount() -> Int { tap.pointer.pointee.dropped.exchange(0, ordering: .relaxed) }

    /// The messages since the last call, with the cable and the frame of each.
    ///
    /// One thread at a time.
    package func takeMessages() -> [EventMessage] {
        EventMessage.takeAll(from: tap.pointer.pointee.ring.reader)
    }
}

/// The messages on their way to a listener.
struct EventTap: ~Copyable {
    let ring = Ring<UnitEvent>(minimumCapacity: 4 * EventBus.capacity)
    /// Messages that did not fit since they were last counted.
    let dropped = Atomic<Int>(0)

    /// Takes a block's messages, each as a whole or not at all.
    @_noLocks
    func take(_ events: EventList) {
        var fits = true
        for place in 0..<events.count where !events[place].isParameter {
            if !events[place].continues {
                fits = events[place].pieceCount <= ring.writer.room
                if !fits { dropped.add(1, ordering: .relaxed) }
            }
            if fits { _ = ring.writer.push(events[place]) }
        }
    }
}

/// A MIDI message in memory of its own: in bytes, or in words if MIDI 1.0 has no bytes for it.
package struct EventMessage: Sendable {
    /// When, in frames of the unit that has made it.
    package let sampleTime: Int64
    /// The MIDI cable.
    package let cable: UInt8
    /// The message's bytes, status first; empty for one in words.
    package private(set) var bytes: [UInt8]
    /// The message in words; nil for one in bytes.
    package let packet: UniversalPacket?

    /// The messages that wait in a ring, which has their events one behind the other.
    ///
    /// One thread at a time.
    package static func takeAll(from reader: RingReader<UnitEvent>) -> [EventMessage] {
        var messages: [EventMessage] = []
        while let event = reader.pop() {
            if event.continues, !messages.isEmpty {
                messages[messages.count - 1].extend(event)
            } else {
                messages.append(EventMessage(event))
            }
        }
        return messages
    }

    /// The beginning of a message.
    package init(_ event: UnitEvent) {
        sampleTime = event.sampleTime
        cable = event.cable
        packet = event.isPacket ? event.packet : nil
        bytes = event.isPacket ? [] : (0..<event.byteCount).map(event.byte)
    }

    /// The message as packets: as it is in words, or those that say the same as its bytes.
    package var packets: [UniversalPacket] {
        if let packet { return [packet] }
        var packets: [UniversalPacket] = []
        UniversalPacket.forEach(ofMessage: bytes.count, byte: { bytes[$0] }, { packets.append($0) })
        return packets
    }

    /// The message as ones of MIDI 1.0: itself, or those that are nearest to what its words say.
    package var messagesInBytes: [[UInt8]] {
        guard let packet else { return [bytes] }
        return (0..<packet.channelMessageCount).map {
            let event = packet.channelMessage($0, cable: cable, at: sampleTime)
            return (0..<event.byteCount).map(event.byte)
        }
    }

    /// A message of MIDI 1.0 that another one has become.
    package init(_ bytes: [UInt8], of message: EventMessage) {
        (sampleTime, cable, self.bytes, packet) = (message.sampleTime, message.cable, bytes, nil)
    }

    /// Takes the next bytes of the message.
    private mutating func extend(_ event: UnitEvent) { bytes += (0..<event.byteCount).map(event.byte) }
}
