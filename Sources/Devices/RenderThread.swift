import AVFRealtime
import AVFRender
import Synchronization

/// Runs a stream's loop on a thread of its own, and ends it.
final class RenderThread: Sendable {
    private static let refusalWasTold = Atomic<Bool>(false)

    private let deviceName: String
    private let status: DeviceStreamStatus
    // Held while a thread is started or joined: control side only, never by the loop.
    private let thread = Mutex<NamedThread?>(nil)

    init(deviceName: String, status: DeviceStreamStatus) {
        self.deviceName = deviceName
        self.status = status
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
            do throws(NamedThread.Failure) {
                thread = try NamedThread(.render, priority: priority, body: loop)
            } catch {
                status.state = .stopped
                throw .cannotStart(device: deviceName, code: error.code, cause: error.description)
            }
            if tellsRefusal, let reason = thread?.priorityRefusal { Self.tell(refusal: reason) }
        }
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
