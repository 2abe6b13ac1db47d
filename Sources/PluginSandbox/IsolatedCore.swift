import AVFLV2Host
import AVFRealtime
import AVFRender
import CAVFDSP
import Synchronization

/// A plugin in a process of its own as the render thread sees it.
///
/// Plain memory, owned by its `IsolatedUnit`. What comes from the plugin's process is copied first and judged
/// then.
struct IsolatedCore: ~Copyable {
    private let memory: PluginMemory
    let flags: UnsafeMutablePointer<SandboxFlags>
    private let layout: PluginMemoryLayout
    private let parameters: ParameterReader
    /// What cuts the present block.
    private let parts: UnsafeMutablePointer<SubBlocks>
    /// The parameters that the plugin writes.
    private let meters: PluginPorts.List<Int>
    private let sampleRateHz: Double
    private let liveNanosecondsPerFrame: Double
    let offlineNanoseconds: UInt64
    /// A copy of what the plugin has made, out of the plugin's reach.
    private let made = OwnedBuffer<UnitEvent>(uninitializedCount: PluginMemoryLayout.midiCapacity)
    private var fade: DryFade
    /// All history is to be forgotten with the next block that is asked for.
    private var wantsReset = false
    /// The latency that the plugin told with its newest block.
    private(set) var latencyFrames: Int
    /// How long the newest block took in the plugin's process.
    private(set) var nanoseconds: UInt64 = 0

    /// The view of a room; the reader's block, the lists, the flags and the room must live longer.
    init(
        _ room: PluginSharedMemory, _ flags: UnsafeMutablePointer<SandboxFlags>, _ layout: PluginMemoryLayout,
        _ parameters: ParameterReader, _ parts: UnsafeMutablePointer<SubBlocks>,
        meters: PluginPorts.List<Int>, sampleRateHz: Double, passesInput: Bool, latencyFrames: Int,
        _ options: IsolationOptions
    ) {
        memory = room.memory
        self.flags = flags
        self.layout = layout
        self.parameters = parameters
        self.parts = parts
        self.meters = meters
        self.sampleRateHz = sampleRateHz
        self.latencyFrames = latencyFrames
        liveNanosecondsPerFrame = options.liveWaitShare * 1e9 / sampleRateHz
        offlineNanoseconds = UInt64(options.offlineWaitSeconds * 1e9)
        fade = DryFade(
            sampleRateHz: sampleRateHz, channelCount: layout.outputChannelCount, passesInput: passesInput)
    }

    deinit { fade.deallocate() }

    /// Makes a block: the plugin's, or, if that is not there in time, the input or silence; false for those.
    @_noLocks
    mutating func process(_ block: RenderBlock, _ switches: BlockSwitches) -> Bool {
        defer { flags.pointee.leave() }
        guard let slot = flags.pointee.enter(), isFit(block.frameCount),
            slot.pointee.line.pointee.begin(
                isOffline: switches.isOffline, offlineNanoseconds: offlineNanoseconds)
        else {
            pass(block, switches)
            return false
        }
        defer { slot.pointee.line.pointee.end() }
        write(block, switches, takesInput: true)
        slot.pointee.line.pointee.add(ChannelTask(member: slot.pointee.member, isLinked: false))
        guard slot.pointee.line.pointee.exchange(nanoseconds: patience(block.frameCount, switches.isOffline))
        else {
            noteLateness(isAlive: slot.pointee.line.pointee.isAlive.load(ordering: .relaxed), switches)
            fade.dry(block)
            return false
        }
        takeAnswer(block)
        takeSound(block)
        return true
    }

    /// Whether blocks of that length fit into the memory.
    @_noLocks
    func isFit(_ frameCount: Int) -> Bool { frameCount <= layout.maximumFrameCount }

    /// How many nanoseconds a block may take.
    @_noLocks
    func patience(_ frameCount: Int, _ isOffline: Bool) -> UInt64 {
        isOffline ? offlineNanoseconds : UInt64(Double(frameCount) * liveNanosecondsPerFrame)
    }

    /// Whether nothing is left of an earlier loss.
    var isWet: Bool { @_noLocks get { fade.isWet } }

    // MARK: - Asking

    /// Writes down what the plugin needs for a block, with or without its input.
    @_noLocks
    mutating func write(_ block: RenderBlock, _ switches: BlockSwitches, takesInput: Bool) {
        copyParameters()
        if takesInput { copyInputs(block) }
        let midiCount = copyMIDI(block.eventsIn)
        memory.call.pointee.frameCount = Int32(truncatingIfNeeded: block.frameCount)
        memory.call.pointee.midiCount = midiCount
        memory.call.pointee.sampleTime = block.sampleTime
        memory.call.pointee.isEnabled = switches.isEnabled
        memory.call.pointee.isOffline = switches.isOffline
        memory.call.pointee.wantsMIDI = (block.events?.pointee.outputCount ?? 0) > 0
        memory.call.pointee.position = switches.position
        memory.call.pointee.resets = wantsReset || switches.resets
        wantsReset = false
    }

    // MARK: - Doing without

    /// What is heard of a plugin that cannot be asked.
    @_noLocks
    mutating func pass(_ block: RenderBlock, _ switches: BlockSwitches) {
        wantsReset = wantsReset || switches.resets
        fade.dry(block)
    }

    /// What is heard of a plugin that did not answer in time.
    @_noLocks
    mutating func miss(_ block: RenderBlock) { fade.dry(block) }

