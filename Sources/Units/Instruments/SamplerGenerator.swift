/// What shapes a note: the generators of E-mu and Creative, "SoundFont Technical Specification 2.04",
/// section 8.1, by their numbers.
///
/// Times are in timecents, frequencies in cents above 8.1758 Hz, levels in centibels, shares in tenths of a
/// percent.
package struct SamplerGenerator: Sendable, Equatable {
    /// Its number, 0…60.
    package let number: Int

    @_noLocks
    private init(_ number: Int) { self.number = number }

    package static var modLFOToPitch: Self { @_noLocks get { Self(5) } }
    package static var vibratoLFOToPitch: Self { @_noLocks get { Self(6) } }
    package static var modEnvelopeToPitch: Self { @_noLocks get { Self(7) } }
    package static var filterCutoff: Self { @_noLocks get { Self(8) } }
    package static var filterResonance: Self { @_noLocks get { Self(9) } }
    package static var modLFOToFilterCutoff: Self { @_noLocks get { Self(10) } }
    package static var modEnvelopeToFilterCutoff: Self { @_noLocks get { Self(11) } }
    package static var modLFOToVolume: Self { @_noLocks get { Self(13) } }
    package static var chorusSend: Self { @_noLocks get { Self(15) } }
    package static var reverbSend: Self { @_noLocks get { Self(16) } }
    package static var pan: Self { @_noLocks get { Self(17) } }
    package static var modLFODelay: Self { @_noLocks get { Self(21) } }
    package static var modLFOFrequency: Self { @_noLocks get { Self(22) } }
    package static var vibratoLFODelay: Self { @_noLocks get { Self(23) } }
    package static var vibratoLFOFrequency: Self { @_noLocks get { Self(24) } }
    package static var modEnvelopeDelay: Self { @_noLocks get { Self(25) } }
    package static var modEnvelopeAttack: Self { @_noLocks get { Self(26) } }
    package static var modEnvelopeHold: Self { @_noLocks get { Self(27) } }
    package static var modEnvelopeDecay: Self { @_noLocks get { Self(28) } }
    package static var modEnvelopeSustain: Self { @_noLocks get { Self(29) } }
    package static var modEnvelopeRelease: Self { @_noLocks get { Self(30) } }
    package static var keyToModEnvelopeHold: Self { @_noLocks get { Self(31) } }
    package static var keyToModEnvelopeDecay: Self { @_noLocks get { Self(32) } }
    package static var volumeEnvelopeDelay: Self { @_noLocks get { Self(33) } }
    package static var volumeEnvelopeAttack: Self { @_noLocks get { Self(34) } }
    package static var volumeEnvelopeHold: Self { @_noLocks get { Self(35) } }
    package static var volumeEnvelopeDecay: Self { @_noLocks get { Self(36) } }
    package static var volumeEnvelopeSustain: Self { @_noLocks get { Self(37) } }
    package static var volumeEnvelopeRelease: Self { @_noLocks get { Self(38) } }
    package static var keyToVolumeEnvelopeHold: Self { @_noLocks get { Self(39) } }
    package static var keyToVolumeEnvelopeDecay: Self { @_noLocks get { Self(40) } }
    /// The key that the note is played at whatever its own is; −1 for its own.
    package static var key: Self { @_noLocks get { Self(46) } }
    /// The same of its velocity.
    package static var velocity: Self { @_noLocks get { Self(47) } }
    /// Counts 0.4 times, as by the synthesizers that SoundFonts are made for.
    package static var attenuation: Self { @_noLocks get { Self(48) } }
    package static var coarseTune: Self { @_noLocks get { Self(51) } }
    package static var fineTune: Self { @_noLocks get { Self(52) } }
    /// 0 no loop, 1 loop, 3 loop until the release.
    package static var sampleMode: Self { @_noLocks get { Self(54) } }
    package static var scaleTuning: Self { @_noLocks get { Self(56) } }
    package static var exclusiveClass: Self { @_noLocks get { Self(57) } }
    /// −1 for the sample's own.
    package static var rootKey: Self { @_noLocks get { Self(58) } }
    /// What only modulators reach: pitch in cents.
    package static var pitch: Self { @_noLocks get { Self(59) } }

    /// How many numbers there are for each zone.
    package static var count: Int { @_noLocks get { 61 } }

    /// What a zone has where it says nothing.
    package static var defaults: [Float] {
        var values = [Float](repeating: 0, count: count)
        let shortest: [Self] = [
            .modLFODelay, .vibratoLFODelay, .modEnvelopeDelay, .modEnvelopeAttack, .modEnvelopeHold,
            .modEnvelopeDecay, .modEnvelopeRelease, .volumeEnvelopeDelay, .volumeEnvelopeAttack,
            .volumeEnvelopeHold, .volumeEnvelopeDecay, .volumeEnvelopeRelease,
        ]
        for generator in shortest { values[generator.number] = -12_000 }
        for generator in [Self.key, .velocity, .rootKey] { values[generator.number] = -1 }
        values[Self.filterCutoff.number] = 13_500
        values[Self.scaleTuning.number] = 100
        return values
    }

    /// How much of a generator's unit a step of its NRPN is.
    ///
    /// SoundFont 2.04, section 9.6.3.
    @_noLocks
    static func stepOfNRPN(_ number: Int) -> Float {
        switch number {
        case 5...8, 10, 11, 21, 23, 25...28, 30, 33...36, 38: 2
        case 22, 24: 4
        default: 1
        }
    }
}

/// What lets a controller change a generator: SoundFont 2.04, section 8.2.
package struct SamplerModulator: Sendable, Equatable, BitwiseCopyable {
    /// The controller and its curve, as the format has them.
    package var source: UInt16
    /// The generator's number, 0…60.
    package var destination: UInt16
    /// In the generator's unit.
    package var amount: Float
    /// A second controller that the first one's effect is multiplied by; 0 for none.
    package var amountSource: UInt16
    /// 0 as it is, 2 its absolute value.
    package var transform: UInt16

    /// A modulator.
    package init(
        source: UInt16, destination: Int, amount: Float, amountSource: UInt16 = 0, transform: UInt16 = 0
    ) {
        self.source = source
        self.destination = UInt16(truncatingIfNeeded: destination)
        self.amount = amount
        self.amountSource = amountSource
        self.transform = transform
    }

    /// What a zone has where it says nothing: section 8.4, without velocity to filter, which no synthesizer
    /// has.
    package static var defaults: [SamplerModulator] {
        let level = SamplerGenerator.attenuation.number
        let vibrato = SamplerGenerator.vibratoLFOToPitch.number
        return [
            SamplerModulator(source: 0x0502, destination: level, amount: 960),
            SamplerModulator(source: 0x000D, destination: vibrato, amount: 50),
            SamplerModulator(source: 0x0081, destination: vibrato, amount: 50),
            SamplerModulator(source: 0x0587, destination: level, amount: 960),
            SamplerModulator(source: 0x028A, destination: SamplerGenerator.pan.number, amount: 500),
            SamplerModulator(source: 0x058B, destination: level, amount: 960),
            SamplerModulator(source: 0x00DB, destination: SamplerGenerator.reverbSend.number, amount: 200),
            SamplerModulator(source: 0x00DD, destination: SamplerGenerator.chorusSend.number, amount: 200),
            SamplerModulator(
                source: 0x020E, destination: SamplerGenerator.pitch.number, amount: 12_700,
                amountSource: 0x0010),
        ]
    }
}
