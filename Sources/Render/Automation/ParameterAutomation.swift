import AVFRealtime

/// The scheduled changes of one unit, as its render thread sees them: what waits, and which ramps are under
/// way.
///
/// A ramp moves on a grid of sample times, so that its values do not depend on the block size.
struct ParameterAutomation: ~Copyable {
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
    let incoming = MultiProducerQueue<ParameterEvent>(minimumCapacity: 1024)
    private let reader: ParameterReader
    /// What waits for its time, in the order of time.
    private let waiting: OwnedBuffer<ParameterEvent>
    private var waitingCount = 0
    private let ramps: OwnedBuffer<Ramp>
    private var rampCount = 0
    private let buses: SubBlockBuses
    /// Where changes are written down while they are made.
    private var record: UnsafeMutablePointer<SubBlocks>?

    init(_ configuration: UnitConfiguration, _ reader: ParameterReader) {
        self.reader = reader
        waiting = OwnedBuffer(uninitializedCount: Self.capacity)
        ramps = OwnedBuffer(uninitializedCount: Self.mostRamps)
        buses = SubBlockBuses(configuration)
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
        let count = beginPart(block, frame)
        defer { frame &+= count }
        return count == block.frameCount ? block : buses.part(of: block, from: frame, count)
    }

    /// Sets all values that hold from `frame` on; gives the number of frames for which they do.
    @_noLocks
    private mutating func beginPart(_ block: RenderBlock, _ frame: Int) -> Int {
        let time = block.sampleTime &+ Int64(frame)
        let end = block.sampleTime &+ Int64(block.frameCount)
        beginDue(time)
        moveRamps(time)
        return Int(min(end, nextChange(after: time)) &- time)
    }

    /// Whether all parts of a block fit into a list; counted generously.
    @_noLocks
    func fits(_ block: RenderBlock) -> Bool {
        let end = block.sampleTime &+ Int64(block.frameCount)
        var dueCount = 0
        var movingCount = rampCount
        while dueCount < waitingCount, waiting[dueCount].sampleTime < end {
            if waiting[dueCount].rampFrameCount > 0 { movingCount &+= 1 }
            dueCount &+= 1
        }
        let gridCount = movingCount > 0 ? block.frameCount / Int(Self.rampStep) &+ 2 : 0
        // A part begins where a change does, where a ramp moves, and where one ends.
        let partCount = 1 &+ dueCount &+ movingCount &+ gridCount
        return partCount <= SubBlocks.capacity
            && dueCount &+ movingCount &* (partCount &+ dueCount) <= SubBlocks.changeCapacity
    }

    /// Makes all changes of a block that fits, and writes down where; nothing for a block that none cuts.
    @_noLocks
    mutating func write(_ block: RenderBlock, to parts: UnsafeMutablePointer<SubBlocks>) {
        parts.pointee.removeAll()
        guard !isSteady(block) else { return }
        _ = reader.snapshot(into: parts.pointee.values, seen: 0)
        record = parts
        defer { record = nil }
        var frame = 0
        while frame < block.frameCount {
            let count = beginPart(block, frame)
            parts.pointee.endPart(frameCount: count)
            frame &+= count
        }
    }

    @_noLocks
    private func set(_ value: Float, at parameter: Int) {
        guard reader.value(parameter).bitPattern != value.bitPattern else { return }
        reader.set(value, at: parameter)
        record?.pointee.add(value, at: parameter)
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
            set(event.value, at: event.parameter)
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
                set(ramp.to, at: ramp.parameter)
                removeRamp(place)
            } else {
                let share = Double(gridTime &- ramp.start) / Double(ramp.frameCount)
                let way = Double(ramp.to) - Double(ramp.from)
                set(Float(Double(ramp.from) + way * share), at: ramp.parameter)
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
