import AVFRealtime
import CAVFDSP

/// The voices of a sampler: which note is in which slot, and who makes room for whom.
///
/// Slots are taken from the lowest free one on, and the sum is taken in their order. If as many voices
/// sound as may, the one that makes room is: one that is released before one that a pedal holds before one
/// whose key is down; among those the quietest; among those the oldest. Voices of the note that is being
/// struck never make room. Who makes room fades out in 5 ms in its slot, besides the voices that may sound.
struct SamplerVoices: ~Copyable {
    /// The most voices that may sound at once.
    static var mostVoices: Int { @_noLocks get { 1024 } }
    /// Slots for those that fade out.
    private static var spareCount: Int { @_noLocks get { 64 } }
    static var slotCount: Int { @_noLocks get { mostVoices &+ spareCount } }
    static var laneCount: Int { @_noLocks get { AVF_DSP_VOICE_LANES } }
    private static var fadeSeconds: Double { @_noLocks get { 0.005 } }
    /// −2000 timecents.
    private static var cutSeconds: Double { @_noLocks get { 0.314_980_262_473_718_3 } }

    let sampleRateHz: Double
    let channels = SamplerChannels()
    var settings = SamplerSettings()
    /// Frames since the unit began.
    var now: Int64 = 0
    /// How many slots sound, those that fade included.
    private(set) var activeCount = 0
    /// How many of them do not leave to make room.
    private(set) var soundingCount = 0
    /// Whether a voice has been told to send to the reverb or to the chorus since the last look.
    let sends = OwnedCell((reverb: false, chorus: false))
    /// What the C loops see.
    let state: OwnedCell<avf_dsp_voices>
    let scratch = OwnedBuffer<Double>(repeating: 0, count: SamplerGenerator.count)
    let voices = OwnedBuffer<avf_dsp_voice>(repeating: avf_dsp_voice(), count: slotCount)
    private let groups = OwnedBuffer<avf_dsp_voice_group>(
        repeating: avf_dsp_voice_group(), count: slotCount / laneCount)
    private let stage = OwnedBuffer<Float>(repeating: 0, count: AVF_DSP_VOICE_STAGE)
    private let tables = SamplerSincTables()
    private let isUsed = OwnedBuffer<Bool>(repeating: false, count: slotCount)
    private let notes = OwnedBuffer<SamplerNote>(uninitializedCount: slotCount)
    private var serial: UInt64 = 0

    init(sampleRateHz: Double) {
        self.sampleRateHz = sampleRateHz
        state = OwnedCell(
            avf_dsp_voices(
                voices: voices.pointer, groups: groups.pointer, groupCount: 0, stage: stage.pointer,
                sinc8: tables.short, sinc16: tables.long, sampleRate: sampleRateHz,
                quality: Int32(AVF_DSP_VOICE_HERMITE)))
    }

    /// Slots up to the last group that has a voice.
    var usedSlotCount: Int {
        @_noLocks get { Int(state.pointer.pointee.groupCount) &* Self.laneCount }
    }

    @_noLocks
    func voice(_ slot: Int) -> UnsafeMutablePointer<avf_dsp_voice> { voices.pointer + slot }

    @_noLocks
    func note(_ slot: Int) -> UnsafeMutablePointer<SamplerNote>? {
        isUsed.pointer[slot] ? notes.pointer + slot : nil
    }

    // MARK: - Sound

    /// Puts the ticks where the unit's sample time is a multiple of them, unless voices sound that know
    /// another time.
    @_noLocks
    mutating func align(to sampleTime: Int64) {
        guard activeCount == 0 else { return }
        now &+= (sampleTime &- now) & Int64(AVF_DSP_VOICE_TICK - 1)
    }

    /// Replaces what the buses hold by the sum of all voices; at most a tick.
    @_noLocks
    mutating func render(
        _ buses: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount: Int, mailbox: SamplerMailbox
    ) {
        let ended = avf_dsp_voices_run(state.pointer, now, buses, frameCount)
        now &+= Int64(frameCount)
        if ended > 0 { forget(mailbox) }
    }

