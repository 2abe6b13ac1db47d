/// One connection block of an articulation chunk: a source and a control drive a destination.
struct DLSConnection: Sendable, Equatable {
    let source: Int
    let control: Int
    let destination: Int
    let transform: Int
    /// 16.16 fixed point, in the destination's unit.
    let scale: Int
    /// Whether the block is of level 1, whose transform is one number and not a set of bits.
    let isLevel1: Bool

    /// Connections of one instrument or region that are looked at.
    static let limit = 256
    /// A scale that means “not set”.
    private static let absent = -0x8000_0000

    /// The connections of articulation chunks.
    static func all(
        _ source: BankBytes, _ chunks: [RIFFChunk], _ place: String, _ notes: inout NoteList
    ) throws(SoundBankError) -> [DLSConnection] {
        var result: [DLSConnection] = []
        for chunk in chunks {
            let bytes = try source.part(chunk, limit: 8 + 12 * limit)
            let size = max(8, bytes.u32(0))
            let count = min(bytes.u32(4), max(0, bytes.count - size) / 12)
            if count < bytes.u32(4) {
                notes.add(place, "\(bytes.u32(4)) connections are announced, \(count) are used")
            }
            for index in 0..<count {
                let block = bytes.slice(at: size + 12 * index, count: 12)
                guard block.s32(8) != absent else { continue }
                result.append(
                    DLSConnection(
                        source: block.u16(0), control: block.u16(2), destination: block.u16(4),
                        transform: block.u16(6), scale: block.s32(8), isLevel1: chunk.isID("art1")))
            }
        }
        return Array(result.prefix(limit))
    }

    /// These with a region's in place of those that connect the same.
    static func merged(_ instrument: [DLSConnection], _ region: [DLSConnection]) -> [DLSConnection] {
        guard !region.isEmpty else { return instrument }
        return instrument.filter { mine in !region.contains { $0.connectsSame(as: mine) } } + region
    }

    private func connectsSame(as other: DLSConnection) -> Bool {
        source == other.source && control == other.control && destination == other.destination
    }
}

extension DLSConnection {
    /// Sources by their numbers.
    enum Source {
        static let none = 0
        static let lfo = 1
        static let velocity = 2
        static let key = 3
        static let volumeEnvelope = 4
        static let modulationEnvelope = 5
        static let pitchWheel = 6
        static let polyPressure = 7
        static let channelPressure = 8
        static let vibrato = 9
        static let pitchWheelRange = 0x100
    }

    /// Destinations that SoundFont has no value for, by their numbers.
    enum Destination {
        static let gain = 1
        static let pitch = 3
        static let volumeDecay = 0x207
        static let volumeHold = 0x20C
        static let volumeSustain = 0x20A
        static let modulationDecay = 0x30B
        static let modulationSustain = 0x30E
        static let modulationHold = 0x310
    }

    /// The scale in the destination's unit.
    var amount: Double { Double(scale) / 65_536 }

    /// The generator of a destination; nil where there is none.
    static func generator(_ destination: Int) -> Generator? {
        switch destination {
        case 1: .initialAttenuation
        case 3: .pitch
        case 4: .pan
        case 0x80: .chorusSend
        case 0x81: .reverbSend
        case 0x104: .frequencyModulationLFO
        case 0x105: .delayModulationLFO
        case 0x114: .frequencyVibratoLFO
        case 0x115: .delayVibratoLFO
        case 0x500: .initialFilterCutoff
        case 0x501: .initialFilterQ
        default: envelopeGenerator(destination)
        }
    }

    private static func envelopeGenerator(_ destination: Int) -> Generator? {
        switch destination {
        case 0x206: .attackVolumeEnvelope
        case 0x207: .decayVolumeEnvelope
        case 0x209: .releaseVolumeEnvelope
        case 0x20A: .sustainVolumeEnvelope
        case 0x20B: .delayVolumeEnvelope
        case 0x20C: .holdVolumeEnvelope
        case 0x30A: .attackModulationEnvelope
        case 0x30B: .decayModulationEnvelope
        case 0x30D: .releaseModulationEnvelope
        case 0x30E: .sustainModulationEnvelope
        case 0x30F: .delayModulationEnvelope
        case 0x310: .holdModulationEnvelope
        default: nil
        }
    }

    /// The bits of a source as SoundFont has them; nil for one that it has not.
    ///
    /// Controllers have the same numbers in both formats, 0x80 and above.
    func sourceBits(_ number: Int, curve: Int, isBipolar: Bool, isReversed: Bool) -> UInt16? {
        let index: Int
        switch number {
        case Source.velocity: index = ModulatorSource.Other.velocity.rawValue
        case Source.key: index = ModulatorSource.Other.key.rawValue
        case Source.pitchWheel: index = ModulatorSource.Other.pitchWheel.rawValue
        case Source.polyPressure: index = ModulatorSource.Other.polyPressure.rawValue
        case Source.channelPressure: index = ModulatorSource.Other.channelPressure.rawValue
        case Source.pitchWheelRange: index = ModulatorSource.Other.pitchWheelSensitivity.rawValue
        case 0x80...0xFF: index = number
        case Source.none: return 0
        default: return nil
        }
        // The wheel goes to both sides, whether a level 1 file says so or not.
        let goesBothWays = isBipolar || number == Source.pitchWheel
        let bits = index | (isReversed ? 0x100 : 0) | (goesBothWays ? 0x200 : 0) | min(curve, 3) << 10
        return UInt16(bits)
    }

    /// The first source's bits.
    ///
    /// Level 2: bits 10 to 13 curve, 14 bipolar, 15 reversed. Level 1 has one curve for the output; concave
    /// ones from a controller to the gain are the usual law of volume, whose source goes downwards.
    var firstSourceBits: UInt16? {
        guard isLevel1 else {
            return sourceBits(
                source, curve: transform >> 10 & 0xF, isBipolar: transform & 0x4000 != 0,
                isReversed: transform & 0x8000 != 0)
        }
        let curve = transform & 0xF
        return sourceBits(
            source, curve: curve, isBipolar: false, isReversed: destination == Destination.gain && curve == 1)
    }

    /// The control's bits: 4 to 7 curve, 8 bipolar, 9 reversed.
    var controlBits: UInt16? {
        guard !isLevel1 else { return sourceBits(control, curve: 0, isBipolar: false, isReversed: false) }
        return sourceBits(
            control, curve: transform >> 4 & 0xF, isBipolar: transform & 0x100 != 0,
            isReversed: transform & 0x200 != 0)
    }
}
