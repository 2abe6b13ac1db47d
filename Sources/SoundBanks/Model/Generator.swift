/// The generators of SoundFont 2.04, section 8.1.2, by their numbers in the file.
package enum Generator: Int, CaseIterable, Sendable {
    case startAddressOffset = 0
    case endAddressOffset = 1
    case loopStartAddressOffset = 2
    case loopEndAddressOffset = 3
    case startAddressCoarseOffset = 4
    case modulationLFOToPitch = 5
    case vibratoLFOToPitch = 6
    case modulationEnvelopeToPitch = 7
    case initialFilterCutoff = 8
    case initialFilterQ = 9
    case modulationLFOToFilterCutoff = 10
    case modulationEnvelopeToFilterCutoff = 11
    case endAddressCoarseOffset = 12
    case modulationLFOToVolume = 13
    case chorusSend = 15
    case reverbSend = 16
    case pan = 17
    case delayModulationLFO = 21
    case frequencyModulationLFO = 22
    case delayVibratoLFO = 23
    case frequencyVibratoLFO = 24
    case delayModulationEnvelope = 25
    case attackModulationEnvelope = 26
    case holdModulationEnvelope = 27
    case decayModulationEnvelope = 28
    case sustainModulationEnvelope = 29
    case releaseModulationEnvelope = 30
    case keyToModulationEnvelopeHold = 31
    case keyToModulationEnvelopeDecay = 32
    case delayVolumeEnvelope = 33
    case attackVolumeEnvelope = 34
    case holdVolumeEnvelope = 35
    case decayVolumeEnvelope = 36
    case sustainVolumeEnvelope = 37
    case releaseVolumeEnvelope = 38
    case keyToVolumeEnvelopeHold = 39
    case keyToVolumeEnvelopeDecay = 40
    case instrument = 41
    case keyRange = 43
    case velocityRange = 44
    case loopStartAddressCoarseOffset = 45
    case forcedKey = 46
    case forcedVelocity = 47
    case initialAttenuation = 48
    case loopEndAddressCoarseOffset = 50
    case coarseTune = 51
    case fineTune = 52
    case sampleID = 53
    case sampleModes = 54
    case scaleTuning = 56
    case exclusiveClass = 57
    case overridingRootKey = 58
    /// “Initial pitch”, the pitch wheel's destination (8.4.10), which the table has no number for; in cents.
    ///
    /// No zone sets it. Synthesizers give it the unused number 59.
    case pitch = 59

    /// How many numbers there are, with the unused ones.
    package static let count = 61

    /// What the specification says about it.
    package var specification: GeneratorSpecification { GeneratorSpecification.of(self) }
}

