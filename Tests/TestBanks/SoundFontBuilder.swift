/// Writes SoundFont files (SoundFont 2.04, sections 4 to 7), right ones and damaged ones.
package struct SoundFontBuilder {
    /// A zone: generators in the file's order, and modulators.
    package struct Zone {
        package var generators: [(Int, Int)] = []
        /// Source, destination, amount, amount source, transform.
        package var modulators: [(Int, Int, Int, Int, Int)] = []

        package init(
            generators: [(Int, Int)] = [], modulators: [(Int, Int, Int, Int, Int)] = []
        ) {
            (self.generators, self.modulators) = (generators, modulators)
        }
    }

    package struct Preset {
        package var name: String
        package var bank: Int
        package var program: Int
        package var zones: [Zone]

        package init(
            name: String = "Preset", bank: Int = 0, program: Int = 0,
            zones: [Zone] = [Zone(generators: [(41, 0)])]
        ) {
            (self.name, self.bank, self.program, self.zones) = (name, bank, program, zones)
        }
    }

    package struct Instrument {
        package var name: String
        package var zones: [Zone]

        package init(name: String = "Instrument", zones: [Zone] = [Zone(generators: [(53, 0)])]) {
            (self.name, self.zones) = (name, zones)
        }
    }

    package struct Sample {
        package var name: String
        package var frames: [Int16]
        package var lowBytes: [UInt8] = []
        package var rateHz: Int
        package var rootKey = 60
        package var correctionCents = 0
        package var loop: Range<Int>
        package var type = 1
        package var link = 0
        /// Replaces start, end, loop start and loop end in the header.
        package var addresses: (Int, Int, Int, Int)?

        package init(
            name: String = "Sample", frames: [Int16] = (0..<100).map { Int16($0) }, rateHz: Int = 44_100,
            loop: Range<Int> = 10..<90
        ) {
            (self.name, self.frames, self.rateHz, self.loop) = (name, frames, rateHz, loop)
        }
    }

    package var version = (2, 1)
    package var presets = [Preset()]
    package var instruments = [Instrument()]
    package var samples = [Sample()]
    /// Bytes of the `smpl` chunk in place of the samples' frames.
    package var sampleData: [UInt8]?
    package var writesLowBytes = false
    package var isSamplePadded = true
    package var hasTerminals = true
    /// Changes a table before it is written.
    package var edit: (String, inout [UInt8]) -> Void = { _, _ in }
    package var listOrder = ["INFO", "sdta", "pdta"]

    package init() {}

    /// One preset with one instrument of one zone.
    package static func simple(
        _ generators: [(Int, Int)] = [], modulators: [(Int, Int, Int, Int, Int)] = [],
        preset: [(Int, Int)] = [], presetModulators: [(Int, Int, Int, Int, Int)] = [],
        sample: Sample = Sample()
    ) -> SoundFontBuilder {
        var builder = SoundFontBuilder()
        builder.instruments[0].zones = [Zone(generators: generators + [(53, 0)], modulators: modulators)]
        builder.presets[0].zones = [Zone(generators: preset + [(41, 0)], modulators: presetModulators)]
        builder.samples = [sample]
        return builder
    }

    package var bytes: [UInt8] {
        let lists = listOrder.flatMap { name in
            switch name {
            case "INFO": information
            case "sdta": sampleList
            default: tableList
            }
        }
        return Build.chunk("RIFF", Array("sfbk".utf8) + lists)
    }

    private var information: [UInt8] {
        Build.list(
            "INFO", Build.chunk("ifil", Build.u16(version.0) + Build.u16(version.1)),
            Build.chunk("isng", Array("EMU8000\0".utf8)), Build.chunk("INAM", Array("Test bank\0".utf8)))
    }

    private var sampleList: [UInt8] {
        let padding = [Int16](repeating: 0, count: 46)
        let data = sampleData ?? samples.flatMap { Build.samples($0.frames + padding) }
        var content = Build.chunk("smpl", data, isPadded: isSamplePadded)
        if writesLowBytes {
            let low = samples.flatMap { $0.lowBytes + [UInt8](repeating: 0, count: 46) }
            content += Build.chunk("sm24", low.count % 2 == 0 ? low : low + [0])
        }
        return Build.chunk("LIST", Array("sdta".utf8) + content, isPadded: isSamplePadded)
    }

    private var tableList: [UInt8] {
        var chunks: [UInt8] = []
        for (id, content) in tables {
            var content = content
            edit(id, &content)
            chunks += Build.chunk(id, content)
        }
        return Build.list("pdta", chunks)
    }

    private var tables: [(String, [UInt8])] {
        let presetLevel = Level(presets.map(\.zones), hasTerminals)
        let instrumentLevel = Level(instruments.map(\.zones), hasTerminals)
        var headers: [UInt8] = []
        for (preset, firstZone) in zip(presets, presetLevel.firstZones) {
            headers += Build.text(preset.name, 20) + Build.u16(preset.program)
            headers += Build.u16(preset.bank) + Build.u16(firstZone) + [UInt8](repeating: 0, count: 12)
        }
        var names: [UInt8] = []
        for (instrument, firstZone) in zip(instruments, instrumentLevel.firstZones) {
            names += Build.text(instrument.name, 20) + Build.u16(firstZone)
        }
        if hasTerminals {
            headers +=
                Build.text("EOP", 24) + Build.u16(presetLevel.zoneCount) + [UInt8](repeating: 0, count: 12)
            names += Build.text("EOI", 20) + Build.u16(instrumentLevel.zoneCount)
        }
        return [
            ("phdr", headers), ("pbag", presetLevel.bags), ("pmod", presetLevel.modulators),
            ("pgen", presetLevel.generators), ("inst", names), ("ibag", instrumentLevel.bags),
            ("imod", instrumentLevel.modulators), ("igen", instrumentLevel.generators),
            ("shdr", sampleHeaders),
        ]
    }

    private var sampleHeaders: [UInt8] {
        var position = 0
        var bytes: [UInt8] = []
        for sample in samples {
            let end = position + sample.frames.count
            let addresses =
                sample.addresses
                ?? (position, end, position + sample.loop.lowerBound, position + sample.loop.upperBound)
            bytes += Build.text(sample.name, 20) + Build.u32(addresses.0) + Build.u32(addresses.1)
            bytes += Build.u32(addresses.2) + Build.u32(addresses.3) + Build.u32(sample.rateHz)
            bytes += [UInt8(sample.rootKey), UInt8(bitPattern: Int8(sample.correctionCents))]
            bytes += Build.u16(sample.link) + Build.u16(sample.type)
            position = end + 46
        }
        return hasTerminals ? bytes + Build.text("EOS", 46) : bytes
    }
}

/// The tables of one level.
private struct Level {
    var firstZones: [Int] = []
    var zoneCount = 0
    var bags: [UInt8] = []
    var generators: [UInt8] = []
    var modulators: [UInt8] = []

    init(_ owners: [[SoundFontBuilder.Zone]], _ hasTerminals: Bool) {
        for zones in owners {
            firstZones.append(zoneCount)
            for zone in zones {
                appendBag()
                for (number, amount) in zone.generators {
                    generators += Build.u16(number) + Build.u16(amount)
                }
                for modulator in zone.modulators {
                    modulators += Build.u16(modulator.0) + Build.u16(modulator.1) + Build.u16(modulator.2)
                    modulators += Build.u16(modulator.3) + Build.u16(modulator.4)
                }
            }
            zoneCount += zones.count
        }
        guard hasTerminals else { return }
        appendBag()
        generators += Build.u32(0)
        modulators += [UInt8](repeating: 0, count: 10)
    }

    private mutating func appendBag() {
        bags += Build.u16(generators.count / 4) + Build.u16(modulators.count / 10)
    }
}
