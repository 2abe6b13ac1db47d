import AVFRealtime

/// What each of the 16 parts plays.
struct SamplerParts: ~Copyable {
    private let references = OwnedBuffer<UnsafeMutablePointer<SamplerProgramReference>?>(
        repeating: nil, count: 16)
    private let programs = OwnedBuffer<UnsafePointer<SamplerProgramTable>?>(repeating: nil, count: 16)
    /// The channel whose program each part plays.
    private let choosers = OwnedBuffer<Int>(count: 16) { $0 }

    init() {}

    /// Frees what the parts hold and no voice does. [control]
    func discardReferences() {
        for part in 0..<references.count {
            guard let reference = references[part] else { continue }
            reference.pointee.useCount -= 1
            if reference.pointee.useCount == 0 { SamplerProgramReference.discard(reference) }
        }
    }

    @_noLocks
    func reference(_ part: Int) -> UnsafeMutablePointer<SamplerProgramReference>? { references.pointer[part] }

    @_noLocks
    func program(_ part: Int) -> UnsafePointer<SamplerProgramTable>? { programs.pointer[part] }

    /// Gives a part another reference; returns the old one.
    @_noLocks
    func replace(
        _ part: Int, _ reference: UnsafeMutablePointer<SamplerProgramReference>
    ) -> UnsafeMutablePointer<SamplerProgramReference>? {
        let old = references.pointer[part]
        reference.pointee.useCount &+= 1
        references.pointer[part] = reference
        return old
    }

    /// Looks up what was asked for last; the first program if that is not there.
    @_noLocks
    func resolve(_ part: Int, _ channels: borrowing SamplerChannels, isMultitimbral: Bool) {
        let channel = isMultitimbral ? part : choosers.pointer[part]
        let bank = channels.bank(channel, isPercussion: isMultitimbral && channel == 9)
        let reference = references.pointer[part]
        let found = reference?.pointee.program(bank: bank, number: channels[channel].program)
        programs.pointer[part] = found ?? reference?.pointee.first
    }

    @_noLocks
    func resolveAll(_ channels: borrowing SamplerChannels, isMultitimbral: Bool) {
        for part in 0..<references.count { resolve(part, channels, isMultitimbral: isMultitimbral) }
    }

    /// Forgets who has chosen what.
    @_noLocks
    func forgetChoices() {
        for part in 0..<choosers.count { choosers.pointer[part] = part }
    }

    /// Takes another program for a channel, if there is such a one; else when there is.
    @_noLocks
    func choose(_ part: Int, channel: Int, bank: Int, number: Int) {
        choosers.pointer[part] = channel
        guard let program = references.pointer[part]?.pointee.program(bank: bank, number: number) else {
            return
        }
        programs.pointer[part] = program
    }
}
