import AVFRealtime

/// The scheduled changes of one unit, as its render thread sees them: what waits, and which ramps are under
/// way.
///
/// A ramp moves on a grid of sample times, so that its values do not depend on the block size.
struct ParameterAutomation: ~Copyable {
    /// Frames between two values of a ramp, a power of two.
    static var rampStep: Int64 { @_noLocks get { 16 } }
    private static var mostRamps: Int { @_noLocks get { 64 } }

    private struct Ramp: BitwiseCopyable {
        let parameter: Int
        let from: Float
        let to: Float
        let start: Int64
        let frameCount: Int64
    }

    /// Where events come in.
    var intake: EventIntake
    private let reader: ParameterReader
    /// The events of the present block, and the place of the first one that was not looked at.
    private var due = EventList()
    private var dueCount = 0
    /// What the unit sees of them.
    private let events = OwnedCell(BlockEvents())
    private let takesMessages: Bool
    /// Where the music is when a part of a block begins.
    private let transport = OwnedCell(TransportPosition())
    private let sampleRateHz: Double
    private let ramps: OwnedBuffer<Ramp>
    private var rampCount = 0
    private let buses: SubBlockBuses
    /// Where changes are written down while they are made.
    private var record: UnsafeMutablePointer<SubBlocks>?

    /// Automation of a unit; with `takesMessages`, the unit sees the events that change no parameter.
    init(_ configuration: UnitConfiguration, _ parameters: ParameterBlock, takesMessages: Bool) {
        reader = parameters.reader
        intake = EventIntake(parameters.events.prepare())
        self.takesMessages = takesMessages
        sampleRateHz = configuration.sampleRateHz
        ramps = OwnedBuffer(uninitializedCount: Self.mostRamps)
        buses = SubBlockBuses(configuration)
    }

    /// Takes the events of a block; see `EventIntake.begin`.
    @_noLocks
    mutating func begin(_ block: RenderBlock, takesSent: Bool = true) {
        due = intake.begin(block, takesSent: takesSent)
        dueCount = 0
    }

    /// Forgets the events of a block.
    @_noLocks
    mutating func end() {
        due = EventList()
        intake.end()
    }

    /// The block with its events.
    @_noLocks
    func whole(_ block: RenderBlock) -> RenderBlock {
        takesMessages ? block.with(show(due, block)) : block
    }

    /// What the unit is shown: the events, and the outputs of the block.
    @_noLocks
    private func show(_ list: EventList, _ block: RenderBlock) -> UnsafeMutablePointer<BlockEvents> {
        events.pointer.pointee.input = list
        events.pointer.pointee.outputs = block.events?.pointee.outputs
        events.pointer.pointee.outputCount = block.events?.pointee.outputCount ?? 0
        return events.pointer
    }

    /// Whether no parameter changes within the block or at its beginning.
    var isSteady: Bool {
        @_noLocks get { rampCount == 0 && nextParameter(from: 0) == due.count }
    }

    /// The place of the first change of a parameter from a place of the block's events on.
    @_noLocks
    private func nextParameter(from start: Int) -> Int {
        var place = start
        while place < due.count, !due[place].isParameter { place &+= 1 }
        return place
    }

    /// The next part of a block from `frame` on, with all values set that hold for it; nil at the block's
    /// end.
    @_noLocks
    mutating func next(_ block: RenderBlock, _ frame: inout Int) -> RenderBlock? {
        guard frame < block.frameCount else { return nil }
        let first = frame == 0 ? 0 : due.firstPlace(from: 0, notBefore: block.sampleTime &+ Int64(frame))
        let count = beginPart(block, frame)
        defer { frame &+= count }
        guard count < block.frameCount else { return whole(block) }
        let part = buses.part(of: block, from: frame, count, transport: advanced(block.transport, frame))
        guard takesMessages else { return part }
        let end = due.firstPlace(from: first, notBefore: part.sampleTime &+ Int64(count))
        return part.with(show(due.slice(from: first, to: end), block))
    }

    @_noLocks
    private func advanced(
        _ position: UnsafePointer<TransportPosition>?, _ frame: Int
    ) -> UnsafePointer<TransportPosition>? {
        guard let position, frame > 0 else { return position }
        transport.pointer.pointee = position.pointee
        transport.pointer.pointee.advance(frame, sampleRateHz: sampleRateHz)
        return UnsafePointer(transport.pointer)
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

    /// Whether all parts of a block with these events fit into a list; counted generously.
    @_noLocks
    func fits(_ block: RenderBlock, _ list: EventList) -> Bool {
        var dueCount = 0
        var movingCount = rampCount
        for place in 0..<list.count where list[place].isParameter {
            if list[place].rampFrameCount > 0 { movingCount &+= 1 }
            dueCount &+= 1
        }
        let gridCount = movingCount > 0 ? block.frameCount / Int(Self.rampStep) &+ 2 : 0
        // A part begins where a change does, where a ramp moves, and where one ends.
        let partCount = 1 &+ dueCount &+ movingCount &+ gridCount
        return partCount <= SubBlocks.capacity
            && dueCount &+ movingCount &* (partCount &+ dueCount) <= SubBlocks.changeCapacity
    }

    /// Whether all parts of the block that has begun fit into a list.
    @_noLocks
    func fits(_ block: RenderBlock) -> Bool { fits(block, due) }

    /// Makes all changes of a block that fits, and writes down where; nothing for a block that none cuts.
    @_noLocks
    mutating func write(_ block: RenderBlock, to parts: UnsafeMutablePointer<SubBlocks>) {
        parts.pointee.removeAll()
        guard !isSteady else { return }
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
        while dueCount < due.count, due[dueCount].sampleTime <= time {
            if due[dueCount].isParameter { begin(due[dueCount], time) }
            dueCount &+= 1
        }
    }

    /// A change ends the ramp of its parameter; one that is late begins now.
    @_noLocks
    private mutating func begin(_ event: UnitEvent, _ time: Int64) {
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
        let place = nextParameter(from: dueCount)
        var next = place < due.count ? due[place].sampleTime : .max
        guard rampCount > 0 else { return next }
        next = min(next, (time & ~(Self.rampStep &- 1)) &+ Self.rampStep)
        for place in 0..<rampCount { next = min(next, ramps[place].start &+ ramps[place].frameCount) }
        return next
    }
}
