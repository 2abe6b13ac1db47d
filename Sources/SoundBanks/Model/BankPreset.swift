/// The kinds of files that are read.
package enum SoundBankFormat: String, Sendable, CaseIterable {
    /// SoundFont 2.01 to 2.04, also with Ogg Vorbis samples (“SF3”).
    case soundFont
    /// Downloadable Sounds, level 1 and 2.
    case dls
    /// Apple's sampler preset, `.aupreset`.
    case samplerPreset
    /// An instrument of Emagic's and Apple's EXS24 sampler.
    case exs24
    /// A text in SFZ format.
    case sfz
    /// An audio file that is an instrument by itself.
    case audioFile
}

/// One entry of a bank's table of contents.
package struct BankPreset: Equatable, Sendable {
    /// The name in the file; may be empty.
    package let name: String
    /// Bank select, coarse: 0x79 for melodic banks, 0x78 for percussion, or the file's own number.
    ///
    /// The two numbers are those of General MIDI 2, which Apple's samplers use. A SoundFont's banks 0 to 127
    /// are melodic with their number as LSB; bank 128 is percussion.
    package let bankMSB: Int
    /// Bank select, fine, 0 to 127.
    package let bankLSB: Int
    /// The program, 0 to 127; damaged files may have others, which no MIDI message reaches.
    package let program: Int
    /// Whether it is for a channel of percussion.
    package let isPercussion: Bool

    /// General MIDI 2's MSB of melodic banks.
    package static let melodicMSB = 0x79
    /// General MIDI 2's MSB of percussion banks.
    package static let percussionMSB = 0x78
}

extension BankPreset {
    /// Whether a bank select with these numbers means this preset's bank.
    ///
    /// MSB 0x78 means percussion, with any LSB that the preset has not. Melodic banks are also found by their
    /// number alone, as General MIDI (MSB 0), Roland (number in the MSB) and Yamaha (number in the LSB) do.
    func answers(bankMSB: Int, bankLSB: Int) -> Bool {
        if bankMSB == self.bankMSB, bankLSB == self.bankLSB { return true }
        if isPercussion { return bankMSB == Self.percussionMSB || bankMSB == 128 }
        guard self.bankMSB == Self.melodicMSB else { return false }
        return bankMSB == 0 && bankLSB == self.bankLSB || bankLSB == 0 && bankMSB == self.bankLSB
    }
}
