import Glibc

/// Puts connections into a zone's generators and modulators.
struct DLSArticulation {
    /// The connections that every DLS instrument has: volume, expression, velocity, pan, wheel and sends.
    ///
    /// DLS Level 2.2, table of default connections. Vibrato by pressure and controller 1 is not among them.
    /// Sends are SoundFont's 20 %, for one loudness of effects whatever the format.
    static let defaults = Modulator.defaults.filter { $0.destination != .vibratoLFOToPitch }

    /// The values of DLS that are not SoundFont's: LFOs of 5 Hz after 10 ms, and other modulators.
    static func setDefaults(_ zone: inout ZoneDraft) {
        zone.modulators = defaults
        zone.generators[.frequencyModulationLFO] = -851
        zone.generators[.frequencyVibratoLFO] = -851
        zone.generators[.delayModulationLFO] = -7_973
        zone.generators[.delayVibratoLFO] = -7_973
    }

    /// DLS times decays for 96 dB, SoundFont for 100 dB: 1,200 log2(100/96) timecents.
    static let decayTimecents = 71.0

    /// Applies all; those that the model has no place for are noted.
    static func apply(_ connections: [DLSConnection], to zone: inout ZoneDraft, _ notes: inout NoteList) {
        var articulation = DLSArticulation()
        for connection in connections {
            guard articulation.apply(connection, to: &zone) else {
                notes.add(
                    zone.place,
                    "the connection from \(connection.source) by \(connection.control) to "
                        + "0x\(String(connection.destination, radix: 16)) is not supported; dropped")
                continue
            }
        }
        for (generator, amount) in articulation.amounts {
            let sum = amount + articulation.offsets[generator, default: 0]
            zone.generators[generator] = Int32(max(-100_000, min(100_000, sum)).rounded())
        }
        zone.modulators = zone.modulators.replaced(by: articulation.modulators).effective
    }

    private var modulators: [Modulator] = []
    /// Values that are set; several connections to one destination add up.
    private var amounts: [Generator: Double] = [:]
    /// What is added to those that are set.
    private var offsets: [Generator: Double] = [:]

    private mutating func add(_ generator: Generator, _ amount: Double) {
        amounts[generator, default: 0] += amount
    }

    private mutating func apply(_ connection: DLSConnection, to zone: inout ZoneDraft) -> Bool {
        switch (connection.source, connection.control) {
        case (DLSConnection.Source.none, DLSConnection.Source.none):
            return constant(connection, to: &zone)
        case (DLSConnection.Source.key, DLSConnection.Source.none):
            return keyScaling(connection) || modulator(connection)
        case (DLSConnection.Source.volumeEnvelope, DLSConnection.Source.none):
            // The envelope always shapes the gain.
            return connection.destination == DLSConnection.Destination.gain
        default:
            if let depth = Self.depth(connection) { return modulatedDepth(connection, depth) }
            return modulator(connection)
        }
    }

    /// A value without a source.
    private mutating func constant(_ connection: DLSConnection, to zone: inout ZoneDraft) -> Bool {
        let amount = connection.amount
        switch connection.destination {
        case DLSConnection.Destination.gain: zone.gainDecibels += Float(amount / 10)
        case DLSConnection.Destination.pitch: zone.tuningCents += amount
        // 0.1 % of 96 dB above silence; SoundFont counts centibels down.
        case DLSConnection.Destination.volumeSustain: add(.sustainVolumeEnvelope, 960 - 0.96 * amount)
        case DLSConnection.Destination.modulationSustain: add(.sustainModulationEnvelope, 1_000 - amount)
        case DLSConnection.Destination.volumeDecay: add(.decayVolumeEnvelope, amount + Self.decayTimecents)
        case 0x209: add(.releaseVolumeEnvelope, amount + Self.decayTimecents)
        // The time of the cut by a note of the same class, which is the voice's own.
        case 0x20D: break
        default:
            guard let generator = DLSConnection.generator(connection.destination) else { return false }
            add(generator, amount)
        }
        return true
    }