    /// Lets go of the notes whose voices have ended.
    @_noLocks
    private mutating func forget(_ mailbox: SamplerMailbox) {
        // The groups behind the last voice have been left out of the count.
        var left = activeCount
        var slot = 0
        while slot < Self.slotCount, left > 0 {
            if let note = note(slot) {
                left &-= 1
                if !voices.pointer[slot].isActive { drop(slot, note.pointee.reference, mailbox) }
            }
            slot &+= 1
        }
    }

    @_noLocks
    private mutating func drop(
        _ slot: Int, _ reference: UnsafeMutablePointer<SamplerProgramReference>, _ mailbox: SamplerMailbox
    ) {
        if voices.pointer[slot].stage != Int32(AVF_DSP_VOICE_FADING) { soundingCount &-= 1 }
        activeCount &-= 1
        isUsed.pointer[slot] = false
        mailbox.endUse(reference)
    }

    /// Frees what voices hold and nothing else does. [control]
    func discardReferences() {
        for slot in 0..<Self.slotCount {
            guard let note = note(slot) else { continue }
            note.pointee.reference.pointee.useCount -= 1
            if note.pointee.reference.pointee.useCount == 0 {
                SamplerProgramReference.discard(note.pointee.reference)
            }
        }
    }

    /// Ends everything at once.
    @_noLocks
    mutating func endAll(_ mailbox: SamplerMailbox) {
        for slot in 0..<Self.slotCount {
            guard let note = note(slot) else { continue }
            avf_dsp_voice_end(state.pointer, slot)
            drop(slot, note.pointee.reference, mailbox)
        }
    }
}

// MARK: - Notes

extension SamplerVoices {
    /// Strikes a key: starts a voice for each zone that it falls into.
    @_noLocks
    mutating func strike(
        _ program: UnsafePointer<SamplerProgramTable>,
        _ reference: UnsafeMutablePointer<SamplerProgramReference>,
        channel: Int,
        key: Int, velocity: Int, mailbox: SamplerMailbox
    ) {
        releaseAll { $0.played.struckKey == key && $0.played.channel == channel }
        start(
            program, reference, channel: channel, key: key, velocity: velocity, isRelease: false,
            mailbox: mailbox
        )
    }

    @_noLocks
    mutating func start(
        _ program: UnsafePointer<SamplerProgramTable>,
        _ reference: UnsafeMutablePointer<SamplerProgramReference>,
        channel: Int,
        key: Int, velocity: Int, isRelease: Bool, mailbox: SamplerMailbox
    ) {
        serial &+= 1
        var place = program.pointee.starts[key]
        while place < program.pointee.starts[key &+ 1] {
            let zone = program.pointee.zones + Int(program.pointee.places[Int(place)])
            place &+= 1
            guard zone.pointee.isReleaseTrigger == isRelease, velocity >= Int(zone.pointee.lowestVelocity),
                velocity <= Int(zone.pointee.highestVelocity)
            else { continue }
            start(
                SamplerNote(
                    zone, reference, Self.played(zone, channel: channel, key: key, velocity: velocity),
                    serial: serial), mailbox)
        }
    }

    /// The note with the key and the velocity that the zone wants.
    @_noLocks
    private static func played(
        _ zone: UnsafePointer<SamplerZoneTable>, channel: Int, key: Int, velocity: Int
    ) -> SamplerPlayedNote {
        let ownKey = Int(zone.pointee.generators[SamplerGenerator.key.number])
        let ownVelocity = Int(zone.pointee.generators[SamplerGenerator.velocity.number])
        return SamplerPlayedNote(
            channel: channel, struckKey: key, key: ownKey >= 0 ? min(ownKey, 127) : key,
            velocity: ownVelocity >= 0 ? min(ownVelocity, 127) : velocity)
    }

