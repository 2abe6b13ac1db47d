import Glibc

/// What each opcode of a region becomes in a zone (sfzformat.com/opcodes).
extension SFZRegion {
    /// The zone; nil for a region that cannot play, with a note.
    mutating func draft(
        _ place: String, _ sample: Int, _ facts: AudioFileFacts, _ notes: inout NoteList
    ) -> ZoneDraft? {
        var zone = ZoneDraft(place: place, sampleIndex: sample)
        guard takeRanges(&zone), takeFrames(&zone, facts, &notes), takeConditions(&zone, place, &notes) else {
            notes.add(place, "is switched off or started by a controller; dropped")
            return nil
        }
        takePitch(&zone, facts)
        takeLevel(&zone)
        takeFilter(&zone, place, &notes)
        takeEnvelope(&zone)
        return zone
    }

    /// Keys and velocities; false if no key plays it.
    private mutating func takeRanges(_ zone: inout ZoneDraft) -> Bool {
        let single = key("key")
        let low = key("lokey") ?? single ?? 0
        let high = key("hikey") ?? single ?? 127
        guard low >= 0, high >= 0 else { return false }
        zone.keys = Convert.range(low, high)
        zone.velocities = Convert.range(integer("lovel") ?? 0, integer("hivel") ?? 127)
        return true
    }

    /// Where the sample begins, ends and loops; false if it has no end.
    private mutating func takeFrames(
        _ zone: inout ZoneDraft, _ facts: AudioFileFacts, _ notes: inout NoteList
    ) -> Bool {
        zone.start = integer("offset")
        if let end = integer("end") {
            guard end >= 0 else { return false }
            // The frame that `end` names is still played; 0 is the sample's own end.
            zone.end = end == 0 ? nil : end + 1
        }
        zone.loop = facts.loop.map { ($0.lowerBound, $0.upperBound) }
        if let start = integer("loop_start") ?? integer("loopstart") {
            zone.loop = (start, zone.loop?.end ?? .max)
        }
        if let end = integer("loop_end") ?? integer("loopend") {
            zone.loop = (zone.loop?.start ?? 0, end + 1)
        }
        switch text("loop_mode") ?? text("loopmode") {
        case "loop_continuous": zone.loopMode = .continuous
        case "loop_sustain": zone.loopMode = .untilRelease
        case "one_shot": zone.extras = ZoneExtras(isOneShot: true)
        case "no_loop": break
        case nil: zone.loopMode = facts.loop == nil ? .none : .continuous
        case let mode?: notes.add(zone.place, "loop_mode \(mode) is not known; not looped")
        }
        if let end = zone.loop?.end, end == .max { zone.loop?.end = zone.end ?? SampleFiles.frameLimit }
        return true
    }

    private mutating func takePitch(_ zone: inout ZoneDraft, _ facts: AudioFileFacts) {
        let single = key("key")
        let center =
            text("pitch_keycenter") == "sample" ? facts.rootKey.map(Int.init) : key("pitch_keycenter")
        zone.rootKey = Convert.midi(center ?? single ?? 60)
        zone.tuningCents = (number("tune") ?? number("pitch") ?? 0) + 100 * (number("transpose") ?? 0)
        zone.generators[.scaleTuning] = Convert.amount(number("pitch_keytrack") ?? 100)
        let up = number("bend_up") ?? number("bendup") ?? 200
        let down = number("bend_down") ?? number("benddown") ?? -200
        guard up != 200 || down != -200 else { return }
        // A range of its own, whatever the channel's sensitivity is.
        zone.modulators.removeAll { $0 == .pitchWheel }
        zone.modulators.append(
            Modulator(
                source: Modulator.pitchWheel.source.bits, destination: .pitch, amount: Convert.amount(up)))
    }

    private mutating func takeLevel(_ zone: inout ZoneDraft) {
        for name in ["volume", "group_volume", "master_volume", "global_volume"] {
            zone.gainDecibels += Float(max(-144, min(144, number(name) ?? 0)))
        }
        if let share = number("amplitude") { zone.gainDecibels += Convert.decibels(gain: share / 100) }
        zone.generators[.pan] = Convert.amount(5 * (number("pan") ?? 0))
        // 100 % is the default modulator's 40 log10(velocity/127) dB; less is a share of these decibels.
        if let track = number("amp_veltrack") {
            let amount = Convert.amount(960 * abs(max(-100, min(100, track))) / 100)
            let velocity = Modulator.defaults[0]
            zone.modulators.removeAll { $0.isIdentical(to: velocity) }
            // A negative share makes soft notes loud: the source upwards in place of downwards.
            let bits = track < 0 ? velocity.source.bits & ~0x100 : velocity.source.bits
            if amount > 0 {
                zone.modulators.append(
                    Modulator(source: bits, destination: .initialAttenuation, amount: amount))
            }
        }
    }

    private mutating func takeFilter(_ zone: inout ZoneDraft, _ place: String, _ notes: inout NoteList) {
        let type = text("fil_type") ?? text("filtype") ?? "lpf_2p"
        let resonance = number("resonance") ?? 0
        let track = number("fil_veltrack")
        guard let cutoff = number("cutoff"), cutoff > 0 else { return }
        guard type == "lpf_2p" else {
            return notes.add(place, "the filter \(type) is not supported; left open")
        }
        zone.generators[.initialFilterCutoff] = Convert.absoluteCents(hertz: cutoff)
        zone.generators[.initialFilterQ] = Convert.amount(10 * resonance)
        if let track, track != 0 {
            zone.modulators.append(
                Modulator(source: 0x0002, destination: .initialFilterCutoff, amount: Convert.amount(track)))
        }
    }

    /// How much longer SoundFont's 100 dB take than the 80 dB that SFZ players fall in the stated time.
    private static let decayFactor = 1.25

    private mutating func takeEnvelope(_ zone: inout ZoneDraft) {
        func set(_ name: String, _ generator: Generator, factor: Double = 1) {
            guard let seconds = number(name) else { return }
            zone.generators[generator] = Convert.timecents(seconds: seconds * factor)
        }
        set("ampeg_delay", .delayVolumeEnvelope)
        set("ampeg_attack", .attackVolumeEnvelope)
        set("ampeg_hold", .holdVolumeEnvelope)
        set("ampeg_decay", .decayVolumeEnvelope, factor: Self.decayFactor)
        set("ampeg_release", .releaseVolumeEnvelope, factor: Self.decayFactor)
        if let percent = number("ampeg_sustain") {
            zone.generators[.sustainVolumeEnvelope] = Convert.centibels(share: percent / 100)
        }
    }
}
