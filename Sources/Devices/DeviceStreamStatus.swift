import AVFRealtime
import Synchronization

/// What a stream's thread publishes to other threads, without a lock.
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
    private let lostFrameCounts = Ring<Int>(minimumCapacity: DeviceStreamStatus.eventCapacity)

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
        _ = lostFrameCounts.writer.push(lostFrameCount)
    }

    /// Ends the stream. [render]
    func noteLoss(code: Int32) {
        lossWord.store(code, ordering: .releasing)
        state = .lost
        lossIsNew.store(true, ordering: .releasing)
    }

    /// Takes the oldest event; `error` words a loss.
    func nextEvent(error: (_ code: Int32) -> DeviceError) -> DeviceEvent? {
        if let lostFrameCount = lostFrameCounts.reader.pop() { return .xrun(lostFrameCount: lostFrameCount) }
        return lossIsNew.exchange(false, ordering: .acquiringAndReleasing) ? .lost(error(lossCode)) : nil
    }
}