    /// What the key does to pitch and to the times of hold and decay.
    ///
    /// DLS counts from key 0 to 128, SoundFont from key 60 in timecents for each key.
    private mutating func keyScaling(_ connection: DLSConnection) -> Bool {
        let perKey = connection.amount / 128
        let target: (perKey: Generator, time: Generator)
        switch connection.destination {
        case DLSConnection.Destination.pitch:
            add(.scaleTuning, perKey)
            return true
        case DLSConnection.Destination.volumeDecay: target = (.keyToVolumeEnvelopeDecay, .decayVolumeEnvelope)
        case DLSConnection.Destination.volumeHold: target = (.keyToVolumeEnvelopeHold, .holdVolumeEnvelope)
        case DLSConnection.Destination.modulationDecay:
            target = (.keyToModulationEnvelopeDecay, .decayModulationEnvelope)
        case DLSConnection.Destination.modulationHold:
            target = (.keyToModulationEnvelopeHold, .holdModulationEnvelope)
        default: return false
        }
        add(target.perKey, -perKey)
        offsets[target.time, default: 0] += 60 * perKey
        return true
    }

    /// The generator that says how far an LFO or the second envelope moves a destination.
    private static func depth(_ connection: DLSConnection) -> Generator? {
        switch (connection.source, connection.destination) {
        case (DLSConnection.Source.lfo, 3): .modulationLFOToPitch
        case (DLSConnection.Source.lfo, 1): .modulationLFOToVolume
        case (DLSConnection.Source.lfo, 0x500): .modulationLFOToFilterCutoff
        case (DLSConnection.Source.vibrato, 3): .vibratoLFOToPitch
        case (DLSConnection.Source.modulationEnvelope, 3): .modulationEnvelopeToPitch
        case (DLSConnection.Source.modulationEnvelope, 0x500): .modulationEnvelopeToFilterCutoff
        default: nil
        }
    }

    /// A depth, or a controller that adds to it.
    private mutating func modulatedDepth(_ connection: DLSConnection, _ depth: Generator) -> Bool {
        guard connection.control != DLSConnection.Source.none else {
            add(depth, connection.amount)
            return true
        }
        guard let bits = connection.controlBits else { return false }
        return append(source: bits, depth, connection.amount, control: 0)
    }

    /// A controller that adds to a value.
    private mutating func modulator(_ connection: DLSConnection) -> Bool {
        // Fine and coarse tuning by RPN are the channel's, for every instrument.
        if connection.source == 0x101 || connection.source == 0x102 { return true }
        guard let source = connection.firstSourceBits, let control = connection.controlBits,
            let destination = DLSConnection.generator(connection.destination)
        else { return false }
        return append(source: source, destination, Self.modulation(connection), control: control)
    }

    /// How much a controller adds, in SoundFont's units and direction.
    private static func modulation(_ connection: DLSConnection) -> Double {
        switch connection.destination {
        case DLSConnection.Destination.gain: -connection.amount
        case DLSConnection.Destination.volumeSustain: -0.96 * connection.amount
        case DLSConnection.Destination.modulationSustain: -connection.amount
        // 12,800 cents are the full 128 semitones of a sensitivity of which 127 can be set.
        case DLSConnection.Destination.pitch where connection.control == DLSConnection.Source.pitchWheelRange:
            connection.amount * 127 / 128
        default: connection.amount
        }
    }

    private mutating func append(
        source: UInt16, _ destination: Generator, _ amount: Double, control: UInt16
    ) -> Bool {
        let modulator = Modulator(
            source: source, destination: destination, amount: Int32(amount.rounded()), amountSource: control)
        guard modulator.source.isLegal, modulator.amountSource.isLegal else { return false }
        modulators = modulators.replaced(by: [modulator])
        return true
    }
}
