import AVFSequencing
import AVFSoundBanks

/// A program that a song plays notes with.
struct SongProgram: Hashable {
    /// Whether it is on the channel of percussion, 10 of 1…16.
    var isPercussion = false
    /// Bank select, coarse.
    var bankMSB = 0
    /// Bank select, fine.
    var bankLSB = 0
    /// 0…127.
    var number = 0

    /// Whether a bank select means percussion.
    private var meansPercussion: Bool { isPercussion || bankMSB == BankPreset.percussionMSB }

    /// The bank's number as the sampler finds its programs.
    var samplerBank: Int {
        if meansPercussion { return 128 }
        return bankMSB == BankPreset.melodicMSB ? bankLSB : bankMSB
    }

    /// The preset that plays it; nil if the bank has nothing that could.
    func index(in bank: SoundBank) -> Int? {
        let high = meansPercussion ? BankPreset.percussionMSB : bankMSB
        return bank.presetIndex(bankMSB: high, bankLSB: bankLSB, program: number)
            ?? bank.presetIndex(bankMSB: high, bankLSB: 0, program: number)
            ?? bank.substituteIndex(isPercussion: meansPercussion, program: number)
    }

    /// Whether a preset is what the song asks for.
    func isExactly(_ preset: BankPreset) -> Bool {
        preset.program == number && preset.isPercussion == meansPercussion
    }

    /// What to tell where another preset plays it.
    func substitution(_ preset: BankPreset) -> BankNote {
        let kind = meansPercussion ? "percussion program" : "program"
        return BankNote(
            place: "bank \(bankMSB), \(bankLSB), \(kind) \(number)",
            text: "the bank has none; “\(preset.name)” plays it")
    }
}

extension SongProgram {
    /// The program that a preset is; nil for one that no MIDI message reaches.
    init?(_ preset: BankPreset) {
        guard (0...127).contains(preset.program) else { return nil }
        self.init(
            isPercussion: preset.isPercussion, bankMSB: preset.bankMSB, bankLSB: preset.bankLSB,
            number: preset.program)
    }
}

extension Song {
    /// The programs that notes are played with, in the order of channels and of their first use.
    var programs: [SongProgram] {
        var seen: Set<SongProgram> = []
        var ordered: [SongProgram] = []
        for channel in 0..<16 {
            for program in programs(ofChannel: UInt8(channel)) where seen.insert(program).inserted {
                ordered.append(program)
            }
        }
        return ordered
    }

    private func programs(ofChannel channel: UInt8) -> [SongProgram] {
        var state = SongProgram(isPercussion: channel == 9)
        var (high, low) = (0, 0)
        var used: [SongProgram] = []
        for event in merged where event.channel & 15 == channel {
            switch (event.kind, event.data1) {
            case (.note, _): if used.last != state { used.append(state) }
            case (.controlChange, 0): high = Int(event.data2)
            case (.controlChange, 32): low = Int(event.data2)
            case (.programChange, let number):
                if event.extra <= 0x3FFF { (high, low) = (Int(event.extra >> 7), Int(event.extra & 127)) }
                (state.bankMSB, state.bankLSB, state.number) = (high, low, Int(number))
            default: break
            }
        }
        return used
    }

    /// The channel messages of all tracks, by their positions.
    private var merged: [StoredEvent] {
        let all = tracks.flatMap { track in
            track.events.events.filter { $0.kind != .payload }.map {
                (beat: $0.beat + track.offset, event: $0)
            }
        }
        // Those of one position keep the order of tracks, and that of their track.
        return all.enumerated().sorted { ($0.element.beat, $0.offset) < ($1.element.beat, $1.offset) }
            .map(\.element.event)
    }
}
