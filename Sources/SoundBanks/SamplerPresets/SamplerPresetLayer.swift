/// The voice of one layer: its connections, envelopes, LFOs and filter.
struct SamplerPresetLayer {
    private var generators = GeneratorValues.defaults
    private var modulators = Modulator.defaults

    /// Sources and destinations of connections by their numbers.
    private enum Number {
        static let wheel = 224
        static let bendRange = 241
        static let key = 300
        static let velocity = 301
        static let lfo = 0x1000_0000
        static let envelope = 0x2000_0000
        static let pitch = 0x30B0_0000
        static let gain = 0x5010_0000
        static let pan = 0x5020_0000
    }

    init(_ layer: PropertyList, place: String, _ notes: inout NoteList) {
        if let connections = layer["Connections"] {
            modulators = []
            for connection in connections.values.prefix(1_024) where connection["enabled"]?.flag ?? true {
                take(connection, place, &notes)
            }
        }
        takeEnvelopes(layer["Envelopes"]?.values ?? [])
        takeLFOs(layer["LFOs"]?.values ?? [], place, &notes)
        takeFilter(layer["Filters"])
    }

    /// Gives a zone the layer's voice.
    func apply(to zone: inout ZoneDraft) {
        zone.generators = generators
        zone.modulators = modulators
    }

    // MARK: - Connections

    private mutating func take(_ connection: PropertyList, _ place: String, _ notes: inout NoteList) {
        let source = connection["source"]?.integer ?? -1
        let control = connection["control"]?.integer ?? 0
        let destination = connection["destination"]?.integer ?? -1
        let scale = connection["scale"]?.number ?? 0
        let isDone: Bool
        switch (source, destination) {
        case (Number.key, Number.pitch):
            generators[.scaleTuning] = Convert.amount(scale / 128)
            isDone = true
        case (Number.lfo, Number.pitch): isDone = depth(.vibratoLFOToPitch, scale, control)
        case (Number.lfo, Number.gain): isDone = depth(.modulationLFOToVolume, 10 * scale, control)
        // The first envelope always shapes the gain.
        case (Number.envelope, Number.gain): isDone = true
        case (Number.envelope + 1, Number.pitch): isDone = depth(.modulationEnvelopeToPitch, scale, control)
        default: isDone = modulator(connection, source, control, destination, scale)
        }
        if !isDone {
            notes.add(place, "the connection from \(source) by \(control) to \(destination) is not supported")
        }
    }

    /// A depth, or a controller that brings it.
    private mutating func depth(_ generator: Generator, _ amount: Double, _ control: Int) -> Bool {
        guard control != 0 else {
            generators[generator] = Convert.amount(amount)
            return true
        }
        guard let bits = Self.source(control) else { return false }
        return append(source: bits, generator, amount, control: 0)
    }

    private mutating func modulator(
        _ connection: PropertyList, _ source: Int, _ control: Int, _ destination: Int, _ scale: Double
    ) -> Bool {
        guard var bits = Self.source(source), let second = control == 0 ? 0 : Self.source(control) else {
            return false
        }
        if connection["inverse"]?.flag ?? false { bits |= 0x100 }
        if connection["bipolar"]?.flag ?? false { bits |= 0x200 }
        if connection["transform"]?.integer == 2 { bits |= 0x400 }
        switch destination {
        // SoundFont's sensitivity has 12,700 cents at 127, Apple's range 12,800 at 128.
        case Number.pitch:
            return append(source: bits, .pitch, second == 0 ? scale : scale * 127 / 128, control: second)
        case Number.gain: return append(source: bits, .initialAttenuation, -10 * scale, control: second)
        case Number.pan: return append(source: bits, .pan, 500 * scale, control: second)
        default: return false
        }
    }

    /// A source's number in SoundFont's bits; nil for one that SoundFont has not.
    private static func source(_ number: Int) -> UInt16? {
        switch number {
        case 0...127: UInt16(0x80 | number)
        case Number.wheel: 0x020E
        case Number.bendRange: 0x0010
        case Number.key: 0x0003
        case Number.velocity: 0x0002
        default: nil
        }
    }

    private mutating func append(
        source: UInt16, _ destination: Generator, _ amount: Double, control: UInt16
    ) -> Bool {
        let modulator = Modulator(
            source: source, destination: destination, amount: Convert.amount(amount), amountSource: control)
        guard modulator.source.isLegal, modulator.amountSource.isLegal else { return false }
        modulators = modulators.replaced(by: [modulator]).effective
        return true
    }

    // MARK: - Envelopes, LFOs, filter

    /// The first envelope is the amplitude's, the second one the modulation's.
    private mutating func takeEnvelopes(_ envelopes: [PropertyList]) {
        let targets: [[Generator]] = [
            [
                .delayVolumeEnvelope, .attackVolumeEnvelope, .holdVolumeEnvelope, .decayVolumeEnvelope,
                .sustainVolumeEnvelope, .releaseVolumeEnvelope,
            ],
            [
                .delayModulationEnvelope, .attackModulationEnvelope, .holdModulationEnvelope,
                .decayModulationEnvelope, .sustainModulationEnvelope, .releaseModulationEnvelope,
            ],
        ]
        for (envelope, generators) in zip(envelopes, targets) {
            for stage in (envelope["Stages"]?.values ?? []).prefix(16) { take(stage, generators) }
        }
    }

    private mutating func take(_ stage: PropertyList, _ targets: [Generator]) {
        let index = stage["stage"]?.integer ?? -1
        guard targets.indices.contains(index) else { return }
        guard index == 4 else {
            if let seconds = stage["time"]?.number {
                generators[targets[index]] = Convert.timecents(seconds: seconds)
            }
            return
        }
        guard let level = stage["level"]?.number else { return }
        let isVolume = targets[index] == .sustainVolumeEnvelope
        generators[targets[index]] =
            isVolume ? Convert.centibels(share: level) : Convert.amount(1_000 * (1 - max(0, min(1, level))))
    }

    /// The first LFO moves the pitch, and everything else unless there is a second one.
    private mutating func takeLFOs(_ lfos: [PropertyList], _ place: String, _ notes: inout NoteList) {
        for (index, lfo) in lfos.prefix(2).enumerated() where lfo["enabled"]?.flag ?? true {
            if let hertz = lfo["rate"]?.number, hertz > 0 {
                let cents = Convert.absoluteCents(hertz: hertz)
                if index == 0 { generators[.frequencyVibratoLFO] = cents }
                generators[.frequencyModulationLFO] = cents
            }
            if let seconds = lfo["delay"]?.number {
                let cents = Convert.timecents(seconds: seconds)
                if index == 0 { generators[.delayVibratoLFO] = cents }
                generators[.delayModulationLFO] = cents
            }
            if let waveform = lfo["waveform"]?.integer, waveform != 0 {
                notes.add(place, "the waveform \(waveform) of LFO \(index) is played as a triangle")
            }
        }
    }

    private mutating func takeFilter(_ filter: PropertyList?) {
        guard let filter, filter["enabled"]?.flag ?? false, let hertz = filter["cutoff"]?.number else {
            return
        }
        generators[.initialFilterCutoff] = Convert.absoluteCents(hertz: hertz)
        generators[.initialFilterQ] = Convert.amount(10 * (filter["resonance"]?.number ?? 0))
    }
}
