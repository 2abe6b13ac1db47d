/// When a region plays, beyond its keys and velocities.
extension SFZRegion {
    /// Takes all conditions; false if only a controller starts it.
    mutating func takeConditions(_ zone: inout ZoneDraft, _ place: String, _ notes: inout NoteList) -> Bool {
        guard controllers("on_locc").isEmpty, controllers("on_hicc").isEmpty else { return false }
        var extras = zone.extras ?? ZoneExtras()
        takeTrigger(&extras, place, &notes)
        takeGroup(&extras, &zone)
        extras.sequenceLength = max(1, min(1_000, integer("seq_length") ?? 1))
        extras.sequencePosition = max(1, min(extras.sequenceLength, integer("seq_position") ?? 1))
        let low = number("lorand") ?? 0
        let high = number("hirand") ?? 1
        if low <= high { extras.random = low..<high }
        extras.keySwitch = keySwitch()
        extras.controllers = controllerRanges()
        extras.delaySeconds = max(0, min(3_600, number("delay") ?? 0))
        extras.isReversed = text("direction") == "reverse"
        zone.extras = extras == ZoneExtras() ? nil : extras
        return true
    }

    private mutating func takeTrigger(_ extras: inout ZoneExtras, _ place: String, _ notes: inout NoteList) {
        switch text("trigger") {
        case nil, "attack": break
        case "release", "release_key":
            extras.trigger = .release
            extras.releaseDecayDecibels = max(0, min(144, number("rt_decay") ?? 0))
        case "first": extras.trigger = .first
        case "legato": extras.trigger = .legato
        case let trigger?: notes.add(place, "trigger \(trigger) is not known; started by its key")
        }
    }

    /// A group that ends itself is an exclusive class; others are kept beside it.
    private mutating func takeGroup(_ extras: inout ZoneExtras, _ zone: inout ZoneDraft) {
        let group = integer("group") ?? integer("polyphony_group") ?? 0
        let offBy = integer("off_by") ?? integer("offby") ?? 0
        let mode = text("off_mode")
        extras.offMode = mode == "normal" ? .normal : .fast
        if group != 0, group == offBy {
            zone.exclusiveClass = group
        } else {
            extras.group = group
            extras.offBy = offBy
        }
    }

    private mutating func keySwitch() -> ZoneExtras.KeySwitch? {
        let low = key("sw_lokey")
        let high = key("sw_hikey")
        func valid(_ key: Int?) -> UInt8? { key.flatMap { $0 < 0 ? nil : UInt8($0) } }
        let found = ZoneExtras.KeySwitch(
            keys: Convert.range(low ?? 0, high ?? 127), last: valid(key("sw_last")),
            down: valid(key("sw_down")),
            up: valid(key("sw_up")), previous: valid(key("sw_previous")), initial: valid(key("sw_default")))
        let isNeeded = found.last != nil || found.down != nil || found.up != nil || found.previous != nil
        return isNeeded ? found : nil
    }

    private mutating func controllerRanges() -> [ZoneExtras.ControllerRange] {
        var ranges: [Int: (low: Int, high: Int)] = [:]
        for (name, controller) in controllers("locc") {
            ranges[controller, default: (0, 127)].low = integer(name) ?? 0
        }
        for (name, controller) in controllers("hicc") {
            ranges[controller, default: (0, 127)].high = integer(name) ?? 127
        }
        return ranges.sorted { $0.key < $1.key }.compactMap { controller, range in
            guard (0...127).contains(controller) else { return nil }
            return ZoneExtras.ControllerRange(
                controller: UInt8(controller), values: Convert.range(range.low, range.high))
        }
    }
}
