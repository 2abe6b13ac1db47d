import AVFRender
import CAVFDSP
import CAVFRealtime
import Synchronization

/// A plugin in a process of its own as the render thread sees it.
///
/// Plain memory, owned by its `IsolatedUnit`. What comes from the plugin's process is copied first and judged then.
struct IsolatedCore {
    /// Louder than anything meant to be heard, and still far from infinity.
    private static let loudestPeak: Float = 1e28

    private let memory: BlockMemory
    private let flags: UnsafeMutablePointer<GuestFlags>
    private let layout: BlockLayout
    private let parameters: ParameterReader
    /// The parameters that the plugin writes.
    private let meters: PluginPorts.List<Int>
    private let sampleRateHz: Double
    private let liveNanosecondsPerFrame: Double
    private let offlineNanoseconds: UInt64
    /// Messages on their way in, in the order of time.
    let midi: Ring<MIDIEvent>
    /// Messages that the plugin has made, for as long as somebody wants them.
    let madeMIDI: Ring<MIDIEvent>
    private var fade: DryFade
    /// The number of the newest block that was asked for.
    private var sequence: UInt32 = 0
    /// That block is not there yet.
    private var isPending = false
    /// All history is to be forgotten with the next block that is asked for.
    var wantsReset = false
    /// The latency that the plugin told with its newest block.
    private(set) var latencyFrames: Int

    /// The view of a room; the reader's block, the list and the room must live longer.
    init(
        _ room: GuestRoom, _ layout: BlockLayout, _ parameters: ParameterReader,
        meters: PluginPorts.List<Int>, sampleRateHz: Double, passesInput: Bool, latencyFrames: Int,
        _ options: IsolationOptions
    ) {
        memory = room.memory
        flags = room.flags
        self.layout = layout
        self.parameters = parameters
        self.meters = meters
        self.sampleRateHz = sampleRateHz
        self.latencyFrames = latencyFrames
        liveNanosecondsPerFrame = options.liveWaitShare * 1e9 / sampleRateHz
        offlineNanoseconds = UInt64(options.offlineWaitSeconds * 1e9)
        midi = Ring(minimumCapacity: BlockLayout.midiCapacity)
        madeMIDI = Ring(minimumCapacity: BlockLayout.midiCapacity)
        fade = DryFade(
            sampleRateHz: sampleRateHz, channelCount: layout.outputChannelCount, passesInput: passesInput)
    }

    func deallocate() {
        midi.deallocate()
        madeMIDI.deallocate()
        fade.deallocate()
    }

    /// Makes a block: the plugin's, or, if that is not there in time, the input or silence; false for those.
    @_noLocks
    mutating func process(
        _ block: RenderBlock, isEnabled: Bool, isOffline: Bool, forwardsMIDI: Bool
    ) -> Bool {
        guard isReady(block.frameCount, isOffline) else {
            if !flags.pointee.isAlive.load(ordering: .relaxed) { forgetMIDI(block) }
            fade.dry(block)
            return false
        }
        memory.call.pointee.forwardsMIDI = forwardsMIDI
        ask(block, isEnabled: isEnabled, isOffline: isOffline)
        let start = avf_rt_host_time()
        guard waitForReply(until: start &+ patience(block.frameCount, isOffline)) else {
            isPending = true
            if flags.pointee.isAlive.load(ordering: .relaxed) {
                flags.pointee.lateSince.store(start, ordering: .relaxed)
                // Offline, a plugin for which nobody wants to wait any longer hangs: that is told as a loss.
                if !isOffline { flags.pointee.lateBlockCount.wrappingAdd(1, ordering: .relaxed) }
            }
            fade.dry(block)
            return false
        }
        take(block)
        fade.wet(block)
        return true
    }

    /// Whether the plugin can be asked: its process lives, and it has made what it was asked for before.
    @_noLocks
    private mutating func isReady(_ frameCount: Int, _ isOffline: Bool) -> Bool {
        guard flags.pointee.isAlive.load(ordering: .acquiring), frameCount <= layout.maximumFrameCount else {
            return false
        }
        guard isPending else { return true }
        // Offline, the render does not outrun the supervisor, who is about to end the process.
        let deadline = isOffline ? avf_rt_host_time() &+ offlineNanoseconds : 0
        guard waitForReply(until: deadline) else { return false }
        flags.pointee.lateSince.store(0, ordering: .relaxed)
        isPending = false
        return true
    }

