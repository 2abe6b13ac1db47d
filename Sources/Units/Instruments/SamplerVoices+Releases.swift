import CAVFDSP

// What ends notes, and what changes them while they sound.

extension SamplerVoices {
    /// A key comes up.
    @_noLocks
    mutating func lift(
        _ program: UnsafePointer<SamplerProgramTable>?,
        _ reference: UnsafeMutablePointer<SamplerProgramReference>?,
        channel: Int,
        key: Int, mailbox: SamplerMailbox
    ) {
        var velocity = 0
        for slot in 0..<usedSlotCount {
            guard let note = note(slot), note.pointee.isDown, note.pointee.played.channel == channel,
                note.pointee.played.struckKey == key, !note.pointee.zone.pointee.isReleaseTrigger
            else { continue }
            note.pointee.isDown = false
            velocity = max(velocity, note.pointee.played.velocity)
            releaseUnlessHeld(slot, note)
        }
        guard velocity > 0, let program, let reference else { return }
        start(
            program, reference, channel: channel, key: key, velocity: velocity, isRelease: true,
            mailbox: mailbox)
    }

    /// All keys of a channel come up.
    @_noLocks
    mutating func liftAll(_ channel: Int) {
        for slot in 0..<usedSlotCount {
            guard let note = note(slot), note.pointee.played.channel == channel else { continue }
            note.pointee.isDown = false
            releaseUnlessHeld(slot, note)
        }
    }

    /// A pedal comes up.
    @_noLocks
    mutating func pedalsMoved(_ channel: Int) {
        for slot in 0..<usedSlotCount {
            guard let note = note(slot), note.pointee.played.channel == channel else { continue }
            if !channels.isDown(66, channel) { note.pointee.isSostenuto = false }
            if !note.pointee.isDown { releaseUnlessHeld(slot, note) }
        }
    }

    /// The sostenuto pedal goes down.
    @_noLocks
    func holdSostenuto(_ channel: Int) {
        for slot in 0..<usedSlotCount {
            guard let note = note(slot), note.pointee.played.channel == channel, note.pointee.isDown else {
                continue
            }
            note.pointee.isSostenuto = true
        }
    }

    /// Everything of a channel stops.
    @_noLocks
    mutating func silence(_ channel: Int) {
        for slot in 0..<usedSlotCount {
            guard let note = note(slot), note.pointee.played.channel == channel else { continue }
            fade(slot)
        }
    }

    @_noLocks
    mutating func releaseAll(where isMeant: (SamplerNote) -> Bool) {
        for slot in 0..<usedSlotCount {
            guard let note = note(slot), isMeant(note.pointee) else { continue }
            note.pointee.isDown = false
            note.pointee.isSostenuto = false
            release(slot, note)
        }
    }

    @_noLocks
    private func releaseUnlessHeld(_ slot: Int, _ note: UnsafeMutablePointer<SamplerNote>) {
        guard !note.pointee.isSostenuto, !channels.isDown(64, note.pointee.played.channel) else { return }
        release(slot, note)
    }

    @_noLocks
    private func release(_ slot: Int, _ note: UnsafeMutablePointer<SamplerNote>) {
        guard !note.pointee.isLeaving, !note.pointee.zone.pointee.isOneShot else { return }
        note.pointee.isLeaving = true
        stopLoop(slot, note)
        avf_dsp_voice_release(state.pointer, slot, voices.pointer[slot].volume.release, now)
    }

    /// A loop until the release ends.
    @_noLocks
    func stopLoop(_ slot: Int, _ note: UnsafeMutablePointer<SamplerNote>) {
        if note.pointee.zone.pointee.generators[SamplerGenerator.sampleMode.number] == 3 {
            voices.pointer[slot].isLooping = false
        }
    }

    // MARK: - Changes

    /// Lets the voices of a channel follow what has changed on it.
    @_noLocks
    func follow(_ channel: Int) {
        for slot in 0..<usedSlotCount {
            guard let note = note(slot), note.pointee.played.channel == channel else { continue }
            follow(slot, note.pointee)
        }
    }

    /// Lets the voices of a channel follow a controller, if they listen to it.
    @_noLocks
    func follow(_ channel: Int, controller: Int) {
        for slot in 0..<usedSlotCount {
            guard let note = note(slot), note.pointee.played.channel == channel,
                note.pointee.zone.pointee.listens(to: controller) || controller == 67
            else { continue }
            follow(slot, note.pointee)
        }
    }

    /// Lets all voices follow what has changed.
    @_noLocks
    func followAll() {
        for slot in 0..<usedSlotCount {
            if let note = note(slot) { follow(slot, note.pointee) }
        }
    }

    @_noLocks
    private func follow(_ slot: Int, _ note: SamplerNote) {
        shape(slot, note, isNew: false)
        avf_dsp_voice_update(state.pointer, slot, now)
    }
}