/// The unit, range and default of a generator (SoundFont 2.04, section 8.1.3).
package struct GeneratorSpecification: Equatable, Sendable {
    /// What an amount counts.
    package enum Unit: Sendable {
        case frames
        /// Blocks of 32,768 frames.
        case coarseFrames
        /// Hundredths of a semitone, relative.
        case cents
        /// Hundredths of a semitone above 8.176 Hz.
        case absoluteCents
        /// 1,200 log2 of seconds.
        case timecents
        case timecentsPerKey
        /// Tenths of a decibel.
        case centibels
        /// Tenths of a percent.
        case permille
        case semitones
        case centsPerKey
        case number
        /// Two bytes: low, high.
        case range
    }

    /// What an amount counts.
    package let unit: Unit
    /// The range that a voice clamps the sum of instrument, preset and modulators to.
    package let range: ClosedRange<Int>
    /// The amount where no zone sets one.
    package let defaultAmount: Int
    /// Whether a preset may not set it.
    package let isInstrumentOnly: Bool

    private init(_ unit: Unit, _ range: ClosedRange<Int>, _ defaultAmount: Int, instrumentOnly: Bool = false)
    {
        self.unit = unit
        self.range = range
        self.defaultAmount = defaultAmount
        isInstrumentOnly = instrumentOnly
    }

    private static let offset = GeneratorSpecification(.frames, -32_768...32_767, 0, instrumentOnly: true)
    private static let coarse = GeneratorSpecification(
        .coarseFrames, -32_768...32_767, 0, instrumentOnly: true)
    private static let pitchDepth = GeneratorSpecification(.cents, -12_000...12_000, 0)
    private static let shortTime = GeneratorSpecification(.timecents, -12_000...5_000, -12_000)
    private static let longTime = GeneratorSpecification(.timecents, -12_000...8_000, -12_000)
    private static let keyTime = GeneratorSpecification(.timecentsPerKey, -1_200...1_200, 0)
    private static let rate = GeneratorSpecification(.absoluteCents, -16_000...4_500, 0)
    private static let send = GeneratorSpecification(.permille, 0...1_000, 0)
    private static let forced = GeneratorSpecification(.number, -1...127, -1, instrumentOnly: true)
    private static let index = GeneratorSpecification(.number, 0...65_535, 0)

    fileprivate static func of(_ generator: Generator) -> GeneratorSpecification {
        switch generator {
        case .startAddressOffset, .endAddressOffset, .loopStartAddressOffset, .loopEndAddressOffset: offset
        case .startAddressCoarseOffset, .endAddressCoarseOffset, .loopStartAddressCoarseOffset,
            .loopEndAddressCoarseOffset:
            coarse
        case .modulationLFOToPitch, .vibratoLFOToPitch, .modulationEnvelopeToPitch,
            .modulationLFOToFilterCutoff,
            .modulationEnvelopeToFilterCutoff:
            pitchDepth
        case .delayModulationLFO, .delayVibratoLFO, .delayModulationEnvelope, .holdModulationEnvelope,
            .delayVolumeEnvelope, .holdVolumeEnvelope:
            shortTime
        case .attackModulationEnvelope, .decayModulationEnvelope, .releaseModulationEnvelope,
            .attackVolumeEnvelope, .decayVolumeEnvelope, .releaseVolumeEnvelope:
            longTime
        case .keyToModulationEnvelopeHold, .keyToModulationEnvelopeDecay, .keyToVolumeEnvelopeHold,
            .keyToVolumeEnvelopeDecay:
            keyTime
        case .frequencyModulationLFO, .frequencyVibratoLFO: rate
        case .chorusSend, .reverbSend: send
        case .forcedKey, .forcedVelocity, .overridingRootKey: forced
        case .instrument, .sampleID: index
        default: ofItsOwn(generator)
        }
    }

    /// Those that share their line with no other generator.
    private static func ofItsOwn(_ generator: Generator) -> GeneratorSpecification {
        switch generator {
        case .initialFilterCutoff: GeneratorSpecification(.absoluteCents, 1_500...13_500, 13_500)
        case .initialFilterQ: GeneratorSpecification(.centibels, 0...960, 0)
        case .modulationLFOToVolume: GeneratorSpecification(.centibels, -960...960, 0)
        case .pitch: GeneratorSpecification(.cents, -24_000...24_000, 0)
        case .pan: GeneratorSpecification(.permille, -500...500, 0)
        case .sustainModulationEnvelope: GeneratorSpecification(.permille, 0...1_000, 0)
        case .sustainVolumeEnvelope, .initialAttenuation: GeneratorSpecification(.centibels, 0...1_440, 0)
        case .coarseTune: GeneratorSpecification(.semitones, -120...120, 0)
        case .fineTune: GeneratorSpecification(.cents, -99...99, 0)
        case .sampleModes: GeneratorSpecification(.number, 0...3, 0, instrumentOnly: true)
        case .scaleTuning: GeneratorSpecification(.centsPerKey, 0...1_200, 100)
        case .exclusiveClass: GeneratorSpecification(.number, 0...127, 0, instrumentOnly: true)
        default: GeneratorSpecification(.range, 0...127, 0)
        }
    }
}
