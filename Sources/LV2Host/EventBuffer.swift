import CAVFLilv
import CAVFShims

/// The memory of one event port: an atom sequence, or the old extension's event buffer.
struct EventBuffer: BitwiseCopyable {
    /// The URIs that event ports need, as numbers.
    struct Types: BitwiseCopyable {
        let sequence = avf_shim_urid_map(nil, LV2.atom + "Sequence")
        let chunk = avf_shim_urid_map(nil, LV2.atom + "Chunk")
        let midi = avf_shim_urid_map(nil, LV2.midi + "MidiEvent")
    }

    /// The least bytes of a port's buffer.
    static let minimumCapacity = 8192

    let isInput: Bool
    let takesMIDI: Bool
    private let types: Types
    /// What the port is connected to: `LV2_Atom_Sequence` or `avf_shim_event_buffer`.
    let memory: UnsafeMutableRawPointer
    /// Where old events lie; nil for an atom port.
    private let oldData: UnsafeMutableRawPointer?
    /// Bytes of `memory`, or of `oldData`.
    private let capacity: Int

    /// The buffer of a port; nil without memory.
    init?(_ port: PortFacts, _ types: Types, in memory: ForeignMemory) {
        let headerSize = MemoryLayout<LV2_Atom_Sequence>.size
        let wanted = max(Self.minimumCapacity, port.minimumSize + headerSize)
        capacity = (wanted + 7) & ~7
        isInput = port.isInput
        takesMIDI = port.isInput && port.flags.contains(.midi)
        self.types = types
        guard let bytes = memory.bytes(capacity) else { return nil }
        if port.kind == .oldEvent {
            let buffer = avf_shim_event_buffer(
                data: bytes.assumingMemoryBound(to: UInt8.self),
                header_size: UInt16(MemoryLayout<avf_shim_event_buffer>.size), stamp_type: 0, event_count: 0,
                capacity: UInt32(clamping: capacity), size: 0)
            guard let place = memory.place(buffer) else { return nil }
            self.memory = place
            oldData = bytes
        } else {
            self.memory = bytes
            oldData = nil
        }
        prepare()
    }

    /// Empties an input, and offers an output all its room.
    @_noLocks
    func prepare() {
        if oldData != nil {
            let buffer = memory.assumingMemoryBound(to: avf_shim_event_buffer.self)
            buffer.pointee.event_count = 0
            buffer.pointee.size = 0
        } else {
            let sequence = memory.assumingMemoryBound(to: LV2_Atom_Sequence.self)
            let headerSize = MemoryLayout<LV2_Atom>.size
            sequence.pointee.atom.type = isInput ? types.sequence : types.chunk
            sequence.pointee.atom.size =
                isInput
                ? UInt32(MemoryLayout<LV2_Atom_Sequence_Body>.size)
                : UInt32(truncatingIfNeeded: capacity &- headerSize)
            sequence.pointee.body.unit = 0
            sequence.pointee.body.pad = 0
        }
    }

    /// Appends a MIDI message at a frame of the block; false if there is no room.
    @_noLocks
    func append(_ event: MIDIEvent, atFrame frame: UInt32) -> Bool {
        oldData == nil ? appendAtom(event, frame) : appendOld(event, frame)
    }

    @_noLocks
    private func appendAtom(_ event: MIDIEvent, _ frame: UInt32) -> Bool {
        let sequence = memory.assumingMemoryBound(to: LV2_Atom_Sequence.self)
        let used = MemoryLayout<LV2_Atom>.size &+ Int(sequence.pointee.atom.size)
        // An event's head is 16 bytes; three bytes of data are padded to 8.
        let needed = MemoryLayout<LV2_Atom_Event>.size &+ 8
        guard used &+ needed <= capacity else { return false }
        let place = memory + used
        place.storeBytes(of: Int64(frame), as: Int64.self)
        place.storeBytes(of: event.count, toByteOffset: 8, as: UInt32.self)
        place.storeBytes(of: types.midi, toByteOffset: 12, as: UInt32.self)
        place.storeBytes(of: UInt64(event.packed), toByteOffset: 16, as: UInt64.self)
        sequence.pointee.atom.size = UInt32(truncatingIfNeeded: used &+ needed &- MemoryLayout<LV2_Atom>.size)
        return true
    }

    @_noLocks
    private func appendOld(_ event: MIDIEvent, _ frame: UInt32) -> Bool {
        let buffer = memory.assumingMemoryBound(to: avf_shim_event_buffer.self)
        // A head of 12 bytes and three bytes of data, padded to 8.
        let needed: UInt32 = 16
        guard let oldData, buffer.pointee.size &+ needed <= buffer.pointee.capacity else { return false }
        let place = oldData + Int(buffer.pointee.size)
        place.storeBytes(of: frame, as: UInt32.self)
        place.storeBytes(of: 0, toByteOffset: 4, as: UInt32.self)
        place.storeBytes(of: UInt16(truncatingIfNeeded: types.midi), toByteOffset: 8, as: UInt16.self)
        place.storeBytes(of: UInt16(truncatingIfNeeded: event.count), toByteOffset: 10, as: UInt16.self)
        place.storeBytes(of: event.packed, toByteOffset: 12, as: UInt32.self)
        buffer.pointee.size &+= needed
        buffer.pointee.event_count &+= 1
        return true
    }

    /// Whether what the plugin left in an output can be walked; a plugin may leave it untouched.
    @_noLocks
    func isSound() -> Bool {
        guard oldData == nil else {
            let buffer = memory.assumingMemoryBound(to: avf_shim_event_buffer.self)
            return buffer.pointee.size <= UInt32(truncatingIfNeeded: capacity)
        }
        let atom = memory.assumingMemoryBound(to: LV2_Atom.self).pointee
        let room = UInt32(truncatingIfNeeded: capacity &- MemoryLayout<LV2_Atom>.size)
        return atom.type == types.chunk
            || (atom.type == types.sequence && atom.size <= room
                && atom.size >= UInt32(MemoryLayout<LV2_Atom_Sequence_Body>.size))
    }
}
