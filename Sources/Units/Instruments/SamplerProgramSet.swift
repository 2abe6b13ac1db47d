/// Programs that a program change chooses from: those of one song, or a single one.
package final class SamplerProgramSet: @unchecked Sendable {
    // Proof: nothing changes after it was made; the table is freed with it.
    let table: UnsafePointer<Entry>
    let count: Int
    private let programs: [SamplerProgram]

    /// A program, and the number by which it is found.
    struct Entry: BitwiseCopyable {
        let bank: Int32
        let number: Int32
        let program: UnsafePointer<SamplerProgramTable>
    }

    /// A set of programs; of two with the same bank and number the first one counts. [control]
    package init(_ programs: [SamplerProgram]) {
        self.programs = programs
        count = programs.count
        let entries = UnsafeMutablePointer<Entry>.allocate(capacity: max(1, programs.count))
        for (place, program) in programs.enumerated() {
            (entries + place).initialize(
                to: Entry(
                    bank: Int32(clamping: program.bank), number: Int32(clamping: program.number),
                    program: program.table))
        }
        table = UnsafePointer(entries)
    }

    deinit { UnsafeMutablePointer(mutating: table).deallocate() }
}

/// A set in a unit's hands: how much of the unit plays it.
///
/// Plain memory, which the mailbox frees on the control side.
struct SamplerProgramReference: BitwiseCopyable {
    let entries: UnsafePointer<SamplerProgramSet.Entry>
    let count: Int
    /// Keeps the set until the reference is freed.
    private let set: Unmanaged<SamplerProgramSet>?
    /// Parts and voices that refer to it; the render thread's.
    var useCount = 0
    /// The next reference in the list of those that are over.
    var next: UnsafeMutableRawPointer?

    /// A reference on the heap; of nothing where there is no set. [control]
    static func make(_ set: SamplerProgramSet?) -> UnsafeMutablePointer<SamplerProgramReference> {
        let reference = UnsafeMutablePointer<SamplerProgramReference>.allocate(capacity: 1)
        reference.initialize(to: SamplerProgramReference(set ?? SamplerProgramSet([]), isEmpty: set == nil))
        return reference
    }

    private init(_ set: SamplerProgramSet, isEmpty: Bool) {
        // Proof: released by `discard`, once for each reference.
        self.set = Unmanaged.passRetained(set)
        entries = set.table
        count = isEmpty ? 0 : set.count
    }

    /// Frees a reference that is not used any more. [control]
    static func discard(_ reference: UnsafeMutablePointer<SamplerProgramReference>) {
        reference.pointee.set?.release()
        reference.deallocate()
    }

    /// The program of a bank and number, or the nearest there is: the same number of bank 0, the first
    /// percussion set.
    @_noLocks
    func program(bank: Int, number: Int) -> UnsafePointer<SamplerProgramTable>? {
        if let exact = find(bank, number) { return exact }
        if bank == 128 { return find(128, 0) ?? any }
        return find(0, number) ?? any
    }

    /// What plays until a program change.
    var first: UnsafePointer<SamplerProgramTable>? { @_noLocks get { count > 0 ? entries[0].program : nil } }

    /// The only program answers to every number.
    private var any: UnsafePointer<SamplerProgramTable>? {
        @_noLocks get { count == 1 ? entries[0].program : nil }
    }

    @_noLocks
    private func find(_ bank: Int, _ number: Int) -> UnsafePointer<SamplerProgramTable>? {
        var place = 0
        while place < count {
            if Int(entries[place].bank) == bank && Int(entries[place].number) == number {
                return entries[place].program
            }
            place &+= 1
        }
        return nil
    }
}
