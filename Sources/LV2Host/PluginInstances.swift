import AVFRealtime
import AVFRender

/// The instances behind one unit, as the render thread sees them.
struct PluginInstances: ~Copyable {
    /// Copies, side by side: they hold nothing that changes.
    private let coreBuffer: OwnedBuffer<PluginCore>
    private let parameters: ParameterReader
    /// Whether nothing but sound goes in and out.
    let isPlain: Bool
    private let queueCell: OwnedCell<Queues>
    /// Messages about properties; nil for a plugin without any.
    private let patches: UnsafeMutablePointer<PatchQueues>?

    // Not private: see `OwnedCell`.
    struct Queues: ~Copyable {
        let midi = MultiProducerQueue<MIDIEvent>(minimumCapacity: 1024)
        let madeMIDI = Ring<MIDIEvent>(minimumCapacity: 1024)
        var timePositionWriter: TimePositionWriter

        init(timePositionWriter: TimePositionWriter) { self.timePositionWriter = timePositionWriter }

        deinit { timePositionWriter.deallocate() }
    }

    private var cores: UnsafeMutablePointer<PluginCore> { @_noLocks get { coreBuffer.pointer } }
    private var count: Int { @_noLocks get { coreBuffer.count } }
    private var queues: UnsafeMutablePointer<Queues> { @_noLocks get { queueCell.pointer } }

    /// Messages that the plugin has made, for those who ask for them.
    var madeMIDI: RingReader<MIDIEvent> { queues.pointee.madeMIDI.reader }

    /// Sends messages, in the order of time, all or none; false if they do not fit. [any]
    func send(_ events: [MIDIEvent]) -> Bool {
        events.withUnsafeBufferPointer { events in
            guard let first = events.baseAddress else { return true }
            return queues.pointee.midi.push(first, count: events.count)
        }
    }

    /// Instances that outlive the instances; at least one.
    init(
        _ cores: [PluginCore], _ parameters: ParameterReader, _ patches: UnsafeMutablePointer<PatchQueues>?,
        sampleRateHz: Double
    ) {
        coreBuffer = OwnedBuffer(count: cores.count) { cores[$0] }
        self.parameters = parameters
        self.patches = patches
        isPlain = cores.allSatisfy(\.isPlain)
        queueCell = OwnedCell(Queues(timePositionWriter: TimePositionWriter(sampleRateHz: sampleRateHz)))
    }

    /// What the first instance's latency port says; NaN without one.
    @_noLocks
    func latency() -> Float {
        guard let cell = cores[0].ports.pointee.latency else { return .nan }
        return cell.pointee
    }

    /// Forgets all history.
    @_noLocks
    func restart() {
        for index in 0..<count { cores[index].restart() }
        queues.pointee.timePositionWriter.startAnew()
    }

    /// Takes what the program says about where the music is when the next block begins.
    @_noLocks
    func take(_ position: TransportPosition) { queues.pointee.timePositionWriter.take(position) }

    /// Makes a block of sound; false if some samples were not fit to be heard and are silence now.
    @_noLocks
    func processSound(_ block: RenderBlock) -> Bool {
        var isSound = true
        var index = 0
        while index < count {
            isSound = cores[index].process(block, firstChannel: index, parameters) && isSound
            index &+= 1
        }
        return isSound
    }

    /// Gives the instances what they need beside their sound.
    @_noLocks
    func prepare(_ block: RenderBlock, isEnabled: Bool, isFreeWheeling: Bool) {
        for index in 0..<count {
            cores[index].deliverResponses()
            cores[index].prepareEvents()
            cores[index].setSwitches(isEnabled: isEnabled, isFreeWheeling: isFreeWheeling)
        }
        patches?.pointee.distribute(to: cores, count: count)
        queues.pointee.timePositionWriter.tell(cores, count: count, parameters)
        distributeMIDI(block)
    }

    /// A run of no frames, with the messages that wait.
    @_noLocks
    func exchangeMessages() {
        for index in 0..<count { cores[index].prepareEvents() }
        patches?.pointee.distribute(to: cores, count: count)
        for index in 0..<count { cores[index].runWithoutFrames(parameters) }
        if let patches { cores[0].forwardPatches(to: patches.pointee.outgoing) }
    }

    /// Takes what the instances have made beside their sound; false if some of it was not fit to be read.
    @_noLocks
    func finish(_ block: RenderBlock, forwardsMIDI: Bool) -> Bool {
        var isSound = true
        for index in 0..<count { isSound = cores[index].finish() && isSound }
        cores[0].publishMeters(parameters)
        queues.pointee.timePositionWriter.advance(block.frameCount)
        if let patches, isSound { cores[0].forwardPatches(to: patches.pointee.outgoing) }
        if forwardsMIDI { cores[0].forwardMIDI(to: queues.pointee.madeMIDI.writer, from: block.sampleTime) }
        return isSound
    }

    /// Gives every instance the messages that are due; what is late sounds at the block's first frame.
    @_noLocks
    private func distributeMIDI(_ block: RenderBlock) {
        var frame: Int64 = 0
        while let event = queues.pointee.midi.peek()?.pointee, frame < Int64(block.frameCount) {
            let due = dueFrame(event.sampleTime, block)
            guard due < Int64(block.frameCount) else { return }
            frame = max(frame, due)
            for index in 0..<count {
                cores[index].send(event, atFrame: UInt32(truncatingIfNeeded: frame))
            }
            queues.pointee.midi.drop()
        }
    }

    /// The frame of the block at which a message is due; "with the next block" may have a few frames added.
    @_noLocks
    private func dueFrame(_ time: Int64, _ block: RenderBlock) -> Int64 {
        time < RenderEvent.immediately &+ RenderEvent.mostFramesAdded
            ? min(time &- RenderEvent.immediately, Int64(block.frameCount &- 1)) : time &- block.sampleTime
    }
}
