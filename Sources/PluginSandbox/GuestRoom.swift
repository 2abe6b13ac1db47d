import CAVFRealtime
import Glibc
import Synchronization

/// The line to one process, with the memory that it goes through.
final class ChannelSharedMemory: @unchecked Sendable {
    // Proof: the pointers never change, and what they lead to is atomic, or its owner is said where it is
    // declared.
    let descriptor: Int32
    let memory: ChannelMemory
    let line: UnsafeMutablePointer<ProcessChannel>
    private let mapping: SharedMemory

    /// A channel without a process yet; nil without memory.
    init?() {
        guard let (descriptor, mapping) = SharedMemory.new(ChannelMemory.byteCount) else { return nil }
        self.descriptor = descriptor
        self.mapping = mapping
        memory = ChannelMemory(mapping.base)
        line = .allocate(capacity: 1)
        line.initialize(to: ProcessChannel(memory))
        line.pointee.isAlive.store(true, ordering: .releasing)
    }

    deinit {
        line.pointee.deallocate()
        line.deinitialize(count: 1)
        line.deallocate()
        close(descriptor)
    }

    /// Sends the render thread away, also if it waits at this moment.
    func shut() {
        line.pointee.isAlive.store(false, ordering: .releasing)
        // Any other number ends the wait; one less than the present is never the awaited one.
        memory.reply.pointee.store(memory.reply.pointee.load(ordering: .relaxed) &- 1, ordering: .releasing)
        avf_rt_word_wake(memory.replyWord)
    }

    /// Whether blocks are being made, as far as the process can be believed.
    var isBusy: Bool {
        memory.request.pointee.load(ordering: .relaxed) != memory.reply.pointee.load(ordering: .relaxed)
    }
}

/// The memory that one plugin's blocks go through; the plugin may move from process to process.
final class PluginSharedMemory: Sendable {
    let descriptor: Int32
    // Proof: the pointers never change; who may touch what they lead to is said where it is declared.
    nonisolated(unsafe) let memory: PluginMemory
    private let mapping: SharedMemory
    /// Bytes of the shared memory.
    var byteCount: Int { mapping.byteCount }

    /// Empty memory; nil without any.
    init?(_ layout: PluginMemoryLayout) {
        guard let (descriptor, mapping) = SharedMemory.new(layout.byteCount) else { return nil }
        self.descriptor = descriptor
        self.mapping = mapping
        memory = PluginMemory(mapping.base, layout)
    }

    deinit { close(descriptor) }
}
