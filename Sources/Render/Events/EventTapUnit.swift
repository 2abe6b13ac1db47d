import AVFRealtime

/// Keeps the messages of an event bus for a listener on another thread.
package final class EventTapUnit: RenderUnit, @unchecked Sendable {  // Proof: see RenderUnit.
    private let tap = OwnedCell(EventTap())

    /// A tap that has heard nothing.
    package init() { super.init() }

    package override func process(_ block: RenderBlock) { tap.pointer.pointee.take(block.eventsIn) }

    /// Whether there are messages that were not taken. [any]
    package var hasMessages: Bool { tap.pointer.pointee.ring.reader.count > 0 }

    /// The messages since the last call, with the cable and the frame of each.
    ///
    /// One thread at a time.
    package func takeMessages() -> [EventMessage] {
        var messages: [EventMessage] = []
        while let event = tap.pointer.pointee.ring.reader.pop() {
            if event.continues, !messages.isEmpty {
                messages[messages.count - 1].extend(event)
            } else {
                messages.append(EventMessage(event))
            }
        }
        return messages
    }
}

/// The messages on their way to a listener.
struct EventTap: ~Copyable {
    let ring = Ring<UnitEvent>(minimumCapacity: 4 * EventBus.capacity)

    /// Takes a block's messages, each as a whole or not at all.
    @_noLocks
    func take(_ events: EventList) {
        var fits = true
        for place in 0..<events.count where !events[place].isParameter {
            if !events[place].continues { fits = events[place].pieceCount <= ring.writer.room }
            if fits { _ = ring.writer.push(events[place]) }
        }
    }
}

/// A MIDI message in memory of its own.
package struct EventMessage: Sendable {
    /// When, in frames of the unit that has made it.
    package let sampleTime: Int64
    /// The MIDI cable.
    package let cable: UInt8
    /// The message's bytes, status first.
    package private(set) var bytes: [UInt8]

    /// The beginning of a message.
    package init(_ event: UnitEvent) {
        sampleTime = event.sampleTime
        cable = event.cable
        bytes = (0..<event.byteCount).map(event.byte)
    }

    /// Takes the next bytes of the message.
    mutating func extend(_ event: UnitEvent) { bytes += (0..<event.byteCount).map(event.byte) }
}
