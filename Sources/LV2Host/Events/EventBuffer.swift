import AVFPluginCatalog
import AVFRender
import CAVFLilv
import CAVFShimsLV2

/// The memory of one event port: an atom sequence, or the old extension's event buffer.
package struct EventBuffer: BitwiseCopyable {
    /// The URIs that event ports need, as numbers.
    package struct Types: BitwiseCopyable {
        let sequence = avf_shim_urid_map(nil, LV2.atom + "Sequence")
        let chunk = avf_shim_urid_map(nil, LV2.atom + "Chunk")
        let midi = avf_shim_urid_map(nil, LV2.midi + "MidiEvent")
        let object = avf_shim_urid_map(nil, LV2.atom + "Object")
        let blank = avf_shim_urid_map(nil, LV2.atom + "Blank")
        let resource = avf_shim_urid_map(nil, LV2.atom + "Resource")
        let patchSet = avf_shim_urid_map(nil, LV2.patch + "Set")
        let patchPut = avf_shim_urid_map(nil, LV2.patch + "Put")

        package init() {}
    }

    /// The least bytes of a port's buffer.
    static let minimumCapacity = 8192

    let isInput: Bool
    let takesMIDI: Bool
    /// Messages about properties go in here.
    var takesPatches = false
    /// The transport's position goes in here.
    var takesTime = false
    let types: Types
    /// What the port is connected to: `LV2_Atom_Sequence` or `avf_shim_event_buffer`.
    package let memory: UnsafeMutableRawPointer
    /// Where old events lie; nil for an atom port.
    let oldData: UnsafeMutableRawPointer?
    /// Bytes of `memory`, or of `oldData`.
    let capacity: Int
    /// Where the newest message begins; 0 if there is none.
    private var newest = 0

    /// The buffer of a port; nil without memory.
    package init?(_ port: PortFacts, _ types: Types, in memory: ForeignMemory) {
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
    package mutating func prepare() {
        newest = 0
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

    /// Appends a MIDI message, or the rest of one, at a frame of the block; false if there is no room.
    @_noLocks
    mutating func append(_ event: UnitEvent, atFrame frame: UInt32) -> Bool {
        oldData == nil ? appendAtom(event, frame) : appendOld(event, frame)
    }

    @_noLocks
    private mutating func appendAtom(_ event: UnitEvent, _ frame: UInt32) -> Bool {
        if event.continues { return extendAtom(event) }
        let sequence = memory.assumingMemoryBound(to: LV2_Atom_Sequence.self)
        let used = MemoryLayout<LV2_Atom>.size &+ Int(sequence.pointee.atom.size)
        // An event's head is 16 bytes; its data are padded to 8.
        let needed = MemoryLayout<LV2_Atom_Event>.size &+ Self.padded(event.byteCount)
        newest = 0
        guard used &+ MemoryLayout<LV2_Atom_Event>.size &+ Self.padded(event.messageByteCount) <= capacity
        else { return false }
        let place = memory + used
        place.storeBytes(of: Int64(frame), as: Int64.self)
        // The size grows with the pieces, so that a message that lacks some is still an atom.
        place.storeBytes(of: UInt32(truncatingIfNeeded: event.byteCount), toByteOffset: 8, as: UInt32.self)
        place.storeBytes(of: types.midi, toByteOffset: 12, as: UInt32.self)
        Self.store(event, in: place + 16)
        sequence.pointee.atom.size = UInt32(truncatingIfNeeded: used &+ needed &- MemoryLayout<LV2_Atom>.size)
        newest = used
        return true
    }

    /// Adds bytes to the newest message: those before it were whole sixteens, so its end is where the padding
    /// ends.
    @_noLocks
    private func extendAtom(_ event: UnitEvent) -> Bool {
        let sequence = memory.assumingMemoryBound(to: LV2_Atom_Sequence.self)
        let used = MemoryLayout<LV2_Atom>.size &+ Int(sequence.pointee.atom.size)
        let needed = Self.padded(event.byteCount)
        guard newest > 0, used &+ needed <= capacity else { return false }
        Self.store(event, in: memory + used)
        let size = (memory + newest).load(fromByteOffset: 8, as: UInt32.self)
        (memory + newest).storeBytes(
            of: size &+ UInt32(truncatingIfNeeded: event.byteCount), toByteOffset: 8, as: UInt32.self)
        sequence.pointee.atom.size &+= UInt32(truncatingIfNeeded: needed)
        return true
    }

    @_noLocks
    private static func padded(_ byteCount: Int) -> Int { (byteCount &+ 7) & ~7 }

    /// Writes an event's bytes, and the zeroes that pad them to eight.
    @_noLocks
    private static func store(_ event: UnitEvent, in place: UnsafeMutableRawPointer) {
        place.storeBytes(of: event.lowBytes, as: UInt64.self)
        if event.byteCount > 8 { place.storeBytes(of: event.highBytes, toByteOffset: 8, as: UInt64.self) }
    }

    /// Gives every MIDI message of an output to a bus, as far as there is room, at times within a block.
    @_noLocks
    func forward(to bus: UnsafeMutablePointer<EventBus>, _ block: RenderBlock) {
        let atom = memory.assumingMemoryBound(to: LV2_Atom.self).pointee
        guard oldData == nil, !isInput, atom.type == types.sequence, isSound() else { return }
        let end = MemoryLayout<LV2_Atom>.size &+ Int(atom.size)
        let headSize = MemoryLayout<LV2_Atom_Event>.size
        var at = MemoryLayout<LV2_Atom_Sequence>.size
        while at &+ headSize <= end {
            let frames = memory.load(fromByteOffset: at, as: Int64.self)
            let size = Int(memory.load(fromByteOffset: at &+ 8, as: UInt32.self))
            let type = memory.load(fromByteOffset: at &+ 12, as: UInt32.self)
            guard size <= end &- at &- headSize else { return }
            if type == types.midi {
                let bytes = (memory + (at &+ headSize)).assumingMemoryBound(to: UInt8.self)
                let frame = min(max(0, frames), Int64(block.frameCount &- 1))
                _ = bus.pointee.append(bytes, byteCount: size, at: block.sampleTime &+ frame)
            }
            at &+= headSize &+ ((size &+ 7) & ~7)
        }
    }

    @_noLocks
    private func appendOld(_ event: UnitEvent, _ frame: UInt32) -> Bool {
        let buffer = memory.assumingMemoryBound(to: avf_shim_event_buffer.self)
        // A head of 12 bytes and up to four bytes of data, padded to 8; longer messages do not go this way.
        let needed: UInt32 = 16
        guard let oldData, !event.continues, event.messageByteCount <= 4,
            buffer.pointee.size &+ needed <= buffer.pointee.capacity
        else { return false }
        let place = oldData + Int(buffer.pointee.size)
        place.storeBytes(of: frame, as: UInt32.self)
        place.storeBytes(of: 0, toByteOffset: 4, as: UInt32.self)
        place.storeBytes(of: UInt16(truncatingIfNeeded: types.midi), toByteOffset: 8, as: UInt16.self)
        place.storeBytes(
            of: UInt16(truncatingIfNeeded: event.messageByteCount), toByteOffset: 10, as: UInt16.self)
        place.storeBytes(
            of: UInt32(truncatingIfNeeded: event.lowBytes), toByteOffset: 12, as: UInt32.self)
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
