import AVFLV2Host
import AVFPluginCatalog
import AVFRealtime
import AVFRender
import CAVFRealtime
import CAVFShimsProcess
import Glibc
import Synchronization

/// A plugin in its process: the same unit that an engine has, on shared memory.
final class SandboxedPlugin: @unchecked Sendable {
    // Proof: `make` runs on one thread, `work` on another, the rest on a third, and what they share is
    // atomic.
    private let unit: PluginUnit
    /// The plugin's number in the process, from 1.
    let number: UInt32
    let memory: PluginMemory
    private let mapping: SharedMemory
    private let fence: BlockFence
    /// Odd while the worker is at a job, and another number for each.
    private let jobs: UnsafeMutablePointer<Atomic<UInt32>>
    private let parameters: ParameterBlock
    private let buses: PluginMemoryBuses
    private let events: SandboxedEvents
    private let configuration: UnitConfiguration
    private let counter = AllocationCounter.current
    private let hasJobs = Semaphore()
    private let isEnding = Atomic<Bool>(false)
    private var worker: NamedThread?

    /// Starts the plugin that a request describes.
    init(
        _ request: StartRequest, memoryDescriptor: Int32, member: Int,
        jobs: UnsafeMutablePointer<Atomic<UInt32>>
    ) throws(PluginError) {
        let facts = try PluginFactsReader.read(
            uri: request.uri, bundle: request.bundle, record: request.record
        ).get()
        configuration = request.configuration
        parameters = ParameterBlock(facts.descriptor(sampleRateHz: configuration.sampleRateHz))
        let layout = PluginMemoryLayout(configuration, parameterCount: parameters.count)
        guard layout.byteCount == request.memoryByteCount else {
            throw .hostFailed(path: HostProgram.name, reason: "it is another version's")
        }
        guard let mapping = SharedMemory(descriptor: memoryDescriptor, byteCount: layout.byteCount) else {
            throw .hostFailed(path: HostProgram.name, reason: "it cannot map the memory it was given")
        }
        avf_shim_child_keep(mapping.base, mapping.byteCount)
        self.mapping = mapping
        memory = PluginMemory(mapping.base, layout)
        fence = BlockFence(memory, layout, base: mapping.base)
        self.jobs = jobs
        buses = PluginMemoryBuses(configuration, memory)
        events = SandboxedEvents(memory)
        number = UInt32(member) + 1
        request.parameters.apply(to: parameters)
        unit = try PluginUnit(facts, configuration, parameters: parameters)
        if unit.needsService { worker = try startWorker() }
    }

    private func startWorker() throws(PluginError) -> NamedThread {
        do { return try NamedThread(.worker) { [unowned self] in work() } } catch {
            throw .hostFailed(path: HostProgram.name, reason: "\(error)")
        }
    }

    // MARK: - Control

    /// Frames by which the plugin lags behind.
    var latencyFrames: Int { unit.latencyFrames }

