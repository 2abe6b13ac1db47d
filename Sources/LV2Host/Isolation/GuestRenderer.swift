import AVFRender
import CAVFRealtime
import CAVFShims
import Glibc
import Synchronization

/// Makes blocks in the plugin's own process whenever the engine asks for one.
final class GuestRenderer: @unchecked Sendable {
    // Proof: `serve` runs on one thread, `work` on another, and what both touch is atomic.
    private let unit: PluginUnit
    private let memory: BlockMemory
    private let parameters: ParameterBlock
    private let buses: GuestBuses
    private let firstRequest: UInt32
    private let isEnding: EndingFlag
    private let hasJobs = Semaphore()
    private let maximumFrameCount: Int

    init(
        _ unit: PluginUnit, _ memory: BlockMemory, _ configuration: UnitConfiguration,
        _ parameters: ParameterBlock, firstRequest: UInt32, _ isEnding: EndingFlag
    ) {
        self.unit = unit
        self.memory = memory
        self.parameters = parameters
        self.firstRequest = firstRequest
        self.isEnding = isEnding
        buses = GuestBuses(configuration, memory)
        maximumFrameCount = configuration.maximumFrameCount
    }

    /// Whether somebody must call `work`.
    var needsWorker: Bool { unit.needsService }

    /// Makes blocks until the end.
    func serve() {
        avf_shim_child_prepare_thread()
        var seen = firstRequest
        var isOffline = true
        while !isEnding.value.load(ordering: .acquiring) {
            _ = avf_rt_word_wait(memory.requestWord, seen, UInt64.max)
            guard !isEnding.value.load(ordering: .acquiring) else { return }
            seen = memory.request.pointee.load(ordering: .acquiring)
            let call = memory.call.pointee
            if call.isOffline != isOffline {
                isOffline = call.isOffline
                // As high as the engine's own thread: who waits for us must not have to wait for others too.
                avf_shim_child_set_priority(isOffline ? 0 : Int32(NamedThread.usualRenderPriority))
            }
            make(call)
            memory.reply.pointee.store(seen, ordering: .releasing)
            avf_rt_word_wake(memory.replyWord)
            if needsWorker, !isOffline { hasJobs.signal() }
        }
    }

    /// Does the plugin's jobs beside its blocks, until the end.
    func work() {
        avf_shim_child_prepare_thread()
        while !isEnding.value.load(ordering: .acquiring) {
            hasJobs.wait()
            unit.service()
        }
    }

    /// Ends the waits of both threads.
    func wakeToEnd() {
        // The engine does not read this word, and it is done with us.
        memory.request.pointee.wrappingAdd(1, ordering: .releasing)
        avf_rt_word_wake(memory.requestWord)
        hasJobs.signal()
    }

    private func make(_ call: BlockCall) {
        guard (1...maximumFrameCount).contains(Int(call.frameCount)) else { return }
        // Offline, jobs are done between blocks, as an engine does it that has the plugin in its own process.
        if call.isOffline { unit.service() }
        unit.isBypassed = !call.isEnabled
        unit.rendersOffline = call.isOffline
        unit.forwardsMIDI = call.forwardsMIDI
        if call.resets { unit.requestReset() }
        let mutedCount = unit.mutedBlockCount
        takeParameters()
        for index in 0..<min(Int(call.midiCount), BlockLayout.midiCapacity) {
            _ = unit.send(memory.midi[index])
        }
        process(call)
        for index in 0..<parameters.count { memory.meters[index] = parameters.reader.value(index) }
        memory.answer.pointee = BlockAnswer(
            latencyFrames: Int64(unit.latencyFrames), isSound: unit.mutedBlockCount == mutedCount,
            midiCount: giveMIDI())
    }

    /// Writes down what the plugin has made, as much as there is room for.
    private func giveMIDI() -> Int32 {
        var count = 0
        while count < BlockLayout.midiCapacity, let event = unit.takeMIDI() {
            memory.madeMIDI[count] = event
            count += 1
        }
        return Int32(count)
    }

    private func takeParameters() {
        let reader = parameters.reader
        for index in 0..<parameters.count { reader.publish(memory.parameters[index], at: index) }
    }

    private func process(_ call: BlockCall) {
        var entry = Entry(
            unit: Unmanaged.passUnretained(unit),
            block: buses.block(frameCount: Int(call.frameCount), sampleTime: call.sampleTime))
        avf_rt_enter({ $0?.assumingMemoryBound(to: Entry.self).pointee.run() }, &entry)
    }

    /// One block on its way through the door.
    private struct Entry {
        let unit: Unmanaged<RenderUnit>
        let block: RenderBlock

        func run() { _ = callUnit(unit, .process(block, isTimed: false)) }
    }
}

/// The shared memory's channels as a block's buses.
private final class GuestBuses {
    private let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private let buses: UnsafeMutablePointer<AudioBus>
    private let inputCount: Int
    private let outputCount: Int

    init(_ configuration: UnitConfiguration, _ memory: BlockMemory) {
        let inputs = configuration.inputChannelCounts
        let outputs = configuration.outputChannelCounts
        inputCount = inputs.count
        outputCount = outputs.count
        let places =
            (0..<inputs.reduce(0, +)).map { memory.input($0) }
            + (0..<outputs.reduce(0, +)).map { memory.output($0) }
        channels = .allocate(capacity: max(1, places.count))
        for (index, place) in places.enumerated() { (channels + index).initialize(to: place) }
        buses = .allocate(capacity: max(1, inputCount + outputCount))
        var first = 0
        for (index, count) in (inputs + outputs).enumerated() {
            (buses + index).initialize(to: AudioBus(channels: channels + first, channelCount: count))
            first += count
        }
    }

    deinit {
        channels.deallocate()
        buses.deallocate()
    }

    func block(frameCount: Int, sampleTime: Int64) -> RenderBlock {
        RenderBlock(
            inputs: buses, inputCount: inputCount, outputs: buses + inputCount, outputCount: outputCount,
            frameCount: frameCount, sampleTime: sampleTime)
    }
}
