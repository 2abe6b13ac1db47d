import AVFRender
import CAVFRealtime
import CAVFShims
import Glibc
import Synchronization

/// The plugin in its own process, and the threads that run it.
final class Guest {
    let startAnswer: StartAnswer
    private let unit: PluginUnit
    private let memory: BlockMemory
    private let mapping: SharedMemory
    private let renderer: GuestRenderer
    private let threads: [NamedThread]
    private let isEnding: EndingFlag

    /// Starts the plugin that a request describes.
    ///
    /// - Throws: What a `PluginUnit` throws, and `hostFailed` for a request of another version.
    init(_ request: [UInt8], memoryDescriptor: Int32) throws(PluginError) {
        guard let request = StartRequest(request) else {
            throw .hostFailed(path: HostProgram.name, reason: "it is another version's")
        }
        let facts = try PluginFactsReader.read(
            uri: request.uri, bundle: request.bundle, record: request.record
        ).get()
        let descriptor = facts.descriptor(sampleRateHz: request.configuration.sampleRateHz)
        let parameters = ParameterBlock(descriptor)
        let layout = BlockLayout(request.configuration, parameterCount: parameters.count)
        guard layout.byteCount == request.memoryByteCount else {
            throw .hostFailed(path: HostProgram.name, reason: "it is another version's")
        }
        guard let mapping = SharedMemory(descriptor: memoryDescriptor, byteCount: layout.byteCount) else {
            throw .hostFailed(path: HostProgram.name, reason: "it cannot map the memory it was given")
        }
        close(memoryDescriptor)
        avf_shim_child_keep(mapping.base, mapping.byteCount)
        let memory = BlockMemory(mapping.base, layout)
        avf_shim_child_make_testament(memory.testament)
        let limit = avf_shim_child_limit_memory(request.memoryLimitBytes)
        let unit = try PluginUnit(facts, request.configuration, parameters: parameters)
        let isEnding = EndingFlag()
        let renderer = GuestRenderer(
            unit, memory, request.configuration, parameters, firstRequest: request.firstRequest, isEnding)
        startAnswer = StartAnswer(latencyFrames: unit.latencyFrames, memoryLimitBytes: limit)
        self.unit = unit
        self.mapping = mapping
        self.memory = memory
        self.renderer = renderer
        self.isEnding = isEnding
        threads = try Self.threads(renderer)
        memory.phase.pointee.store(GuestPhase.waiting.rawValue, ordering: .relaxed)
    }

    private static func threads(_ renderer: GuestRenderer) throws(PluginError) -> [NamedThread] {
        do {
            let render = try NamedThread(.render) { renderer.serve() }
            guard renderer.needsWorker else { return [render] }
            return [render, try NamedThread(.worker) { renderer.work() }]
        } catch {
            throw .hostFailed(path: HostProgram.name, reason: "\(error)")
        }
    }

    /// What the plugin said since the last call.
    func takeLog() -> String { unit.takeLog() }

    /// The bytes of the plugin's state.
    func saveState() throws(PluginError) -> [UInt8] { try unit.saveState().bytes }

    /// Restores a state from its bytes; gives the bytes of what it asked for in vain.
    func restoreState(_ bytes: [UInt8]) throws(PluginError) -> [UInt8] {
        let state: UnitState
        do { state = try UnitState(bytes: bytes) } catch { throw .badState(error) }
        var answer = RestoreAnswer()
        answer.gaps = try unit.restoreState(state)
        answer.latencyFrames = unit.latencyFrames
        return answer.bytes
    }

    /// Ends the threads; the plugin is cleaned up with the last reference to it.
    func end() {
        memory.phase.pointee.store(GuestPhase.ending.rawValue, ordering: .relaxed)
        isEnding.value.store(true, ordering: .releasing)
        renderer.wakeToEnd()
        threads.forEach { $0.join() }
    }
}

/// Whether the guest's threads are to end.
final class EndingFlag: Sendable {
    let value = Atomic<Bool>(false)
}