    /// The latency with these parameters, as bytes.
    func updateLatency(_ bytes: [UInt8]) -> [UInt8] {
        ParameterTargets(bytes).apply(to: parameters)
        unit.updateLatency()
        var writer = ByteWriter()
        writer.put(UInt64(clamping: unit.latencyFrames))
        return writer.bytes
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

    /// Sets a property; gives no bytes.
    func setProperty(_ uri: String, _ value: PropertyValue) throws(PluginError) -> [UInt8] {
        try unit.setProperty(uri, value)
        return []
    }

    /// A property's value as bytes.
    func property(_ uri: String) throws(PluginError) -> [UInt8] {
        PropertyValue.record(uri, try unit.property(uri))
    }

    /// Ends the worker; the plugin is cleaned up with the last reference to it.
    func end() {
        isEnding.store(true, ordering: .releasing)
        hasJobs.signal()
        worker?.join()
        worker = nil
    }

    /// Does the plugin's jobs beside its blocks, until the end.
    private func work() {
        avf_shim_child_prepare_thread()
        avf_shim_child_serve(number)
        while !isEnding.load(ordering: .acquiring) {
            hasJobs.wait()
            jobs.pointee.wrappingAdd(1, ordering: .relaxed)
            unit.service { jobs.pointee.wrappingAdd(2, ordering: .relaxed) }
            jobs.pointee.wrappingAdd(1, ordering: .relaxed)
        }
    }

    // MARK: - Rendering

    /// Makes the block that the memory asks for, from the output of another plugin if there is one.
    func make(from source: SandboxedPlugin?) {
        let start = avf_rt_host_time()
        let call = memory.call.pointee
        guard (1...configuration.maximumFrameCount).contains(Int(call.frameCount)) else { return }
        if let source { buses.takeInput(from: source.buses, frameCount: Int(call.frameCount)) }
        // Offline, jobs are done between blocks, as an engine does it that has the plugin in its own process.
        if call.isOffline { unit.service() }
        unit.isBypassed = !call.isEnabled
        unit.rendersOffline = call.isOffline
        unit.givenPosition = call.position
        if call.resets { unit.requestReset() }
        let (mutedCount, unreadableCount) = (unit.mutedBlockCount, unit.unreadableBlockCount)
        takeParameters()
        events.begin(call)
        let allocationCount = process(call)
        for index in 0..<parameters.count { memory.meters[index] = parameters.reader.value(index) }
        memory.answer.pointee = BlockAnswer(
            latencyFrames: Int64(unit.latencyFrames), isSound: unit.mutedBlockCount == mutedCount,
            isReadable: unit.unreadableBlockCount == unreadableCount, keepsToItsBuffers: fence.isWhole(),
            midiCount: events.madeCount, droppedMIDICount: events.droppedCount,
            nanoseconds: avf_rt_host_time() &- start,
            allocationCount: allocationCount)
        if worker != nil, !call.isOffline { hasJobs.signal() }
    }

    private func takeParameters() {
        let reader = parameters.reader
        for index in 0..<parameters.count { reader.set(memory.parameters[index], at: index) }
    }

    /// Makes a block; gives the calls for memory that it took, or −1 if not counted.
    private func process(_ call: BlockCall) -> Int32 {
        guard let counter else {
            makeSubBlocks(call)
            return -1
        }
        return Int32(clamping: counter.counting { makeSubBlocks(call) })
    }

    /// Makes a block in the parts that changes of parameters cut it into.
    private func makeSubBlocks(_ call: BlockCall) {
        let whole = buses.block(
            frameCount: Int(call.frameCount), sampleTime: call.sampleTime, events: events.block)
        let count = min(Int(call.partCount), SubBlocks.capacity)
        guard count > 0 else { return make(whole) }
        var (frame, change) = (0, 0)
        for index in 0..<count {
            let part = memory.parts[index]
            let frameCount = Int(part.frameCount)
            guard frameCount > 0, frame + frameCount <= whole.frameCount else { return }
            let changeEnd = min(change + max(0, Int(part.changeCount)), SubBlocks.changeCapacity)
            takeChanges(change..<changeEnd)
            events.show(before: call.sampleTime + Int64(frame + frameCount))
            make(buses.part(of: whole, from: frame, frameCount))
            // The program is asked for the position once for each block.
            unit.givenPosition = TransportPosition()
            (frame, change) = (frame + frameCount, changeEnd)
        }
    }

    private func takeChanges(_ range: Range<Int>) {
        for index in range {
            let change = memory.changes[index]
            guard (0..<parameters.count).contains(Int(change.parameter)) else { continue }
            parameters.reader.set(change.value, at: Int(change.parameter))
        }
    }

    private func make(_ block: RenderBlock) {
        var entry = Entry(unit: Unmanaged.passUnretained(unit), block: block)
        avf_rt_enter({ $0?.assumingMemoryBound(to: Entry.self).pointee.run() }, &entry)
    }

    /// One part of a block on its way through the real-time entry.
    private struct Entry {
        let unit: Unmanaged<RenderUnit>
        let block: RenderBlock

        func run() { _ = callUnit(unit, .process(block, isTimed: false)) }
    }
}
