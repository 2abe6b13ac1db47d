/// The scheduled changes of one unit, as its render thread sees them: what waits, and which ramps are under
/// way.
///
/// A ramp moves on a grid of sample times, so that its values do not depend on the block size.
struct ParameterAutomation {
    /// Frames between two values of a ramp, a power of two.
    static var rampStep: Int64 { @_noLocks get { 16 } }
    private static var capacity: Int { @_noLocks get { 1024 } }
    private static var mostRamps: Int { @_noLocks get { 64 } }

    private struct Ramp: BitwiseCopyable {
        let parameter: Int
        let from: Float
        let to: Float
        let start: Int64
        let frameCount: Int64
    }

    /// Where changes come in.
    let incoming = ParameterEventRing()
    private let reader: ParameterReader
    /// What waits for its time, in the order of time.
    private let waiting: UnsafeMutablePointer<ParameterEvent>
    private var waitingCount = 0
    private let ramps: UnsafeMutablePointer<Ramp>
    private var rampCount = 0
    private let buses: PartBuses

    init(_ configuration: UnitConfiguration, _ reader: ParameterReader) {
        self.reader = reader
        waiting = .allocate(capacity: Self.capacity)
        ramps = .allocate(capacity: Self.mostRamps)
        buses = PartBuses(configuration)
    }

    func deallocate() {
        incoming.deallocate()
        waiting.deallocate()
        ramps.deallocate()
        buses.deallocate()
    }

    /// Sorts in what has come; later ones of the same time stay behind.
    @_noLocks
    mutating func takeIncoming(_ block: RenderBlock) {
        while waitingCount < Self.capacity, var event = incoming.pop() {
            if event.sampleTime < RenderEvent.immediately &+ RenderEvent.mostFramesAdded {
                event.sampleTime = block.sampleTime &+ (event.sampleTime &- RenderEvent.immediately)
            }
            var place = waitingCount
            while place > 0, waiting[place &- 1].sampleTime > event.sampleTime {
                waiting[place] = waiting[place &- 1]
                place &-= 1
            }
            waiting[place] = event
            waitingCount &+= 1
        }
    }

    /// Whether nothing changes within a block or at its beginning.
    @_noLocks
    func isSteady(_ block: RenderBlock) -> Bool {
        guard rampCount == 0, waitingCount > 0 else { return rampCount == 0 }
        return waiting[0].sampleTime >= block.sampleTime &+ Int64(block.frameCount)
    }

    /// The next part of a block from `frame` on, with all values set that hold for it; nil at the block's
    /// end.
    @_noLocks
    mutating func next(_ block: RenderBlock, _ frame: inout Int) -> RenderBlock? {
        guard frame < block.frameCount else { return nil }
        let time = block.sampleTime &+ Int64(frame)
        let end = block.sampleTime &+ Int64(block.frameCount)
        beginDue(time)
        moveRamps(time)
        let until = min(end, nextChange(after: time))
        let count = Int(until &- time)
        defer { frame &+= count }
        return count == block.frameCount ? block : buses.part(of: block, from: frame, count)
    }

    @_noLocks
    private mutating func beginDue(_ time: Int64) {
        var count = 0
        while count < waitingCount, waiting[count].sampleTime <= time {
            begin(waiting[count], time)
            count &+= 1
        }
        guard count > 0 else { return }
        for place in count..<waitingCount { waiting[place &- count] = waiting[place] }
        waitingCount &-= count
    }

    /// A change ends the ramp of its parameter; one that is late begins now.
    @_noLocks
    private mutating func begin(_ event: ParameterEvent, _ time: Int64) {
        moveRamps(time)
        for place in 0..<rampCount where ramps[place].parameter == event.parameter {
            removeRamp(place)
            break
        }
        guard event.rampFrameCount > 0, rampCount < Self.mostRamps else {
            reader.set(event.value, at: event.parameter)
            return
        }
        ramps[rampCount] = Ramp(
            parameter: event.parameter, from: reader.value(event.parameter), to: event.value,
            start: time, frameCount: event.rampFrameCount)
        rampCount &+= 1
    }

    @_noLocks
    private mutating func moveRamps(_ time: Int64) {
        var place = 0
        while place < rampCount {
            let ramp = ramps[place]
            let gridTime = max(ramp.start, time & ~(Self.rampStep &- 1))
            if time &- ramp.start >= ramp.frameCount {
                reader.set(ramp.to, at: ramp.parameter)
                removeRamp(place)
            } else {
                let share = Double(gridTime &- ramp.start) / Double(ramp.frameCount)
                let way = Double(ramp.to) - Double(ramp.from)
                reader.set(Float(Double(ramp.from) + way * share), at: ramp.parameter)
                place &+= 1
            }
        }
    }

    @_noLocks
    private mutating func removeRamp(_ place: Int) {
        rampCount &-= 1
        ramps[place] = ramps[rampCount]
    }

    @_noLocks
    private func nextChange(after time: Int64) -> Int64 {
        var next = waitingCount > 0 ? waiting[0].sampleTime : .max
        guard rampCount > 0 else { return next }
        next = min(next, (time & ~(Self.rampStep &- 1)) &+ Self.rampStep)
        for place in 0..<rampCount { next = min(next, ramps[place].start &+ ramps[place].frameCount) }
        return next
    }
}

/// The buses of a part of a block: the same channels, a few frames further on.
private struct PartBuses {
    private let inputs: UnsafeMutablePointer<AudioBus>
    private let outputs: UnsafeMutablePointer<AudioBus>
    private let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    private let busCapacity: Int
    private let channelCapacity: Int

    init(_ configuration: UnitConfiguration) {
        let counts = configuration.inputChannelCounts + configuration.outputChannelCounts
        busCapacity = max(1, counts.count)
        channelCapacity = max(1, counts.reduce(0, +))
        inputs = .allocate(capacity: busCapacity)
        outputs = .allocate(capacity: busCapacity)
        channels = .allocate(capacity: channelCapacity)
    }

    func deallocate() {
        inputs.deallocate()
        outputs.deallocate()
        channels.deallocate()
    }

    @_noLocks
    func part(of block: RenderBlock, from frame: Int, _ count: Int) -> RenderBlock {
        var used = 0
        place(block.inputs, min(block.inputCount, busCapacity), frame, in: inputs, &used)
        place(block.outputs, min(block.outputCount, busCapacity), frame, in: outputs, &used)
        return RenderBlock(
            inputs: inputs, inputCount: block.inputCount, outputs: outputs, outputCount: block.outputCount,
            frameCount: count, sampleTime: block.sampleTime &+ Int64(frame))
    }

    @_noLocks
    private func place(
        _ source: UnsafePointer<AudioBus>, _ busCount: Int, _ frame: Int,
        in buses: UnsafeMutablePointer<AudioBus>, _ used: inout Int
    ) {
        for bus in 0..<busCount {
            let count = min(source[bus].channelCount, channelCapacity &- used)
            for channel in 0..<count {
                (channels + (used &+ channel)).initialize(to: source[bus].channels[channel] + frame)
            }
            (buses + bus).initialize(to: AudioBus(channels: channels + used, channelCount: count))
            used &+= count
        }
    }
}
