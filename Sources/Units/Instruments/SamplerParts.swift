import AVFRealtime

/// What each of the 16 parts plays.
struct SamplerParts: ~Copyable {
    private let leases = OwnedBuffer<UnsafeMutablePointer<SamplerLease>?>(repeating: nil, count: 16)
    private let programs = OwnedBuffer<UnsafePointer<SamplerProgramTable>?>(repeating: nil, count: 16)

    init() {}

    /// Frees what the parts hold and no voice does. [control]
    func discardLeases() {
        for part in 0..<leases.count {
            guard let lease = leases[part] else { continue }
            lease.pointee.useCount -= 1
            if lease.pointee.useCount == 0 { SamplerLease.discard(lease) }
        }
    }

    @_noLocks
    func lease(_ part: Int) -> UnsafeMutablePointer<SamplerLease>? { leases.pointer[part] }

    @_noLocks
    func program(_ part: Int) -> UnsafePointer<SamplerProgramTable>? { programs.pointer[part] }

    /// Gives a part another lease; returns the old one.
    @_noLocks
    func replace(
        _ part: Int, _ lease: UnsafeMutablePointer<SamplerLease>
    ) -> UnsafeMutablePointer<SamplerLease>? {
        let old = leases.pointer[part]
        lease.pointee.useCount &+= 1
        leases.pointer[part] = lease
        return old
    }

    /// Looks up what a part's channel has asked for; the first program if that is not there.
    @_noLocks
    func resolve(_ part: Int, _ channels: borrowing SamplerChannels, isMultitimbral: Bool) {
        let bank = channels.bank(part, isPercussion: isMultitimbral && part == 9)
        let lease = leases.pointer[part]
        let found = lease?.pointee.program(bank: bank, number: channels[part].program)
        programs.pointer[part] = found ?? lease?.pointee.first
    }

    @_noLocks
    func resolveAll(_ channels: borrowing SamplerChannels, isMultitimbral: Bool) {
        for part in 0..<leases.count { resolve(part, channels, isMultitimbral: isMultitimbral) }
    }

    /// Takes another program, if there is such a one.
    @_noLocks
    func choose(_ part: Int, bank: Int, number: Int) {
        guard let program = leases.pointer[part]?.pointee.program(bank: bank, number: number) else { return }
        programs.pointer[part] = program
    }
}
