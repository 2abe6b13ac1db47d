/// A group of an EXS24 instrument: what its zones have in common.
struct EXSGroup {
    private let block: EXSBlock

    private enum Option {
        static let isMuted = 16
        static let releaseDecays = 64
    }

    /// What decides whether a group plays.
    private enum Condition {
        static let none = 0
        static let round = 2
        static let controller = 3
    }

    init(_ block: EXSBlock) { self.block = block }

    /// How many groups take turns; 1 if none do.
    static func roundCount(_ groups: [EXSBlock]) -> Int {
        let positions = groups.filter { $0.content.u8(84) == Condition.round }.map { $0.s32(80) }
        return max(1, min(1_000, (positions.max() ?? 0) &+ 1))
    }

    /// A pan of −64 to 63 in SoundFont's tenths of a percent.
    static func pan(_ value: Int) -> Int32 { Int32((Double(max(-64, min(64, value))) * 500 / 64).rounded()) }

    /// Adds the group's settings to a zone; false if it is muted.
    func apply(to draft: inout ZoneDraft, roundCount: Int, _ notes: inout NoteList) -> Bool {
        let content = block.content
        guard content.u8(3) & Option.isMuted == 0 else { return false }
        draft.gainDecibels += Float(content.s8(0))
        draft.generators[.pan] += Self.pan(content.s8(1))
        draft.exclusiveClass = content.u8(4)
        if content.u8(6) > 0 {
            let velocities = Convert.range(content.u8(5), content.u8(6))
            guard velocities.overlaps(draft.velocities) else { return false }
            draft.velocities = velocities.clamped(to: draft.velocities)
        }
        var extras = draft.extras ?? ZoneExtras()
        if content.u8(73) != 0 {
            extras.trigger = .release
            // The level of a sample at the end of a note falls to silence within the stated milliseconds.
            let milliseconds = block.s16(16) & 0xFFFF
            if content.u8(3) & Option.releaseDecays != 0, milliseconds > 0 {
                extras.releaseDecayDecibels = min(144, 96_000 / Double(milliseconds))
            }
        }
        takeCondition(&extras, roundCount, draft.place, &notes)
        draft.extras = extras == ZoneExtras() ? nil : extras
        return true
    }

    private func takeCondition(
        _ extras: inout ZoneExtras, _ roundCount: Int, _ place: String, _ notes: inout NoteList
    ) {
        let content = block.content
        switch content.u8(84) {
        case Condition.none: break
        case Condition.round:
            extras.sequenceLength = roundCount
            extras.sequencePosition = max(1, min(roundCount, block.s32(80) &+ 1))
        case Condition.controller:
            extras.controllers = [
                ZoneExtras.ControllerRange(
                    controller: Convert.midi(content.u8(85)),
                    values: Convert.range(content.u8(86), content.u8(87)))
            ]
        case let type:
            notes.add(
                place, "the condition \(type) of the group “\(block.name)” is not supported; always played")
        }
    }
}

/// The parameters of an EXS24 instrument: a count, so many numbers of one byte, so many values of two.
struct EXSParameters {
    private var values: [Int: Int] = [:]

    private enum Number {
        static let volume = 0x07
        static let attack = 0x52
        static let decay = 0x54
        static let sustain = 0x51
        static let release = 0x55
    }

    init(_ blocks: [EXSBlock]) {
        for block in blocks {
            let count = min(block.u32(0), max(0, block.content.count - 4) / 3)
            for index in 0..<count where block.content.u8(4 + index) != 0 {
                values[block.content.u8(4 + index)] = block.s16(4 + count + 2 * index)
            }
        }
    }

    /// Times are 10 s × (value/127)⁴, as measured by several readers of the format.
    private static func timecents(_ value: Int) -> Int32 {
        let share = Double(max(0, min(127, value))) / 127
        return Convert.timecents(seconds: 10 * share * share * share * share)
    }

    /// Gives a zone the instrument's volume and envelope.
    func apply(to draft: inout ZoneDraft) {
        draft.gainDecibels += Float(max(-96, min(24, values[Number.volume] ?? 0)))
        if let attack = values[Number.attack] {
            draft.generators[.attackVolumeEnvelope] = Self.timecents(attack)
        }
        if let decay = values[Number.decay] { draft.generators[.decayVolumeEnvelope] = Self.timecents(decay) }
        if let release = values[Number.release] {
            draft.generators[.releaseVolumeEnvelope] = Self.timecents(release)
        }
        if let sustain = values[Number.sustain] {
            draft.generators[.sustainVolumeEnvelope] = Convert.centibels(share: Double(sustain) / 127)
        }
    }
}
