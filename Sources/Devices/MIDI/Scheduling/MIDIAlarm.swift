import AVFRealtime
import CAVFRealtime
import Synchronization

/// Wakes one thread that sleeps until a time: on request, or when the time has come.
final class MIDIAlarm: @unchecked Sendable {
    // Proof: a futex word is made for several threads.
    private let word = OwnedCell(Atomic<UInt32>(0))

    /// What rings it from a thread that must not wait; valid as long as the alarm.
    var bell: MIDIBell { MIDIBell(word.pointer) }

    /// How often it has rung; look before deciding how long to sleep. [any]
    var count: UInt32 { word.pointer.pointee.load(ordering: .acquiring) }

    /// Wakes the thread, or spares it its next sleep. [any]
    func ring() { bell.ring() }

    /// Sleeps until it has rung since `seen`, at most until a time of CLOCK_MONOTONIC in nanoseconds.
    func sleep(after seen: UInt32, until timeNanoseconds: UInt64?) {
        _ = avf_rt_word_wait(bell.bits, seen, timeNanoseconds ?? .max)
    }
}

/// Rings an alarm.
struct MIDIBell: BitwiseCopyable {
    private let word: UnsafeMutablePointer<Atomic<UInt32>>

    init(_ word: UnsafeMutablePointer<Atomic<UInt32>>) { self.word = word }

    /// Wakes the thread, or spares it its next sleep. [any]
    @_noLocks
    func ring() {
        word.pointee.add(1, ordering: .releasing)
        avf_rt_word_wake(bits)
    }

    var bits: UnsafeMutablePointer<UInt32> {
        @_noLocks get { UnsafeMutableRawPointer(word).assumingMemoryBound(to: UInt32.self) }
    }
}
