import CAVFRealtime
import Glibc
import Synchronization

/// A thread of the engine, with a name that tools show and real-time priority where the system allows it.
///
/// [control] Starts at once; tell its body to end, then `join()`. The object may go away first: then it
/// joins by itself, or lets the thread go when that happens on the thread.
package final class NamedThread: Sendable {
    /// What the thread is for, and what `top -H` calls it.
    package enum Role: String, Sendable, CaseIterable {
        /// Renders sound for a device.
        case render = "avf-render"
        /// Carries reports to the user's blocks.
        case pump = "avf-pump"
        /// Reads and writes files ahead of time.
        case disk = "avf-disk"
        /// Sends and receives MIDI messages.
        case midi = "avf-midi"
        /// Does what plugins and parallel rendering hand over.
        case worker = "avf-worker"
        /// Starts plugins' processes and sees them end.
        case supervisor = "avf-supervisor"
        /// Watches which devices there are, and moves streams between them.
        case devices = "avf-devices"
        /// Waits for the user's wish to end a program.
        case signals = "avf-signals"
    }

    /// The SCHED_FIFO priority of who renders for a device, unless the program says otherwise.
    package static let usualRenderPriority = 70

    /// The system made no thread.
    package struct Failure: Error, Equatable, CustomStringConvertible {
        /// Which thread.
        package let role: Role
        /// The system's error number.
        package let code: Int32

        /// The sentence a user reads.
        package var description: String {
            "cannot start the thread \(role.rawValue): \(NamedThread.text(ofError: code))"
        }
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    // The C thread's address, or 0 once joined; as a number, because a pointer is not Sendable.
    private let handle: Atomic<Int>

    /// Why the system refused real-time priority, as a sentence; nil when granted or not asked for.
    package let priorityRefusal: String?

    /// Starts `body` on a new thread.
    ///
    /// - Parameters:
    ///   - role: What the thread is for; gives it its name.
    ///   - priority: SCHED_FIFO priority, 1…99; 0 asks for none. A refusal is not an error: the thread runs
    ///     without, and `priorityRefusal` says why.
    ///   - body: Runs once; the thread ends when it returns.
    /// - Throws: `Failure` with the system's error number when no thread could be made.
    package init(_ role: Role, priority: Int = 0, body: @escaping @Sendable () -> Void) throws(Failure) {
        let box = Unmanaged.passRetained(Body(body))
        var made: OpaquePointer?
        let status = avf_rt_thread_create(
            role.rawValue, Int32(clamping: priority),
            { context in
                guard let context else { return }
                Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
            }, box.toOpaque(), &made)
        guard status == 0, let made else {
            box.release()
            throw Failure(role: role, code: status)
        }
        let refusal = avf_rt_thread_refusal(made)
        priorityRefusal = refusal == 0 ? nil : Self.text(ofError: refusal)
        handle = Atomic(Int(bitPattern: made))
    }

    deinit { join() }

    /// Waits until the body has returned; at once when it was joined before or this is the thread itself.
    package func join() {
        avf_rt_thread_join(OpaquePointer(bitPattern: handle.exchange(0, ordering: .acquiringAndReleasing)))
    }

    private static func text(ofError code: Int32) -> String {
        strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }
}
