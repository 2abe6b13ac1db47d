import CAVFLV2

/// The events of an atom sequence that a host has sent, read where they lie.
///
/// Render thread. What does not lie within the sequence is not read.
struct AtomEvents {
    /// One event.
    struct Event {
        /// Frames from the beginning of the block.
        let frame: Int64
        let type: LV2_URID
        let body: UnsafeRawPointer
        let byteCount: Int
    }

    private let start: UnsafeRawPointer
    private let end: Int
    private var place = MemoryLayout<LV2_Atom_Sequence>.size

    /// Nil for a port that is not connected, and for what is no sequence.
    @_noLocks
    init?(_ sequence: UnsafePointer<LV2_Atom_Sequence>?, type: LV2_URID) {
        guard let sequence, sequence.pointee.atom.type == type else { return nil }
        start = UnsafeRawPointer(sequence)
        end = MemoryLayout<LV2_Atom>.size + Int(sequence.pointee.atom.size)
    }

    /// The next event; nil behind the last one.
    @_noLocks
    mutating func next() -> Event? {
        guard place + 16 <= end else { return nil }
        let atom = start.load(fromByteOffset: place + 8, as: LV2_Atom.self)
        let byteCount = Int(atom.size)
        guard place + 16 + byteCount <= end else { return nil }
        let event = Event(
            frame: start.load(fromByteOffset: place, as: Int64.self), type: atom.type,
            body: start + place + 16, byteCount: byteCount)
        place += 16 + Self.padded(byteCount)
        return event
    }

    /// Atoms begin at multiples of 8 bytes.
    @_noLocks
    static func padded(_ byteCount: Int) -> Int { (byteCount + 7) & ~7 }
}

/// A sequence that a plugin writes into the memory of its host.
///
/// Render thread.
struct AtomEventWriter {
    private let sequence: UnsafeMutablePointer<LV2_Atom_Sequence>
    private let capacity: Int

    /// An empty sequence; nil for a port that is not connected, or has no room.
    @_noLocks
    init?(_ sequence: UnsafeMutablePointer<LV2_Atom_Sequence>?, type: LV2_URID) {
        guard let sequence else { return nil }
        capacity = MemoryLayout<LV2_Atom>.size + Int(sequence.pointee.atom.size)
        guard capacity >= MemoryLayout<LV2_Atom_Sequence>.size else { return nil }
        sequence.pointee.atom = LV2_Atom(size: 8, type: type)
        sequence.pointee.body = LV2_Atom_Sequence_Body(unit: 0, pad: 0)
        self.sequence = sequence
    }

    /// Where to write the body of a new event; nil if there is no room.
    @_noLocks
    func append(frame: Int64, type: LV2_URID, byteCount: Int) -> UnsafeMutableRawPointer? {
        let place = MemoryLayout<LV2_Atom>.size + Int(sequence.pointee.atom.size)
        guard place + 16 + AtomEvents.padded(byteCount) <= capacity else { return nil }
        let event = UnsafeMutableRawPointer(sequence) + place
        event.storeBytes(of: frame, as: Int64.self)
        event.storeBytes(
            of: LV2_Atom(size: UInt32(byteCount), type: type), toByteOffset: 8, as: LV2_Atom.self)
        sequence.pointee.atom.size += UInt32(16 + AtomEvents.padded(byteCount))
        return event + 16
    }
}
