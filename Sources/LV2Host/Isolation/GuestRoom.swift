import AVFRender
import CAVFRealtime
import CAVFShims
import Glibc
import Synchronization

/// What outlives a plugin's process: the shared memory and the flags, used by one process after the other.
final class GuestRoom: @unchecked Sendable {
    // Proof: the pointers never change, and what they lead to is atomic, or its owner is said where it is declared.
    let descriptor: Int32
    let memory: BlockMemory
    let flags: UnsafeMutablePointer<GuestFlags>
    private let mapping: SharedMemory
    /// Bytes of the shared memory.
    var byteCount: Int { mapping.byteCount }

    /// An empty room; nil without memory.
    init?(_ layout: BlockLayout) {
        let descriptor = avf_shim_memory_new(layout.byteCount)
        guard descriptor >= 0 else { return nil }
        guard let mapping = SharedMemory(descriptor: descriptor, byteCount: layout.byteCount) else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
        self.mapping = mapping
        memory = BlockMemory(mapping.base, layout)
        flags = .allocate(capacity: 1)
        flags.initialize(to: GuestFlags())
    }

    deinit {
        flags.deinitialize(count: 1)
        flags.deallocate()
        close(descriptor)
    }

    /// Nobody is in, and nothing is asked for; only while the render thread does not ask.
    func tidyUp() {
        memory.testament.pointee = avf_shim_testament()
        memory.phase.pointee.store(GuestPhase.starting.rawValue, ordering: .relaxed)
        memory.reply.pointee.store(memory.request.pointee.load(ordering: .acquiring), ordering: .releasing)
        flags.pointee.lateSince.store(0, ordering: .relaxed)
    }

    /// Lets the render thread ask for blocks.
    func open() { flags.pointee.isAlive.store(true, ordering: .releasing) }

    /// Sends the render thread away, also if it waits at this moment.
    func shut() {
        flags.pointee.isAlive.store(false, ordering: .releasing)
        // Any other number ends the wait; one less than the present is never the awaited one.
        memory.reply.pointee.store(memory.reply.pointee.load(ordering: .relaxed) &- 1, ordering: .releasing)
        avf_rt_word_wake(memory.replyWord)
    }

    /// What the process in it is at, as far as it can be believed.
    var moment: PluginLoss.Moment {
        switch GuestPhase(rawValue: memory.phase.pointee.load(ordering: .relaxed)) {
        case .starting: .starting
        case .ending: .ending
        case .waiting, nil:
            memory.request.pointee.load(ordering: .relaxed) == memory.reply.pointee.load(ordering: .relaxed)
                ? .waiting : .running
        }
    }
}
