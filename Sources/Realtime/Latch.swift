import CAVFRealtime
import Synchronization

/// Something that happens once, and that threads wait for.
public final class Latch: @unchecked Sendable {
    // Proof: a futex word is made for several threads.
    private let word = OwnedCell(Atomic<UInt32>(0))

    /// It has not happened yet.
    public init() {}

    private var bits: UnsafeMutablePointer<UInt32> {
        UnsafeMutableRawPointer(word.pointer).assumingMemoryBound(to: UInt32.self)
    }

    /// Lets all threads go on. [any]
    public func signal() {
        word.pointer.pointee.store(1, ordering: .releasing)
        avf_rt_word_wake(bits)
    }

    /// Waits for `signal`; false if it has not come in time. [control]
    public func wait(seconds: Double) -> Bool {
        avf_rt_word_wait(bits, 0, avf_rt_host_time() &+ UInt64(seconds * 1e9))
    }
}
