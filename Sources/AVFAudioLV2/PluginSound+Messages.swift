import CAVFLV2

// Messages of LV2's patch vocabulary, read and written where they lie. Render thread.

extension PluginSound {
    /// Reads what the host has sent with a block.
    func hear() {
        guard var atoms = AtomEvents(control, type: urids.sequence) else { return }
        while let event = atoms.next() {
            if event.type == urids.object, event.byteCount >= 8 { hear(event.body, event.byteCount) }
        }
    }

    /// An object: its number, its type, and properties with key, context and value.
    private func hear(_ object: UnsafeRawPointer, _ size: Int) {
        let type = object.load(fromByteOffset: 4, as: UInt32.self)
        if type == urids.get { tellAgain() }
        guard type == urids.set else { return }
        var key: LV2_URID = 0
        var number: Int32?
        var value: (path: UnsafeRawPointer, byteCount: Int)?
        var place = 8
        while place + 16 <= size {
            let field = object.load(fromByteOffset: place, as: UInt32.self)
            let atom = object.load(fromByteOffset: place + 8, as: LV2_Atom.self)
            let (content, count) = (object + place + 16, Int(atom.size))
            guard place + 16 + count <= size else { return }
            if field == urids.property, atom.type == urids.urid, count == 4 {
                key = content.load(as: UInt32.self)
            }
            if field == urids.value, atom.type == urids.path || atom.type == urids.string {
                value = (content, count)
            }
            if field == urids.value, atom.type == urids.int, count == 4 {
                number = content.load(as: Int32.self)
            }
            place += 16 + AtomEvents.padded(count)
        }
        if key == urids.sound, let value { request(value.path, byteCount: value.byteCount) }
        if key == urids.program, let number, let programs {
            programs[0] = number
            programs.lastChannel = 0
            programs.sendAgain()
            // At once, so that a host that works before its next block has it there.
            if programs[0] >= 0 { request(program: programs[0]) }
            tellAgain()
        }
    }

    /// Writes the messages of a block: which file and program it is, if it was asked for.
    func tell() {
        guard let writer = AtomEventWriter(notify, type: urids.sequence), takeNews() else { return }
        let path = path
        let byteCount = (path?.count ?? 0) + 1
        if let target = set(urids.sound, urids.path, byteCount, writer) {
            let text = target.assumingMemoryBound(to: CChar.self)
            for index in 0..<byteCount - 1 { text[index] = path?[index] ?? 0 }
            text[byteCount - 1] = 0
        }
        if let programs, let target = set(urids.program, urids.int, 4, writer) {
            let channel = programs.isMultitimbral ? 0 : programs.lastChannel
            target.storeBytes(of: max(0, programs[channel]), as: Int32.self)
        }
    }

    /// Begins a message that says what a property is; where its value goes, or nil without room.
    private func set(
        _ property: LV2_URID, _ type: LV2_URID, _ byteCount: Int, _ writer: AtomEventWriter
    ) -> UnsafeMutableRawPointer? {
        // The object's number and kind, a property with a number, and one with the value.
        guard let body = writer.append(frame: 0, type: urids.object, byteCount: 8 + 24 + 16 + byteCount)
        else {
            return nil
        }
        let words = body.assumingMemoryBound(to: UInt32.self)
        words[0] = 0
        words[1] = urids.set
        // Properties have key, context, size, type and value.
        words[2] = urids.property
        words[3] = 0
        words[4] = 4
        words[5] = urids.urid
        words[6] = property
        words[7] = 0
        words[8] = urids.value
        words[9] = 0
        words[10] = UInt32(byteCount)
        words[11] = type
        return body + 48
    }
}
