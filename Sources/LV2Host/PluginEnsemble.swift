import AVFRender

/// The instances behind one unit, as the render thread sees them.
struct PluginEnsemble {
    /// Copies, side by side: they hold nothing that changes.
    private let cores: UnsafeMutablePointer<PluginCore>
    private let count: Int
    private let parameters: ParameterReader
    /// Whether nothing but sound goes in and out.
    let isPlain: Bool
    private let queues: UnsafeMutablePointer<Queues>
    /// Messages about properties; nil for a plugin without any.
    private let patches: UnsafeMutablePointer<PatchQueues>?

    /// Apart: copies of the ensemble stay small.
    private struct Queues {
        let midi = Ring<MIDIEvent>(minimumCapacity: 1024)
        let madeMIDI = Ring<MIDIEvent>(minimumCapacity: 1024)
        var teller: TransportTeller
    }

    /// Messages on their way in, in the order of time.
    var midi: Ring<MIDIEvent> { @_noLocks get { queues.pointee.midi } }

    /// Messages that the plugin has made, for those who ask for them.
    var madeMIDI: Ring<MIDIEvent> { @_noLocks get { queues.pointee.madeMIDI } }

    /// Instances that outlive the ensemble; at least one.
    init(
        _ cores: [PluginCore], _ parameters: ParameterReader, _ patches: UnsafeMutablePointer<PatchQueues>?,
        sampleRateHz: Double
    ) {
        count = cores.count
        self.cores = .allocate(capacity: cores.count)
        self.cores.initialize(from: cores, count: cores.count)
        self.parameters = parameters
        self.patches = patches
        isPlain = cores.allSatisfy(\.isPlain)
        queues = .allocate(capacity: 1)
        queues.initialize(to: Queues(teller: TransportTeller(sampleRateHz: sampleRateHz)))
    }

    func deallocate() {
        cores.deallocate()
        midi.deallocate()
        madeMIDI.deallocate()
        queues.pointee.teller.deallocate()
        queues.deallocate()
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
        queues.pointee.teller.startAnew()
    }

    /// Takes what the program says about where the music is when the next block begins.
    @_noLocks
    func take(_ position: TransportPosition) { queues.pointee.teller.take(position) }

    /// Makes a block of sound; false if some of it was not fit to be heard and is silence now.
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
        queues.pointee.teller.tell(cores, count: count, parameters)
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
        queues.pointee.teller.advance(block.frameCount)
        if let patches, isSound { cores[0].forwardPatches(to: patches.pointee.outgoing) }
        if forwardsMIDI { cores[0].forwardMIDI(to: madeMIDI, from: block.sampleTime) }
        return isSound
    }

    /// Gives every instance the messages that are due; what is late sounds at the block's first frame.
    @_noLocks
    private func distributeMIDI(_ block: RenderBlock) {
        var frame: Int64 = 0
        while let event = midi.peek()?.pointee, frame < Int64(block.frameCount) {
            let due = dueFrame(event.sampleTime, block)
            guard due < Int64(block.frameCount) else { return }
            frame = max(frame, due)
            for index in 0..<count {
                cores[index].send(event, atFrame: UInt32(truncatingIfNeeded: frame))
            }
            midi.drop()
        }
    }

    /// The frame of the block at which a message is due; "with the next block" may have a few frames added.
    @_noLocks
    private func dueFrame(_ time: Int64, _ block: RenderBlock) -> Int64 {
        time < RenderEvent.immediately &+ RenderEvent.mostFramesAdded
            ? min(time &- RenderEvent.immediately, Int64(block.frameCount &- 1)) : time &- block.sampleTime
    }
}
