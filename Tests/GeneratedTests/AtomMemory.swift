import CAVFLV2

/// A port's memory for atoms: what a host sends, or room for what a plugin answers.
final class AtomMemory {
    /// An event as a test writes it down.
    struct Event: Equatable {
        let frame: Int64
        let bytes: [UInt8]

        init(_ frame: Int64, _ bytes: [UInt8]) { (self.frame, self.bytes) = (frame, bytes) }
    }

    let pointer: UnsafeMutableRawPointer
    private let capacity: Int

    init(capacity: Int = 4096) {
        self.capacity = capacity
        pointer = .allocate(byteCount: capacity, alignment: 8)
        makeRoom()
    }

    deinit { pointer.deallocate() }

    private var head: UnsafeMutablePointer<LV2_Atom_Sequence> {
        pointer.assumingMemoryBound(to: LV2_Atom_Sequence.self)
    }

    /// Room for a plugin's answer, as hosts announce it.
    func makeRoom() { head.pointee.atom = LV2_Atom(size: UInt32(capacity - 8), type: 0) }

    /// MIDI messages in the order of their frames.
    func send(_ events: [Event]) {
        head.pointee.atom = LV2_Atom(size: 8, type: HostURIDs.number(sequenceURI))
        head.pointee.body = LV2_Atom_Sequence_Body(unit: 0, pad: 0)
        for event in events {
            let place = pointer + 8 + Int(head.pointee.atom.size)
            place.storeBytes(of: event.frame, as: Int64.self)
            (place + 8).storeBytes(
                of: LV2_Atom(size: UInt32(event.bytes.count), type: HostURIDs.number(midiEventURI)),
                as: LV2_Atom.self)
            (place + 16).copyMemory(from: event.bytes, byteCount: event.bytes.count)
            head.pointee.atom.size += UInt32(16 + (event.bytes.count + 7) & ~7)
        }
    }

    /// What a plugin has answered.
    var events: [Event] {
        var events: [Event] = []
        var place = 16
        while place < 8 + Int(head.pointee.atom.size) {
            let atom = (pointer + place + 8).load(as: LV2_Atom.self)
            let bytes = UnsafeRawBufferPointer(start: pointer + place + 16, count: Int(atom.size))
            events.append(Event((pointer + place).load(as: Int64.self), Array(bytes)))
            place += 16 + (Int(atom.size) + 7) & ~7
        }
        return events
    }
}

private let sequenceURI = "http://lv2plug.in/ns/ext/atom#Sequence"
private let midiEventURI = "http://lv2plug.in/ns/ext/midi#MidiEvent"
