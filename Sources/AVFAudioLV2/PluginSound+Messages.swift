import CAVFLV2

// Messages of LV2's patch vocabulary, read and written where they lie. Render thread.

extension PluginSound {
    /// Reads what the host has sent with a block.
    func hear() {
        guard let control, control.pointee.atom.type == urids.sequence else { return }
        let start = UnsafeRawPointer(control)
        let end = MemoryLayout<LV2_Atom>.size + Int(control.pointee.atom.size)
        var place = MemoryLayout<LV2_Atom_Sequence>.size
        while place + 16 <= end {
            let atom = start.load(fromByteOffset: place + 8, as: LV2_Atom.self)
            let size = Int(atom.size)
            guard place + 16 + size <= end else { return }
            if atom.type == urids.object, size >= 8 { hear(start + place + 16, size) }
            place += 16 + padded(size)
        }
    }

    /// An object: its number, its type, and properties with key, context and value.
    private func hear(_ object: UnsafeRawPointer, _ size: Int) {
        let type = object.load(fromByteOffset: 4, as: UInt32.self)
        if type == urids.get { tellAgain() }
        guard type == urids.set else { return }
        var isOurs = false
        var value: (path: UnsafeRawPointer, byteCount: Int)?
        var place = 8
        while place + 16 <= size {
            let key = object.load(fromByteOffset: place, as: UInt32.self)
            let atom = object.load(fromByteOffset: place + 8, as: LV2_Atom.self)
            let (content, count) = (object + place + 16, Int(atom.size))
            guard place + 16 + count <= size else { return }
            if key == urids.property, atom.type == urids.urid, count == 4 {
                isOurs = content.load(as: UInt32.self) == urids.sound
            }
            if key == urids.value, atom.type == urids.path || atom.type == urids.string {
                value = (content, count)
            }
            place += 16 + padded(count)
        }
        if isOurs, let value { request(value.path, byteCount: value.byteCount) }
    }

    /// Writes the messages of a block: which file it is, if it was asked for.
    func tell() {
        guard let notify else { return }
        let room = MemoryLayout<LV2_Atom>.size + Int(notify.pointee.atom.size)
        guard room >= MemoryLayout<LV2_Atom_Sequence>.size else { return }
        notify.pointee.atom = LV2_Atom(size: 8, type: urids.sequence)
        notify.pointee.body = LV2_Atom_Sequence_Body(unit: 0, pad: 0)
        guard takeNews() else { return }
        let path = path
        let byteCount = (path?.count ?? 0) + 1
        // Head of the event, object, property with a number, property with the path.
        let size = 8 + 24 + 16 + byteCount
        guard MemoryLayout<LV2_Atom_Sequence>.size + 16 + padded(size) <= room else { return }
        let event = UnsafeMutableRawPointer(notify) + MemoryLayout<LV2_Atom_Sequence>.size
        write(path, at: event, size, byteCount)
        notify.pointee.atom.size = UInt32(8 + 16 + padded(size))
    }

    private func write(
        _ path: UnsafeBufferPointer<CChar>?, at event: UnsafeMutableRawPointer, _ size: Int, _ byteCount: Int
    ) {
        event.storeBytes(of: 0, as: Int64.self)
        let head = (event + 8).assumingMemoryBound(to: UInt32.self)
        // The object's size, type, number and kind; then its properties: key, context, size, type and value.
        head[0] = UInt32(size)
        head[1] = urids.object
        head[2] = 0
        head[3] = urids.set
        head[4] = urids.property
        head[5] = 0
        head[6] = 4
        head[7] = urids.urid
        head[8] = urids.sound
        head[9] = 0
        head[10] = urids.value
        head[11] = 0
        head[12] = UInt32(byteCount)
        head[13] = urids.path
        let text = UnsafeMutableRawPointer(head + 14).assumingMemoryBound(to: CChar.self)
        for index in 0..<byteCount - 1 { text[index] = path?[index] ?? 0 }
        text[byteCount - 1] = 0
    }

    /// Atoms begin at multiples of 8 bytes.
    private func padded(_ size: Int) -> Int { (size + 7) & ~7 }
}
