import AVFRealtime
import AVFRender
import CAVFRealtime
import CAVFShimsProcess
import Glibc
import Synchronization

/// Makes blocks in the plugins' own process whenever the engine asks for some.
final class HostProcessRenderer: @unchecked Sendable {
    // Proof: `serve` runs on one thread, and what others touch too is atomic.
    private let line: ChannelMemory
    private let isEnding = Atomic<Bool>(false)
    /// The plugins' addresses by their numbers; owned by `HostedPlugins`.
    private let plugins: UnsafeMutablePointer<Atomic<UInt>>

    init(_ line: ChannelMemory) {
        self.line = line
        plugins = .allocate(capacity: ChannelMemory.memberCapacity)
        for index in 0..<ChannelMemory.memberCapacity { (plugins + index).initialize(to: Atomic(0)) }
    }

    deinit { plugins.deallocate() }

    /// Takes a plugin in, before anybody asks for its blocks.
    func add(_ plugin: SandboxedPlugin, at member: Int) {
        plugins[member].store(
            UInt(bitPattern: Unmanaged.passUnretained(plugin).toOpaque()), ordering: .releasing)
    }

    /// Forgets a plugin, after the end of `serve`.
    func remove(_ member: Int) { plugins[member].store(0, ordering: .releasing) }

    private func plugin(_ member: UInt32) -> SandboxedPlugin? {
        guard member < UInt32(ChannelMemory.memberCapacity),
            let address = UnsafeRawPointer(bitPattern: plugins[Int(member)].load(ordering: .acquiring))
        else { return nil }
        return Unmanaged<SandboxedPlugin>.fromOpaque(address).takeUnretainedValue()
    }

    /// Makes blocks until the end.
    func serve() {
        avf_shim_child_prepare_thread()
        var seen: UInt32 = 0
        var isOffline = true
        while !isEnding.load(ordering: .acquiring) {
            _ = avf_rt_word_wait(line.requestWord, seen, UInt64.max)
            guard !isEnding.load(ordering: .acquiring) else { return }
            seen = line.request.pointee.load(ordering: .acquiring)
            makeBlocks(&isOffline)
            line.reply.pointee.store(seen, ordering: .releasing)
            avf_rt_word_wake(line.replyWord)
        }
    }

    private func makeBlocks(_ isOffline: inout Bool) {
        var source: SandboxedPlugin?
        for index in 0..<min(Int(line.taskCount.pointee), ChannelMemory.memberCapacity) {
            let task = line.tasks[index]
            guard let plugin = plugin(task.member) else { continue }
            if plugin.memory.call.pointee.isOffline != isOffline {
                isOffline.toggle()
                // As high as the engine's own thread: who waits for us must not have to wait for others too.
                avf_shim_child_set_priority(isOffline ? 0 : Int32(NamedThread.usualRenderPriority))
            }
            line.running.pointee.store(plugin.number, ordering: .relaxed)
            avf_shim_child_serve(plugin.number)
            plugin.make(from: task.isLinked ? source : nil)
            source = plugin
        }
        avf_shim_child_serve(0)
        line.running.pointee.store(0, ordering: .relaxed)
    }

    /// Ends the wait of the thread.
    func end() {
        isEnding.store(true, ordering: .releasing)
        // The engine does not read this word, and it is done with us.
        line.request.pointee.wrappingAdd(1, ordering: .releasing)
        avf_rt_word_wake(line.requestWord)
    }
}
