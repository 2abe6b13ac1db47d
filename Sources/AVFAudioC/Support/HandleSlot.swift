import Synchronization

/// One place of the handle table.
///
/// `word` is generation (32 bits), references of the program (16) and calls under way (16). Whoever brings
/// both counts to zero empties the slot; a slot with a new generation is what makes old handles stale.
struct HandleSlot: ~Copyable {
    static let mostReferences = UInt64(UInt16.max)
    static let oneReference: UInt64 = 1 << 16
    static let oneCall: UInt64 = 1

    let word: Atomic<UInt64>
    /// A strong reference; written while no handle names the slot.
    var object: UnsafeRawPointer?
    /// The type of the object; written while no handle names the slot.
    var kind: HandleKind
    /// The next slot in the list of abandoned ones.
    var next = -1

    init(generation: UInt32) {
        word = Atomic(UInt64(generation) << 32)
        object = nil
        kind = .engine
    }

    var generation: UInt32 { UInt32(truncatingIfNeeded: word.load(ordering: .relaxed) >> 32) }

    /// Counts a call in, if that generation is alive.
    func beginCall(_ generation: UInt32) -> Bool {
        change(generation) { references, calls in
            references > 0 && calls < Self.mostReferences ? Self.oneCall : nil
        } != nil
    }

    /// Counts a call out; true if the slot must be emptied now.
    func endCall() -> Bool {
        let after = word.subtract(Self.oneCall, ordering: .acquiringAndReleasing).newValue
        return after & 0xFFFF_FFFF == 0
    }

    /// Counts a reference in, during a call only; false if there are too many.
    func retain() -> Bool {
        change(generation) { references, _ in references < Self.mostReferences ? Self.oneReference : nil }
            != nil
    }

    /// Counts a reference in unless the last one has gone.
    func retainIfAlive(_ generation: UInt32) -> Bool {
        change(generation) { references, _ in
            references > 0 && references < Self.mostReferences ? Self.oneReference : nil
        } != nil
    }

    /// Counts a reference out, during a call only, so that it empties no slot; false if none is left.
    func release(_ generation: UInt32) -> Bool {
        change(generation) { references, _ in references > 0 ? 0 &- Self.oneReference : nil } != nil
    }

    private func change(
        _ generation: UInt32, _ difference: (_ references: UInt64, _ calls: UInt64) -> UInt64?
    ) -> UInt64? {
        var before = word.load(ordering: .relaxed)
        while true {
            guard UInt32(truncatingIfNeeded: before >> 32) == generation,
                let difference = difference(before >> 16 & 0xFFFF, before & 0xFFFF)
            else { return nil }
            let result = word.weakCompareExchange(
                expected: before, desired: before &+ difference, ordering: .acquiringAndReleasing)
            if result.exchanged { return before &+ difference }
            before = result.original
        }
    }
}
