import AVFRealtime
import AVFRender
import CAVFRealtime
import Synchronization

/// Runs a stream's loop on a thread of its own, and ends it.
///
/// The thread gets SCHED_FIFO where the kernel allows it, else what RealtimeKit gives; a line on standard
/// error says if that is nothing.
final class RenderThread: Sendable {
    private static let refusalWasTold = Atomic<Bool>(false)
    /// What a period's work may take of the stack.
    private static let stackByteCount = 65_536

    private let deviceName: String
    private let status: DeviceStreamStatus
    // Held while a thread is started or joined: control side only, never by the loop.
    private let thread = Mutex<NamedThread?>(nil)
    private let realtimeKit: RealtimeKit

    init(deviceName: String, status: DeviceStreamStatus, realtimeKit: RealtimeKit = RealtimeKit()) {
        self.deviceName = deviceName
        self.status = status
        self.realtimeKit = realtimeKit
    }

    /// Starts `loop`, which watches `status.stopIsRequested`; nothing happens when it runs.
    ///
    /// `prepare` runs just before, on the caller's thread.
    func start(
        priority: Int, tellsRefusal: Bool, prepare: () throws(DeviceError) -> Void,
        loop: @escaping @Sendable () -> Void
    ) throws(DeviceError) {
        try thread.withLock { (thread) throws(DeviceError) in
            guard status.state != .running else { return }
            try prepare()
            status.stopIsRequested = false
            status.state = .running
            let start = ThreadStart()
            do throws(NamedThread.Failure) {
                thread = try NamedThread(.render, priority: priority) {
                    start.arrive()
                    avf_rt_prefault_stack(Self.stackByteCount)
                    loop()
                }
            } catch {
                status.state = .stopped
                throw .cannotStart(device: deviceName, code: error.code, cause: error.description)
            }
            if let refusal = thread?.priorityRefusal {
                promote(start, priority: priority, after: refusal, tellsRefusal: tellsRefusal)
            }
            start.letGo()
        }
    }

    // Before the thread runs audio: the answer takes milliseconds.
    private func promote(_ start: ThreadStart, priority: Int, after refusal: String, tellsRefusal: Bool) {
        guard let kernelThread = start.kernelThread() else { return }
        let grant = realtimeKit.promote(kernelThread: kernelThread, priority: priority)
        guard case .none(let reason) = grant, tellsRefusal else { return }
        Self.tell(refusal: "\(refusal); \(reason)")
    }

    /// Ends the loop and waits for it.
    func stop() {
        thread.withLock { thread in
            status.stopIsRequested = true
            thread.take()?.join()
            if status.state == .running { status.state = .stopped }
        }
    }

    // Once in a process: the reason will not change, and a log is no place to repeat oneself.
    private static func tell(refusal: String) {
        guard !refusalWasTold.exchange(true, ordering: .relaxed) else { return }
        StandardError.writeLine(
            "avf: no real-time priority for the audio thread (\(refusal)): dropouts are possible")
    }
}

/// Holds a new thread until it has its rights.
private final class ThreadStart: Sendable {
    private static let waitSeconds = 1.0

    private let number = Atomic<UInt64>(0)
    private let hasArrived = Latch()
    private let mayGo = Latch()

    /// Says which thread this is, and waits. [the new thread]
    func arrive() {
        number.store(avf_rt_kernel_thread(), ordering: .releasing)
        hasArrived.signal()
        // Whoever starts a thread lets it go, whatever becomes of its rights.
        while !mayGo.wait(seconds: Self.waitSeconds) {}
    }

    /// The kernel's number of the new thread; nil if it does not come.
    func kernelThread() -> UInt64? {
        hasArrived.wait(seconds: Self.waitSeconds) ? number.load(ordering: .acquiring) : nil
    }

    func letGo() { mayGo.signal() }
}
