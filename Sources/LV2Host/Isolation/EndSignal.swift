import CAVFRealtime
import Synchronization

/// Something that happens once, and that threads wait for.
final class EndSignal: @unchecked Sendable {
    // Proof: a futex word is made for several threads.
    private let word: UnsafeMutablePointer<Atomic<UInt32>>

    init() {
        word = .allocate(capacity: 1)
        word.initialize(to: Atomic(0))
    }

    deinit { word.deallocate() }

    private var bits: UnsafeMutablePointer<UInt32> {
        UnsafeMutableRawPointer(word).assumingMemoryBound(to: UInt32.self)
    }

    func signal() {
        word.pointee.store(1, ordering: .releasing)
        avf_rt_word_wake(bits)
    }

    /// False if it has not happened in time.
    func wait(seconds: Double) -> Bool {
        avf_rt_word_wait(bits, 0, avf_rt_host_time() &+ UInt64(seconds * 1e9))
    }
}