    /// Counts a block that missed its deadline.
    @_noLocks
    func noteLateness(isAlive: Bool, _ switches: BlockSwitches) {
        // Offline, a plugin that is not waited for any longer hangs: that is told as a loss.
        if isAlive, !switches.isOffline { flags.pointee.lateBlocks.add() }
    }

    // MARK: - Taking

    /// Takes over what the plugin has said.
    @_noLocks
    mutating func takeAnswer(_ block: RenderBlock) {
        let answer = memory.answer.pointee
        if !answer.isSound { flags.pointee.mutedBlocks.add() }
        if !answer.isReadable { flags.pointee.unreadableBlocks.add() }
        if !answer.keepsToItsBuffers { flags.pointee.strayBlocks.add() }
        if answer.latencyFrames >= 0, Double(answer.latencyFrames) <= 10 * sampleRateHz {
            latencyFrames = Int(answer.latencyFrames)
        }
        nanoseconds = answer.nanoseconds
        if answer.allocationCount >= 0 {
            let before = max(0, flags.pointee.allocationCount.load(ordering: .relaxed))
            flags.pointee.allocationCount.store(
                before &+ Int(answer.allocationCount), ordering: .relaxed)
        }
        for index in 0..<meters.count {
            let place = meters.elements[index]
            let value = memory.meters[place]
            if value.isFinite { parameters.publish(value, at: place) }
        }
        takeMIDI(count: Int(answer.midiCount), block)
        if answer.droppedMIDICount > 0 { block.countDroppedEvents(Int(answer.droppedMIDICount)) }
    }

    /// Takes over what the plugin has made.
    @_noLocks
    mutating func takeSound(_ block: RenderBlock) {
        if !copyOutputs(block), memory.answer.pointee.isSound {
            flags.pointee.mutedBlocks.add()
        }
        fade.wet(block)
    }

    /// Hands on the messages that the plugin has made: copied first, and judged then.
    @_noLocks
    private func takeMIDI(count: Int, _ block: RenderBlock) {
        let count = min(max(0, count), PluginMemoryLayout.midiCapacity)
        for place in 0..<count { made[place] = memory.madeMIDI[place] }
        let list = EventList(made.pointer, count: count)
        let last = block.sampleTime &+ Int64(block.frameCount &- 1)
        var place = 0
        while place < count {
            let end = list.endOfMessage(at: place)
            guard end > place else {
                place &+= 1
                continue
            }
            let time = min(max(list[place].sampleTime, block.sampleTime), last)
            while place < end {
                made.pointer[place].sampleTime = time
                _ = block.send(made[place])
                place &+= 1
            }
        }
    }

    @_noLocks
    private func copyInputs(_ block: RenderBlock) {
        var channel = 0
        for bus in 0..<block.inputCount {
            for index in 0..<block.inputs[bus].channelCount where channel < layout.inputChannelCount {
                avf_dsp_copy(memory.input(channel), block.inputs[bus].channels[index], block.frameCount)
                channel &+= 1
            }
        }
    }

    /// False if some samples were not fit to be heard and are silence now.
    @_noLocks
    private func copyOutputs(_ block: RenderBlock) -> Bool {
        var channel = 0
        var isSound = true
        for bus in 0..<block.outputCount {
            for index in 0..<block.outputs[bus].channelCount {
                let samples = block.outputs[bus].channels[index]
                if channel < layout.outputChannelCount {
                    avf_dsp_copy(samples, memory.output(channel), block.frameCount)
                } else {
                    avf_dsp_clear(samples, block.frameCount)
                }
                channel &+= 1
            }
            let output = block.outputs[bus]
            isSound = SoundGuard.clean(output.channels, output.channelCount, block.frameCount) && isSound
        }
        return isSound
    }

    /// Hands over all targets, and what changes within the block.
    @_noLocks
    private func copyParameters() {
        let (count, changeCount) = (parts.pointee.count, parts.pointee.changeCount)
        memory.call.pointee.partCount = Int32(truncatingIfNeeded: count)
        guard count > 0 else {
            _ = parameters.snapshot(into: memory.parameters, seen: 0)
            return
        }
        for index in 0..<parameters.count { memory.parameters[index] = parts.pointee.values[index] }
        for index in 0..<count { memory.parts[index] = parts.pointee.parts[index] }
        for index in 0..<changeCount { memory.changes[index] = parts.pointee.changes[index] }
    }

    /// Hands over the block's messages, as many as there is room for.
    @_noLocks
    private func copyMIDI(_ events: EventList) -> Int32 {
        var count = 0
        var fits = true
        for place in 0..<events.count where events[place].isMIDI {
            // A message goes as a whole, or not at all.
            if !events[place].continues {
                fits = count &+ events[place].pieceCount <= PluginMemoryLayout.midiCapacity
            }
            guard fits else { continue }
            memory.midi[count] = events[place]
            count &+= 1
        }
        return Int32(truncatingIfNeeded: count)
    }
}

/// What holds for one plugin while a block is made.
struct BlockSwitches: BitwiseCopyable {
    /// The plugin's own bypass is off.
    let isEnabled: Bool
    /// Rendering is offline.
    let isOffline: Bool
    /// All history is to be forgotten first.
    let resets: Bool
    /// Where the music is, as far as the program has said it for this block.
    var position = TransportPosition()
}