    @_noLocks
    private mutating func start(_ note: SamplerNote, _ mailbox: SamplerMailbox) {
        if note.exclusiveClass != 0 { cut(note) }
        guard let slot = room(for: note, mailbox) else { return }
        (notes.pointer + slot).initialize(to: note)
        isUsed.pointer[slot] = true
        note.reference.pointee.useCount &+= 1
        activeCount &+= 1
        soundingCount &+= 1
        voices.pointer[slot] = avf_dsp_voice()
        voices.pointer[slot].start = now
        shape(slot, note, isNew: true)
        avf_dsp_voice_start(state.pointer, slot, now)
    }

    /// Ends the older notes of its class.
    @_noLocks
    private mutating func cut(_ note: SamplerNote) {
        for slot in 0..<usedSlotCount {
            guard let other = self.note(slot), other.pointee.exclusiveClass == note.exclusiveClass,
                other.pointee.played.channel == note.played.channel, other.pointee.serial != note.serial
            else { continue }
            other.pointee.isLeaving = true
            stopLoop(slot, other)
            avf_dsp_voice_release(state.pointer, slot, Self.cutSeconds * sampleRateHz, now)
        }
    }

    /// A slot for a note, after one has made room if need be.
    @_noLocks
    private mutating func room(for note: SamplerNote, _ mailbox: SamplerMailbox) -> Int? {
        while soundingCount >= settings.voiceCount {
            guard let victim = victim(for: note) else { return nil }
            fade(victim)
        }
        return freeSlot ?? endedSlot(mailbox)
    }

    private var freeSlot: Int? {
        @_noLocks get {
            var slot = 0
            while slot < Self.slotCount {
                if slot & (Self.laneCount &- 1) == 0,
                    groups.pointer[slot / Self.laneCount].activeCount == Self.laneCount
                {
                    slot &+= Self.laneCount
                } else {
                    if !isUsed.pointer[slot] { return slot }
                    slot &+= 1
                }
            }
            return nil
        }
    }

    /// The slot of the voice that has faded for longest, which ends now.
    @_noLocks
    private mutating func endedSlot(_ mailbox: SamplerMailbox) -> Int? {
        var oldest: Int?
        for slot in 0..<Self.slotCount where voices.pointer[slot].stage == Int32(AVF_DSP_VOICE_FADING) {
            if let best = oldest, voices.pointer[best].turn <= voices.pointer[slot].turn { continue }
            oldest = slot
        }
        guard let oldest, let note = note(oldest) else { return nil }
        avf_dsp_voice_end(state.pointer, oldest)
        drop(oldest, note.pointee.reference, mailbox)
        return oldest
    }

    /// The voice that makes room.
    @_noLocks
    private func victim(for new: SamplerNote) -> Int? {
        var best: (slot: Int, rank: Int, level: Double, serial: UInt64)?
        for slot in 0..<usedSlotCount {
            guard let note = note(slot), note.pointee.serial != new.serial,
                voices.pointer[slot].stage != Int32(AVF_DSP_VOICE_FADING)
            else { continue }
            let rank = note.pointee.isLeaving ? 0 : note.pointee.isDown ? 2 : 1
            if let best, rank > best.rank { continue }
            let level = voices.pointer[slot].amplitude * avf_dsp_voice_volume(voices.pointer + slot, now)
            if let best, rank == best.rank {
                if level > best.level || (level == best.level && note.pointee.serial >= best.serial) {
                    continue
                }
            }
            best = (slot, rank, level, note.pointee.serial)
        }
        return best?.slot
    }

    @_noLocks
    mutating func fade(_ slot: Int) {
        guard voices.pointer[slot].stage != Int32(AVF_DSP_VOICE_FADING) else { return }
        note(slot)?.pointee.isLeaving = true
        soundingCount &-= 1
        avf_dsp_voice_fade(state.pointer, slot, Self.fadeSeconds * sampleRateHz, now)
    }
}
