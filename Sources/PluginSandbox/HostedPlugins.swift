import AVFPluginCatalog
import AVFRealtime
import AVFRender
import CAVFRealtime
import CAVFShimsProcess
import Glibc
import Synchronization

/// The plugins of this process, and the thread that makes their blocks.
final class HostedPlugins {
    private let line: ChannelMemory
    private let mapping: SharedMemory
    private let renderer: HostProcessRenderer
    private var members: [Int: SandboxedPlugin] = [:]
    private var thread: NamedThread?

    /// No plugins yet; the descriptor is that of the line's memory.
    init(memoryDescriptor: Int32) throws(PluginError) {
        guard let mapping = SharedMemory(descriptor: memoryDescriptor, byteCount: ChannelMemory.byteCount)
        else {
            throw .hostFailed(path: HostProgram.name, reason: "it cannot map the memory it was given")
        }
        close(memoryDescriptor)
        avf_shim_child_keep(mapping.base, mapping.byteCount)
        self.mapping = mapping
        line = ChannelMemory(mapping.base)
        renderer = HostProcessRenderer(line)
        avf_shim_child_make_crash_record(line.crashRecord)
    }

    /// A plugin that has started.
    subscript(member: Int) -> SandboxedPlugin? { members[member] }

    /// Starts the plugin that a request describes; the descriptor is that of the memory for its blocks.
    ///
    /// - Throws: What a `PluginUnit` throws, and `hostFailed` for a request of another version.
    func start(_ member: Int, _ request: [UInt8], memoryDescriptor: Int32) throws(PluginError) -> [UInt8] {
        defer { close(memoryDescriptor) }
        guard let request = StartRequest(request), (0..<ChannelMemory.memberCapacity).contains(member) else {
            throw .hostFailed(path: HostProgram.name, reason: "it is another version's")
        }
        let limit = avf_shim_child_limit_memory(request.memoryLimitBytes)
        let plugin = try SandboxedPlugin(
            request, memoryDescriptor: memoryDescriptor, member: member, jobs: line.jobs + member)
        try startThread()
        members[member] = plugin
        renderer.add(plugin, at: member)
        return StartAnswer(latencyFrames: plugin.latencyFrames, memoryLimitBytes: limit).bytes
    }

    private func startThread() throws(PluginError) {
        guard thread == nil else { return }
        do { thread = try NamedThread(.render) { [renderer] in renderer.serve() } } catch {
            throw .hostFailed(path: HostProgram.name, reason: "\(error)")
        }
    }

    /// Ends the threads and cleans the plugins up, one by one in the order of their start.
    func end() {
        renderer.end()
        thread?.join()
        for member in members.keys.sorted() {
            line.running.pointee.store(UInt32(member) + 1, ordering: .relaxed)
            avf_shim_child_serve(UInt32(member) + 1)
            renderer.remove(member)
            members[member]?.end()
            members[member] = nil
        }
        avf_shim_child_serve(0)
    }
}