    @_noLocks
    private func patience(_ frameCount: Int, _ isOffline: Bool) -> UInt64 {
        isOffline ? offlineNanoseconds : UInt64(Double(frameCount) * liveNanosecondsPerFrame)
    }

    /// Writes the block down and wakes the plugin's process.
    @_noLocks
    private mutating func ask(_ block: RenderBlock, isEnabled: Bool, isOffline: Bool) {
        parameters.snapshot(into: memory.parameters)
        copyInputs(block)
        let midiCount = copyMIDI(block)
        memory.call.pointee.frameCount = Int32(truncatingIfNeeded: block.frameCount)
        memory.call.pointee.midiCount = midiCount
        memory.call.pointee.sampleTime = block.sampleTime
        memory.call.pointee.isEnabled = isEnabled
        memory.call.pointee.isOffline = isOffline
        memory.call.pointee.resets = wantsReset
        wantsReset = false
        sequence &+= 1
        memory.request.pointee.store(sequence, ordering: .releasing)
        avf_rt_word_wake(memory.requestWord)
    }

    /// Waits for the block, until the deadline at most; a process that dies meanwhile ends the wait.
    @_noLocks
    private func waitForReply(until deadline: UInt64) -> Bool {
        while true {
            let reply = memory.reply.pointee.load(ordering: .acquiring)
            if reply == sequence { return true }
            // A plugin that scribbles on the word must not keep the thread here.
            guard flags.pointee.isAlive.load(ordering: .acquiring), avf_rt_host_time() < deadline,
                avf_rt_word_wait(memory.replyWord, reply, deadline)
            else { return false }
        }
    }

    /// Takes over what the plugin has made.
    @_noLocks
    private mutating func take(_ block: RenderBlock) {
        let answer = memory.answer.pointee
        if !(copyOutputs(block) && answer.isSound) {
            flags.pointee.mutedBlockCount.wrappingAdd(1, ordering: .relaxed)
        }
        if answer.latencyFrames >= 0, Double(answer.latencyFrames) <= 10 * sampleRateHz {
            latencyFrames = Int(answer.latencyFrames)
        }
        for index in 0..<meters.count {
            let place = meters.elements[index]
            let value = memory.meters[place]
            if value.isFinite { parameters.publish(value, at: place) }
        }
        takeMIDI(count: Int(answer.midiCount))
    }

    /// Keeps the messages that the plugin has made; those that nobody takes in time are lost.
    @_noLocks
    private func takeMIDI(count: Int) {
        var index = 0
        while index < count, index < BlockLayout.midiCapacity {
            _ = madeMIDI.push(memory.madeMIDI[index])
            index &+= 1
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

    /// False if some of it was not fit to be heard and is silence now.
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
                // NaN fails the comparison too.
                if !(avf_dsp_peak(samples, block.frameCount) <= Self.loudestPeak) {
                    avf_dsp_clear(samples, block.frameCount)
                    isSound = false
                }
                channel &+= 1
            }
        }
        return isSound
    }

    /// Hands over the messages that are due, as many as there is room for.
    @_noLocks
    private func copyMIDI(_ block: RenderBlock) -> Int32 {
        var count = 0
        while count < BlockLayout.midiCapacity, let event = dueEvent(block) {
            memory.midi[count] = event
            midi.drop()
            count &+= 1
        }
        return Int32(truncatingIfNeeded: count)
    }

    /// What a plugin that is gone would have played; it must not be played by its successor.
    @_noLocks
    private func forgetMIDI(_ block: RenderBlock) {
        while dueEvent(block) != nil { midi.drop() }
    }

    @_noLocks
    private func dueEvent(_ block: RenderBlock) -> MIDIEvent? {
        guard let event = midi.peek()?.pointee,
            event.sampleTime < block.sampleTime &+ Int64(block.frameCount)
        else { return nil }
        return event
    }
}
