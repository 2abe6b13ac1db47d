import AVFRealtime
import AVFRender
import Synchronization

/// Which programs the channels of a sampler have chosen: followed in messages, kept in states.
///
/// A program is told as one number, bank × 128 + program; bank 128 is percussion.
final class PluginPrograms: @unchecked Sendable {
    // Proof: what both sides touch is atomic; the selected banks are the render thread's.
    static let channelCount = 16
    /// The number of the first percussion set.
    static let percussion = 128 * 128
    /// The highest number of a program.
    static let highest = percussion + 127
    /// The number of a channel that has chosen none.
    static let none: Int32 = -1

    private let chosen = OwnedBuffer<Atomic<Int32>>(count: channelCount) { _ in Atomic(none) }
    private let coarse = OwnedBuffer<UInt8>(repeating: 0, count: channelCount)
    private let fine = OwnedBuffer<UInt8>(repeating: 0, count: channelCount)
    private let isUnsent = Atomic<Bool>(false)
    private let hasParts = Atomic<Bool>(false)
    private let newest = Atomic<Int>(0)

    /// What a channel has chosen, or `none`; those that are no numbers of programs count as that. [any]
    subscript(_ channel: Int) -> Int32 {
        get { chosen.pointer[channel].load(ordering: .relaxed) }
        set {
            let isProgram = newValue >= 0 && newValue <= Self.highest
            chosen.pointer[channel].store(isProgram ? newValue : Self.none, ordering: .relaxed)
        }
    }

    /// The channel that has chosen last: without parts, its program is what plays. [any]
    var lastChannel: Int {
        get { newest.load(ordering: .relaxed) }
        set { newest.store(max(0, min(Self.channelCount - 1, newValue)), ordering: .relaxed) }
    }

    /// The numbers that channels have chosen, each once. [control]
    var all: [Int] {
        var numbers: [Int] = []
        for channel in 0..<Self.channelCount {
            let number = Int(self[channel])
            if number >= 0, !numbers.contains(number) { numbers.append(number) }
        }
        return numbers
    }

    /// Whether each channel plays a part of its own, of which the tenth is percussion. [any]
    var isMultitimbral: Bool { hasParts.load(ordering: .relaxed) }

    /// Takes note of whether channels have parts; true if they have from now on.
    ///
    /// Render thread.
    func follow(isMultitimbral: Bool) -> Bool {
        guard isMultitimbral != self.isMultitimbral else { return false }
        hasParts.store(isMultitimbral, ordering: .relaxed)
        return isMultitimbral
    }

    /// Has the next block tell the unit all that was chosen. [any]
    func sendAgain() { isUnsent.store(true, ordering: .releasing) }

    /// Whether the unit must be told, once for each `sendAgain`.
    ///
    /// Render thread, as what follows.
    func takeUnsent() -> Bool { isUnsent.exchange(false, ordering: .acquiring) }

    /// Takes note of a message; the number of the program that it chooses, or nil.
    func follow(_ event: UnitEvent) -> Int32? {
        let channel = Int(event.channel)
        switch event.channelStatus {
        case 0xB0 where event.byte(1) == 0: coarse.pointer[channel] = event.byte(2) & 127
        case 0xB0 where event.byte(1) == 32: fine.pointer[channel] = event.byte(2) & 127
        case 0xC0:
            let bank = bank(channel, isPercussion: isMultitimbral && channel == 9)
            self[channel] = bank * 128 + Int32(event.byte(1) & 127)
            lastChannel = channel
            return self[channel]
        default: break
        }
        return nil
    }

    /// The bank that a channel has selected, as the sampler counts banks.
    private func bank(_ channel: Int, isPercussion: Bool) -> Int32 {
        let high = coarse.pointer[channel]
        if high == 0x78 || isPercussion { return 128 }
        return Int32(high == 0x79 ? fine.pointer[channel] : high)
    }

    /// The three messages by which a channel chooses what it has chosen; nil for a channel without a choice.
    func messages(ofChannel channel: Int, at time: Int64) -> (UnitEvent, UnitEvent, UnitEvent)? {
        let number = self[channel]
        guard number >= 0 else { return nil }
        let (bank, control, change) = (UInt8(number >> 7), UInt8(0xB0 | channel), UInt8(0xC0 | channel))
        return (
            UnitEvent(status: control, 0, bank == 128 ? 0x78 : 0x79, at: time),
            UnitEvent(status: control, 32, bank == 128 ? 0 : bank, at: time),
            UnitEvent(status: change, UInt8(number & 127), 0, byteCount: 2, at: time)
        )
    }
}
