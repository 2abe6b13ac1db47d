import Synchronization

/// The input or output buses of an `AUAudioUnit`.
open class AUAudioUnitBusArray: NSObject, Sequence, @unchecked Sendable {
    // Sendable: everything that changes is behind a Mutex.
    private let buses: Mutex<[AUAudioUnitBus]>
    nonisolated(unsafe) private weak var owner: AUAudioUnit?  // Proof: set once; weak references are atomic.
    private let type: AUAudioUnitBusType

    /// No buses yet.
    public convenience init(audioUnit owner: AUAudioUnit, busType: AUAudioUnitBusType) {
        self.init(audioUnit: owner, busType: busType, busses: [])
    }

    /// These buses, which now belong to the unit.
    public init(audioUnit owner: AUAudioUnit, busType: AUAudioUnitBusType, busses busArray: [AUAudioUnitBus])
    {
        self.owner = owner
        type = busType
        buses = Mutex(busArray)
        super.init()
        adopt(busArray)
    }

    private func adopt(_ buses: [AUAudioUnitBus]) {
        for (index, bus) in buses.enumerated() {
            bus.settings.withLock { ($0.owner, $0.busType, $0.index) = (owner, type, index) }
        }
    }

    /// How many buses there are.
    public final var count: Int { buses.withLock { $0.count } }

    /// The bus at a place; asking for one that is not there gives the last one, and a new one if there is
    /// none.
    public final subscript(index: Int) -> AUAudioUnitBus {
        buses.withLock { buses in
            buses.indices.contains(index) ? buses[index] : buses.last
        } ?? AUAudioUnitBus.spare
    }

    /// Goes through the buses in order.
    public final func makeIterator() -> IndexingIterator<[AUAudioUnitBus]> {
        buses.withLock { $0 }.makeIterator()
    }

    /// Whether `setBusCount` may do anything: never, because a unit's buses are its own.
    open var isCountChangeable: Bool { false }

    /// Changes how many buses there are.
    ///
    /// - Throws: An `NSError` with the code −10879 for another number than there is.
    open func setBusCount(_ count: Int) throws {
        guard count == self.count else {
            throw AVFAudioError.error(
                kAudioUnitErr_InvalidProperty,
                "The unit has \(self.count) buses; their number cannot be \(count).")
        }
    }

    /// Puts other buses in the place of all.
    open func replaceBusses(_ busArray: [AUAudioUnitBus]) {
        buses.withLock { $0 = busArray }
        adopt(busArray)
    }

    /// Whether they go in or out.
    public final var busType: AUAudioUnitBusType { type }

    /// The unit whose buses they are; a unit that does nothing, once that one is gone.
    public final var ownerAudioUnit: AUAudioUnit {
        owner ?? .standIn
    }
}
