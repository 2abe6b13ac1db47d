import AVFRealtime
import AVFRender

/// The instances behind one unit, as the render thread sees them.
struct PluginInstances: ~Copyable {
    /// Copies, side by side: they hold nothing that changes.
    private let coreBuffer: OwnedBuffer<PluginCore>
    private let parameters: ParameterReader
    /// Whether nothing but sound goes in and out.
    let isPlain: Bool
    private let time: OwnedCell<Time>
    /// Messages about properties; nil for a plugin without any.
    private let patches: UnsafeMutablePointer<PatchQueues>?

    // Not private: see `OwnedCell`.
    struct Time: ~Copyable {
        var timePositionWriter: TimePositionWriter

        init(timePositionWriter: TimePositionWriter) { self.timePositionWriter = timePositionWriter }

        deinit { timePositionWriter.deallocate() }
    }

    private var cores: UnsafeMutablePointer<PluginCore> { @_noLocks get { coreBuffer.pointer } }
    private var count: Int { @_noLocks get { coreBuffer.count } }

    /// Instances that outlive the instances; at least one.
    init(
        _ cores: [PluginCore], _ parameters: ParameterReader, _ patches: UnsafeMutablePointer<PatchQueues>?,
        sampleRateHz: Double
    ) {
        coreBuffer = OwnedBuffer(count: cores.count) { cores[$0] }
        self.parameters = parameters
        self.patches = patches
        isPlain = cores.allSatisfy(\.isPlain)
        time = OwnedCell(Time(timePositionWriter: TimePositionWriter(sampleRateHz: sampleRateHz)))
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
        time.pointer.pointee.timePositionWriter.startAnew()
    }

    /// Takes what the program says about where the music is when the next block begins.
    @_noLocks
    func take(_ position: TransportPosition) { time.pointer.pointee.timePositionWriter.take(position) }

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
        time.pointer.pointee.timePositionWriter.tell(cores, count: count, parameters)
        distribute(block.eventsIn, block)
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
    func finish(_ block: RenderBlock) -> Bool {
        var isSound = true
        for index in 0..<count { isSound = cores[index].finish() && isSound }
        cores[0].publishMeters(parameters)
        time.pointer.pointee.timePositionWriter.advance(block.frameCount)
        if let patches, isSound { cores[0].forwardPatches(to: patches.pointee.outgoing) }
        if let events = block.events, events.pointee.outputCount > 0, let outputs = events.pointee.outputs {
            cores[0].forwardMIDI(to: outputs[0], block)
        }
        return isSound
    }

    /// Gives every instance the messages of a block.
    @_noLocks
    private func distribute(_ events: EventList, _ block: RenderBlock) {
        for place in 0..<events.count where events[place].isMIDI {
            let frame = UInt32(truncatingIfNeeded: events[place].sampleTime &- block.sampleTime)
            for index in 0..<count { cores[index].send(events[place], atFrame: frame) }
        }
    }
}
