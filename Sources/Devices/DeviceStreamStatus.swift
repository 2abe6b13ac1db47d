import Synchronization

/// What a stream's thread tells everybody else, without a lock.
///
/// The device's thread writes state, counts and events; any thread reads. Events pass through a small
/// ring with one writer and one reader.
final class DeviceStreamStatus: Sendable {
    private static let eventCapacity = 16

    private let stateWord = Atomic<UInt8>(DeviceStreamState.stopped.rawValue)
    private let stopWord = Atomic<Bool>(false)
    private let xrunWord = Atomic<Int>(0)
    private let latencyWord = Atomic<Int>(0)
    private let lossWord = Atomic<Int32>(0)
    private let lossIsNew = Atomic<Bool>(false)
    private let written = Atomic<Int>(0)
    private let taken = Atomic<Int>(0)
    // Owned; slots between `taken` and `written` belong to the reader, the others to the writer.
    nonisolated(unsafe) private let lostFrameCounts: UnsafeMutablePointer<Int>

    init() {
        lostFrameCounts = .allocate(capacity: Self.eventCapacity)
        lostFrameCounts.initialize(repeating: 0, count: Self.eventCapacity)
    }

    deinit { lostFrameCounts.deallocate() }

    var state: DeviceStreamState {
        get { DeviceStreamState(rawValue: stateWord.load(ordering: .acquiring)) ?? .closed }
        set { stateWord.store(newValue.rawValue, ordering: .releasing) }
    }

    var stopIsRequested: Bool {
        get { stopWord.load(ordering: .acquiring) }
        set { stopWord.store(newValue, ordering: .releasing) }
    }

    var latencyFrameCount: Int {
        get { latencyWord.load(ordering: .relaxed) }
        set { latencyWord.store(newValue, ordering: .relaxed) }
    }

    var xrunCount: Int { xrunWord.load(ordering: .relaxed) }

    /// The error number the device was lost with; 0 while it was not. [any]
    var lossCode: Int32 { lossWord.load(ordering: .acquiring) }

    /// Counts an interruption. [render]
    func noteXrun(lostFrameCount: Int) {
        xrunWord.add(1, ordering: .relaxed)
        let index = written.load(ordering: .relaxed)
        guard index - taken.load(ordering: .acquiring) < Self.eventCapacity else { return }
        lostFrameCounts[index % Self.eventCapacity] = lostFrameCount
        written.store(index + 1, ordering: .releasing)
    }

    /// Ends the stream. [render]
    func noteLoss(code: Int32) {
        lossWord.store(code, ordering: .releasing)
        state = .lost
        lossIsNew.store(true, ordering: .releasing)
    }

    /// Takes the oldest event; `error` words a loss.
    func nextEvent(error: (_ code: Int32) -> DeviceError) -> DeviceEvent? {
        let index = taken.load(ordering: .relaxed)
        if index < written.load(ordering: .acquiring) {
            let lostFrameCount = lostFrameCounts[index % Self.eventCapacity]
            taken.store(index + 1, ordering: .releasing)
            return .xrun(lostFrameCount: lostFrameCount)
        }
        return lossIsNew.exchange(false, ordering: .acquiringAndReleasing) ? .lost(error(lossCode)) : nil
    }
}
