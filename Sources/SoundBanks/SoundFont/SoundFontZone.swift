/// One zone of a preset or an instrument as the file has it.
struct SoundFontZone: Sendable {
    /// Nil where the global zone's counts, or else all.
    var keys: ClosedRange<UInt8>?
    var velocities: ClosedRange<UInt8>?
    var settings = GeneratorSettings()
    /// Modulators that may be used, each combination of sources and destination once.
    var modulators: [Modulator] = []
    /// The instrument or the sample; nil for a global zone.
    var link: Int?
}

/// Reads zones of one level, by the rules of SoundFont 2.04, sections 7.4, 7.5 and 8.1.2.
final class SoundFontZoneReader {
    private let tables: SoundFontTables
    private let level: SoundFontLevel
    /// Modulators of a zone that are looked at.
    static let modulatorLimit = 256

    init(_ tables: SoundFontTables, _ level: SoundFontLevel) {
        self.tables = tables
        self.level = level
    }

    /// All zones of a header: the global one if there is one, and those that lead on.
    func zones(
        _ header: Int, _ notes: inout NoteList
    ) -> (global: SoundFontZone?, local: [(number: Int, zone: SoundFontZone)]) {
        var global: SoundFontZone?
        var local: [(number: Int, zone: SoundFontZone)] = []
        for (number, index) in level.zones(header).enumerated() {
            let place = { [level] in
                "\(level.isPreset ? "preset" : "instrument") \(header) “\(level.name(header))”, zone \(number)"
            }
            let zone = zone(index, place, &notes)
            if zone.link != nil {
                local.append((number, zone))
            } else if number == 0 {
                global = zone
            } else {
                notes.add(
                    place(),
                    "has no \(level.isPreset ? "instrument" : "sample") and is not the first; ignored")
            }
        }
        return (global, local)
    }

    private func zone(_ index: Int, _ place: () -> String, _ notes: inout NoteList) -> SoundFontZone {
        var zone = SoundFontZone()
        let records = level.generators(ofZone: index)
        // A range of velocities may follow one of keys, and nothing else may precede either.
        let first = records.isEmpty ? 0 : tables.u16(level.generators, records.lowerBound, at: 0)
        let hasKeys = first == Generator.keyRange.rawValue
        for record in records {
            let number = tables.u16(level.generators, record, at: 0)
            let bits = tables.u16(level.generators, record, at: 2)
            guard zone.link == nil else {
                // Behind the last zone comes the terminal record, if no terminal zone was written.
                if number | bits != 0 { notes.add(place(), "settings behind its link are ignored") }
                break
            }
            let order = record - records.lowerBound
            let isFirst = order == 0 || order == 1 && hasKeys && number == Generator.velocityRange.rawValue
            read(number, bits, isFirst: isFirst, into: &zone, place, &notes)
        }
        zone.modulators = modulators(index, place, &notes)
        return zone
    }

    private func read(
        _ number: Int, _ bits: Int, isFirst: Bool, into zone: inout SoundFontZone, _ place: () -> String,
        _ notes: inout NoteList
    ) {
        guard let generator = Generator(rawValue: number), generator != .pitch else {
            return notes.add(place(), "generator \(number) is unknown; ignored")
        }
        switch generator {
        case .keyRange:
            guard isFirst else { return notes.add(place(), "its range of keys does not come first; ignored") }
            zone.keys = range(bits, "keys", place, &notes)
        case .velocityRange:
            guard isFirst else {
                return notes.add(place(), "its range of velocities does not come first; ignored")
            }
            zone.velocities = range(bits, "velocities", place, &notes)
        case .instrument, .sampleID:
            guard (generator == .instrument) == level.isPreset else {
                return notes.add(place(), "\(generator) does not belong here; ignored")
            }
            zone.link = bits
        default:
            if level.isPreset, generator.specification.isInstrumentOnly {
                return notes.add(place(), "\(generator) belongs to instruments; ignored")
            }
            zone.settings.set(generator, Int16(truncatingIfNeeded: bits))
        }
    }

    /// Two bytes, low and high; exchanged if they are reversed, cut at 127.
    private func range(
        _ bits: Int, _ what: String, _ place: () -> String, _ notes: inout NoteList
    ) -> ClosedRange<UInt8> {
        let low = bits & 0xFF
        let high = bits >> 8
        if low > 127 || high > 127 { notes.add(place(), "\(what) \(low) to \(high) exceed 127; cut") }
        if low > high { notes.add(place(), "\(what) \(low) to \(high) are reversed; exchanged") }
        return UInt8(min(127, min(low, high)))...UInt8(min(127, max(low, high)))
    }
}

// MARK: - Modulators

extension SoundFontZoneReader {
    private func modulators(_ zone: Int, _ place: () -> String, _ notes: inout NoteList) -> [Modulator] {
        var result: [Modulator] = []
        let records = level.modulators(ofZone: zone)
        if records.count > Self.modulatorLimit {
            notes.add(place(), "\(records.count) modulators; the first \(Self.modulatorLimit) are used")
        }
        for record in records.prefix(Self.modulatorLimit) {
            let bytes = tables.record(level.modulators, record)
            guard let modulator = modulator(bytes, place, &notes) else { continue }
            if let same = result.firstIndex(where: { $0.isIdentical(to: modulator) }) {
                result[same] = modulator
            } else {
                result.append(modulator)
            }
        }
        return result
    }

    /// The modulator of a record; nil for one that cannot be used, with a note unless it has no effect.
    private func modulator(_ bytes: Bytes, _ place: () -> String, _ notes: inout NoteList) -> Modulator? {
        let source = ModulatorSource(bits: UInt16(bytes.u16(0)))
        let amountSource = ModulatorSource(bits: UInt16(bytes.u16(6)))
        let destination = Generator(rawValue: bytes.u16(2)).map { $0 == .fineTune ? .pitch : $0 }
        let amount = bytes.s16(4)
        let reason: String
        if bytes.u16(2) & 0x8000 != 0 || source.other == .link || amountSource.other == .link {
            reason = "linked modulators are not supported"
        } else if !source.isLegal || !amountSource.isLegal {
            reason =
                "its source 0x\(String(bytes.u16(0), radix: 16)) or 0x\(String(bytes.u16(6), radix: 16)) "
                + "is not permitted"
        } else if bytes.u16(8) != 0, bytes.u16(8) != 2 {
            reason = "transform \(bytes.u16(8)) is unknown"
        } else if let destination, destination.isModulatable {
            return Modulator(
                source: source.bits, destination: destination, amount: Int32(amount),
                amountSource: amountSource.bits, isAbsolute: bytes.u16(8) == 2)
        } else {
            reason = "generator \(bytes.u16(2)) cannot be modulated"
        }
        // All zeros, and what has no amount: common, and harmless.
        if amount != 0 { notes.add(place(), "a modulator is dropped: \(reason)") }
        return nil
    }
}
