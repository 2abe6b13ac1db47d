import AVFRealtime
import Synchronization

/// A thread that looks after a stream's device each 10 ms, and at once when it is woken.
final class SupervisorThread: Sendable {
    private static let milliseconds = 10

    private let thread = Mutex<NamedThread?>(nil)
    private let isEnding = Atomic<Bool>(false)
    private let semaphore = Semaphore()

    /// Starts to call `look`; nothing happens when it runs. [control]
    ///
    /// - Throws: `DeviceError.cannotStart` when no thread could be made.
    func start(deviceName: String, look: @escaping @Sendable () -> Void) throws(DeviceError) {
        try thread.withLock { (thread) throws(DeviceError) in
            guard thread == nil else { return }
            isEnding.store(false, ordering: .releasing)
            do throws(NamedThread.Failure) {
                thread = try NamedThread(.devices) { [self] in
                    while !isEnding.load(ordering: .acquiring) {
                        look()
                        semaphore.wait(milliseconds: Self.milliseconds)
                    }
                }
            } catch {
                throw .cannotStart(device: deviceName, code: error.code, cause: error.description)
            }
        }
    }

    /// Lets it look now. [any]
    func wake() { semaphore.signal() }

    /// Ends it; `look` is not called after it returns. [control]
    func stop() {
        guard let running = thread.withLock({ $0.take() }) else { return }
        isEnding.store(true, ordering: .releasing)
        semaphore.signal()
        running.join()
    }
}
