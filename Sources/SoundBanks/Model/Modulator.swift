/// Where a modulator's value comes from (SoundFont 2.04, section 8.2.1): 16 bits as in the file.
package struct ModulatorSource: Hashable, Sendable {
    /// Bits 0–6 index, 7 controller, 8 direction, 9 polarity, 10–15 curve.
    package let bits: UInt16

    /// A source from its bits.
    package init(bits: UInt16) { self.bits = bits }

    /// The shape of the way from 0 to 1.
    package enum Curve: Int, Sendable {
        case linear, concave, convex, toggle
    }

    /// What a source that is no controller means.
    package enum Other: Int, Sendable {
        /// No source: always 1.
        case none = 0
        case velocity = 2
        case key = 3
        case polyPressure = 10
        case channelPressure = 13
        case pitchWheel = 14
        case pitchWheelSensitivity = 16
        /// Another modulator's output.
        case link = 127
    }

    /// No source: always 1.
    package static let none = ModulatorSource(bits: 0)

    /// The number of the controller, or of what else it is.
    package var index: Int { Int(bits & 0x7F) }
    /// Whether it is a MIDI controller.
    package var isController: Bool { bits & 0x80 != 0 }
    /// Whether it goes from its largest value down.
    package var isReversed: Bool { bits & 0x100 != 0 }
    /// Whether it goes from −1 to 1 instead of from 0 to 1.
    package var isBipolar: Bool { bits & 0x200 != 0 }
    /// Its shape; nil for a number that the specification reserves.
    package var curve: Curve? { Curve(rawValue: Int(bits >> 10)) }
    /// What it is if it is no controller; nil for one, and for a number that the specification reserves.
    package var other: Other? { isController ? nil : Other(rawValue: index) }

    /// Controllers that are bank selects, data entry, parameter numbers or channel modes (section 8.2.1).
    private static let illegalControllers: Set<Int> = [0, 6, 32, 38, 98, 99, 100, 101]

    /// Whether the specification permits it, links aside.
    var isLegal: Bool {
        guard curve != nil else { return false }
        guard isController else { return other != nil }
        return index < 120 && !Self.illegalControllers.contains(index)
    }
}

/// Something that adds to a generator while a note sounds (SoundFont 2.04, section 8.2).
///
/// The output is transform(amount × source × amount source).
package struct Modulator: Hashable, Sendable {
    /// The first source.
    package let source: ModulatorSource
    /// What it adds to; always a generator whose value may change.
    package let destination: Generator
    /// The output at full sources, in the destination's unit; sums of preset and instrument exceed 16 bits.
    package var amount: Int32
    /// The second source, which scales the first.
    package let amountSource: ModulatorSource
    /// Whether the absolute value of the product counts (transform 2) or itself (transform 0).
    package let isAbsolute: Bool

    /// A modulator from its numbers in a file.
    package init(
        source: UInt16, destination: Generator, amount: Int32, amountSource: UInt16 = 0,
        isAbsolute: Bool = false
    ) {
        self.source = ModulatorSource(bits: source)
        self.destination = destination
        self.amount = amount
        self.amountSource = ModulatorSource(bits: amountSource)
        self.isAbsolute = isAbsolute
    }

    /// Whether the specification calls both identical: sources and destination agree.
    func isIdentical(to other: Modulator) -> Bool {
        source == other.source && destination == other.destination && amountSource == other.amountSource
    }
}

extension Modulator {
    /// The default modulators of SoundFont 2.04, section 8.4, as synthesizers in use understand them.
    ///
    /// Two differ from the text. Velocity does not close the filter (8.4.2): common synthesizers leave it
    /// out, and files cancel either of its printed forms; a file that states it is honoured. Pan moves by
    /// 500 of its unit and not by 1,000 (8.4.6), so that controller 10 just reaches both sides.
    package static let defaults: [Modulator] = [
        Modulator(source: 0x0502, destination: .initialAttenuation, amount: 960),
        Modulator(source: 0x000D, destination: .vibratoLFOToPitch, amount: 50),
        Modulator(source: 0x0081, destination: .vibratoLFOToPitch, amount: 50),
        Modulator(source: 0x0587, destination: .initialAttenuation, amount: 960),
        Modulator(source: 0x028A, destination: .pan, amount: 500),
        Modulator(source: 0x058B, destination: .initialAttenuation, amount: 960),
        Modulator(source: 0x00DB, destination: .reverbSend, amount: 200),
        Modulator(source: 0x00DD, destination: .chorusSend, amount: 200),
        pitchWheel,
    ]

    /// The pitch wheel times its sensitivity, whose 127 are 12,700 cents (section 8.4.10).
    package static let pitchWheel = Modulator(
        source: 0x020E, destination: .pitch, amount: 12_700, amountSource: 0x0010)
}

extension Generator {
    /// Whether a modulator may add to it: a value, neither an address nor an index nor a range.
    var isModulatable: Bool {
        switch self {
        case .startAddressOffset, .endAddressOffset, .loopStartAddressOffset, .loopEndAddressOffset,
            .startAddressCoarseOffset, .endAddressCoarseOffset, .loopStartAddressCoarseOffset,
            .loopEndAddressCoarseOffset, .instrument, .keyRange, .velocityRange, .forcedKey, .forcedVelocity,
            .sampleID, .sampleModes, .exclusiveClass, .overridingRootKey:
            false
        default: true
        }
    }
}
