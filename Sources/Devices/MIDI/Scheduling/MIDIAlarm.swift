import AVFRealtime
import CAVFRealtime
import Synchronization

/// Wakes one thread that sleeps until a time: on request, or when the time has come.
final class MIDIAlarm: @unchecked Sendable {
    // Proof: a futex word is made for several threads.
    private let word = OwnedCell(Atomic<UInt32>(0))

    /// How often it has rung; look before deciding how long to sleep. [any]
    var count: UInt32 { word.pointer.pointee.load(ordering: .acquiring) }

    /// Wakes the thread, or spares it its next sleep. [any]
    func ring() {
        word.pointer.pointee.wrappingAdd(1, ordering: .releasing)
        avf_rt_word_wake(bits)
    }

    /// Sleeps until it has rung since `seen`, at most until a time of CLOCK_MONOTONIC in nanoseconds.
    func sleep(after seen: UInt32, until timeNanoseconds: UInt64?) {
        _ = avf_rt_word_wait(bits, seen, timeNanoseconds ?? .max)
    }

    private var bits: UnsafeMutablePointer<UInt32> {
        UnsafeMutableRawPointer(word.pointer).assumingMemoryBound(to: UInt32.self)
    }
}
