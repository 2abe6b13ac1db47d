import AVFRealtime
import AVFRender
import CAVFLilv

/// Atom objects in event ports: messages about properties, and the transport's position.
extension EventBuffer {
    /// Bytes that an event can still have behind its head.
    var room: Int {
        @_noLocks get {
            let sequence = memory.assumingMemoryBound(to: LV2_Atom_Sequence.self)
            let used = MemoryLayout<LV2_Atom>.size &+ Int(sequence.pointee.atom.size)
            return capacity &- used &- MemoryLayout<LV2_Atom_Event>.size
        }
    }

    /// Appends an object at a frame of the block; false if there is no room.
    @_noLocks
    func append(object body: UnsafeRawPointer, count: UInt32, atFrame frame: Int64) -> Bool {
        let padded = (Int(count) &+ 7) & ~7
        guard oldData == nil, padded <= room else { return false }
        let sequence = memory.assumingMemoryBound(to: LV2_Atom_Sequence.self)
        let used = MemoryLayout<LV2_Atom>.size &+ Int(sequence.pointee.atom.size)
        let place = memory + used
        place.storeBytes(of: frame, as: Int64.self)
        place.storeBytes(of: count, toByteOffset: 8, as: UInt32.self)
        place.storeBytes(of: types.object, toByteOffset: 12, as: UInt32.self)
        (place + 16).copyMemory(from: body, byteCount: Int(count))
        sequence.pointee.atom.size &+= UInt32(
            truncatingIfNeeded: MemoryLayout<LV2_Atom_Event>.size &+ padded)
        return true
    }

    /// Gives every message about a property's value to `ring`, as far as there is room.
    @_noLocks
    func forwardPatches(to ring: MessageRing) {
        let atom = memory.assumingMemoryBound(to: LV2_Atom.self).pointee
        guard oldData == nil, !isInput, atom.type == types.sequence, isSound() else { return }
        let end = MemoryLayout<LV2_Atom>.size &+ Int(atom.size)
        let headSize = MemoryLayout<LV2_Atom_Event>.size
        var at = MemoryLayout<LV2_Atom_Sequence>.size
        while at &+ headSize <= end {
            let size = Int(memory.load(fromByteOffset: at &+ 8, as: UInt32.self))
            let type = memory.load(fromByteOffset: at &+ 12, as: UInt32.self)
            guard size <= end &- at &- headSize else { return }
            if isPatch(at &+ headSize, size, type) {
                _ = ring.push(memory + (at &+ headSize), count: UInt32(truncatingIfNeeded: size))
            }
            at &+= headSize &+ ((size &+ 7) & ~7)
        }
    }

    @_noLocks
    private func isPatch(_ offset: Int, _ size: Int, _ type: UInt32) -> Bool {
        guard type == types.object || type == types.blank || type == types.resource,
            size >= MemoryLayout<LV2_Atom_Object_Body>.size
        else { return false }
        let kind = memory.load(fromByteOffset: offset &+ 4, as: UInt32.self)
        return kind == types.patchSet || kind == types.patchPut
    }
}
