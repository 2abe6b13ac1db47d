import AVFRealtime
import AVFRender

/// Plays a timeline: gives each block the events that fall on its frames, each on its own.
///
/// Which events a block gets is a function of the anchor and of the block's frames: a song is played by
/// moving cursors, and every jump, loop and edit finds them anew by bisection. So the events are the same
/// for any block size.
///
/// At one frame the order is: releases of notes struck at earlier frames, by their exact ends, then by bus,
/// channel and key; messages other than notes, by their exact positions, then by track and the track's own
/// order; notes in that same order; releases of notes that began and ended within the frame. A tempo holds
/// from its position on. A key that is struck while it sounds is released first. Where a loop begins again
/// its notes have ended.
package struct Scheduler: ~Copyable {
    /// Events that are looked at in one block; what is beyond is left out and counted.
    static var mostEvents: Int { @_noLocks get { 8192 } }
    /// Notes that are struck at one frame; those beyond are left out and counted.
    static var mostStrikes: Int { @_noLocks get { 2048 } }

    let slot: UnsafePointer<SnapshotSlot>
    let reports: SequencerReportWriter
    var snapshot: UnsafeMutablePointer<SnapshotBody>?
    var clock: SampleClock
    let sampleRateHz: Double
    /// The request that was obeyed last.
    var serial: UInt64 = 0
    /// Whether it plays, from the clock's anchor on.
    var isPlaying = false
    /// The frame behind the newest block.
    var nextFrame: Int64 = .min
    /// The frame of the block that has begun; `.min` between blocks.
    var begunFrame: Int64 = .min
    /// Events before this unit have been played or are left out.
    var firstUnit: Int64 = 0
    /// All keys go up before the next event.
    var releasesAll = false
    /// Controllers and programs are sent before the next event.
    var chases = false
    /// Keys of tracks that do not sound any more go up before the next event.
    var releasesInaudible = false
    /// The end of the song has been reported, or is behind the position.
    var hasEnded = false
    /// The newest anchor has found no room on its way to the control side.
    var anchorWaits = false
    var notes: SoundingNotes
    let busCount: Int
    let strikes: OwnedBuffer<Strike>
    var strikeCount = 0
    /// Keys whose release found no room.
    let late: OwnedBuffer<Int32>
    var lateCount = 0
    private var eventsLeft = 0
    /// Events that were left out because a block had too many, or a listener did not keep up; a bus counts
    /// itself what it has no room for.
    package internal(set) var droppedCount = 0
    private var tempoIndex = 0
    // The frames of the next event and of the next release, by their units.
    private var (eventUnit, eventFrame) = (Int64.min, Int64.min)
    private var (endUnit, endFrame) = (Int64.min, Int64.min)
    /// The frame of the song's end.
    private var lastFrame = Int64.max

    /// A note that waits for the messages of its frame.
    struct Strike: BitwiseCopyable {
        var event: UnsafePointer<ScheduledEvent>
        var end: Int64
        var lane: Int32
    }

    /// A scheduler that plays what a slot gives it, on so many event buses.
    init(
        _ slot: UnsafePointer<SnapshotSlot>, reports: SequencerReportWriter, sampleRateHz: Double,
        busCount: Int
    ) {
        self.slot = slot
        self.reports = reports
        self.sampleRateHz = sampleRateHz
        self.busCount = busCount
        clock = SampleClock(sampleRateHz: sampleRateHz, denominator: 1)
        notes = SoundingNotes(busCount: busCount)
        strikes = OwnedBuffer(uninitializedCount: Self.mostStrikes)
        late = OwnedBuffer(uninitializedCount: busCount * SoundingNotes.slotCount)
    }

    /// Plays a block.
    @_noLocks
    package mutating func process(_ block: RenderBlock) {
        begin(at: block.sampleTime)
        eventsLeft = Self.mostEvents
        releaseLate(block)
        if releasesAll || releasesInaudible { releaseStopped(block) }
        if isPlaying, chases { chase(block) }
        if isPlaying { play(block) }
        nextFrame = block.sampleTime &+ Int64(block.frameCount)
        begunFrame = .min
        if anchorWaits, let body = snapshot { publishAnchor(body.pointee.timeline.tempo) }
        reports.publish(nextFrame: nextFrame, droppedCount: droppedCount)
    }

    /// Sends what the song has set before the place where it begins.
    @_noLocks
    private mutating func chase(_ block: RenderBlock) {
        chases = false
        guard let body = snapshot else { return }
        var place = 0
        while place < body.pointee.chasedCount {
            let chased = body.pointee.chased[place]
            _ = send(chased.event(at: block.sampleTime), to: Int(chased.bus), block)
            place &+= 1
        }
    }

    // MARK: - Frames

    /// Forgets what it knows of frames, because the clock or the timeline is another one.
    @_noLocks
    mutating func forgetFrames(_ timeline: TimelineBody) {
        (eventUnit, endUnit, tempoIndex) = (.min, .min, 0)
        let end = timeline.endUnit
        lastFrame = end < .max ? clock.frame(of: timeline.tempo.time(ofUnit: end)) : .max
    }

    /// The frame of the next event of a lane.
    @_noLocks
    private mutating func frame(ofEvent unit: Int64, _ tempo: TempoTable) -> Int64 {
        if unit != eventUnit { (eventUnit, eventFrame) = (unit, frame(ofUnit: unit, tempo)) }
        return max(begunFrame, eventFrame)
    }

    /// The frame of the next release.
    @_noLocks
    mutating func frame(ofEnd unit: Int64, _ tempo: TempoTable) -> Int64 {
        if unit != endUnit { (endUnit, endFrame) = (unit, frame(ofUnit: unit, tempo)) }
        return max(begunFrame, endFrame)
    }

    /// The frame of a unit.
    @_noLocks
    private mutating func frame(ofUnit unit: Int64, _ tempo: TempoTable) -> Int64 {
        let segments = tempo.segments
        if unit < segments[tempoIndex].startUnit
            || tempoIndex &+ 1 < tempo.count && unit >= segments[tempoIndex &+ 1].startUnit
        {
            tempoIndex = tempo.index(ofUnit: unit)
        }
        return clock.frame(of: tempo.time(ofUnit: unit, in: tempoIndex))
    }

    /// Plays the events of a block's frames.
    @_noLocks
    private mutating func play(_ block: RenderBlock) {
        guard let body = snapshot else { return }
        let tempo = body.pointee.timeline.tempo
        let end = block.sampleTime &+ Int64(block.frameCount)
        while true {
            var frame = Int64.max
            if let entry = body.pointee.queue.first { frame = self.frame(ofEvent: entry.unit, tempo) }
            if notes.count > 0, notes.nextEnd < .max {
                frame = min(frame, self.frame(ofEnd: notes.nextEnd, tempo))
            }
            guard frame < end else { break }
            play(frame, body, block)
            if eventsLeft <= 0 { skip(to: end, body) }
        }
        reportEnd(body, before: end)
    }

    /// Plays all that falls on one frame.
    @_noLocks
    private mutating func play(
        _ frame: Int64, _ body: UnsafeMutablePointer<SnapshotBody>, _ block: RenderBlock
    ) {
        let tempo = body.pointee.timeline.tempo
        releaseDue(frame, tempo, block)
        strikeCount = 0
        while let entry = body.pointee.queue.first, eventsLeft > 0 {
            guard self.frame(ofEvent: entry.unit, tempo) <= frame else { break }
            eventsLeft &-= 1
            let lane = body.pointee.timeline.lanes + Int(entry.lane)
            let cursor = body.pointee.cursors + Int(entry.lane)
            handle(
                lane.pointee.events + cursor.pointee.place, lane, entry, cursor.pointee.lastEnd(lane), frame,
                block)
            cursor.pointee.advance(lane)
            body.pointee.queue.updateFirst(unit: cursor.pointee.nextUnit(lane))
        }
        strikeAll(frame, body.pointee.timeline.lanes, block)
        releaseDue(frame, tempo, block)
    }

    /// Leaves the rest of a block's events out, because it has too many.
    @_noLocks
    private mutating func skip(to end: Int64, _ body: UnsafeMutablePointer<SnapshotBody>) {
        let unit = unit(ofFrame: end, body.pointee.timeline.tempo)
        while let entry = body.pointee.queue.first, entry.unit < unit {
            let lane = body.pointee.timeline.lanes + Int(entry.lane)
            let cursor = body.pointee.cursors + Int(entry.lane)
            let skipped = cursor.pointee
            cursor.pointee = LaneCursor(lane, fromUnit: unit)
            let isSamePass = cursor.pointee.pass == skipped.pass
            droppedCount &+= isSamePass ? cursor.pointee.place &- skipped.place : 1
            body.pointee.queue.updateFirst(unit: cursor.pointee.nextUnit(lane))
        }
    }

    // MARK: - Events

    @_noLocks
    private mutating func handle(
        _ event: UnsafePointer<ScheduledEvent>, _ lane: UnsafePointer<Lane>, _ entry: LaneQueue.Entry,
        _ lastEnd: Int64, _ frame: Int64, _ block: RenderBlock
    ) {
        let bus = Int(lane.pointee.bus)
        switch event.pointee.kind {
        case .note:
            guard strikeCount < Self.mostStrikes else {
                droppedCount &+= 1
                return
            }
            let end = min(entry.unit &+ event.pointee.extent, lastEnd)
            strikes[strikeCount] = Strike(event: event, end: end, lane: entry.lane)
            strikeCount &+= 1
        case .release:
            let slot = bus &* SoundingNotes.slotCount &+ event.pointee.slot
            if notes.isDown(slot) { release(slot, at: frame, block) }
        case .message:
            let status = event.pointee.status
            let message = UnitEvent(
                status: status, event.pointee.data1, event.pointee.data2,
                byteCount: status & 0xE0 == 0xC0 ? 2 : 3, at: frame)
            _ = send(message, to: bus, block)
        case .bytes:
            sendBytes(
                lane.pointee.bytes + Int(event.pointee.place), Int(event.pointee.extent), to: bus, frame,
                block)
        case .parameter: sendParameter(event, lane, entry.unit, frame, block)
        case .report: report(event, lane, entry.unit, frame)
        }
    }

    /// Sends an event; false if the bus has no room, which counts that.
    ///
    /// What goes to a bus that is not connected is done.
    @_noLocks
    func send(_ event: UnitEvent, to bus: Int, _ block: RenderBlock) -> Bool {
        guard let events = block.events, bus >= 0, bus < events.pointee.outputCount else { return true }
        return block.send(event, toBus: bus)
    }

    @_noLocks
    private func sendBytes(
        _ bytes: UnsafePointer<UInt8>, _ byteCount: Int, to bus: Int, _ frame: Int64, _ block: RenderBlock
    ) {
        var done = 0
        while done < byteCount {
            let event = UnitEvent(
                bytes + done, byteCount: byteCount &- done, continues: done > 0, at: frame)
            guard send(event, to: bus, block) else { return }
            done &+= UnitEvent.byteCapacity
        }
    }

    /// Sets a parameter, and lets it go to its next value in a straight line.
    @_noLocks
    private mutating func sendParameter(
        _ event: UnsafePointer<ScheduledEvent>, _ lane: UnsafePointer<Lane>, _ unit: Int64, _ frame: Int64,
        _ block: RenderBlock
    ) {
        guard let body = snapshot else { return }
        let memory = UnsafeRawPointer(lane.pointee.bytes + Int(event.pointee.place))
        let parameter = memory.loadUnaligned(as: ScheduledParameter.self)
        let bus = Int(lane.pointee.bus)
        _ = send(
            UnitEvent(parameter: Int(parameter.parameter), value: parameter.value, at: frame), to: bus, block)
        guard event.pointee.extent > 0, parameter.nextValue != parameter.value else { return }
        let end = self.frame(ofUnit: unit &+ event.pointee.extent, body.pointee.timeline.tempo)
        _ = send(
            UnitEvent(
                parameter: Int(parameter.parameter), value: parameter.nextValue, at: frame,
                rampFrameCount: end &- frame), to: bus, block)
    }

    @_noLocks
    private mutating func report(
        _ event: UnsafePointer<ScheduledEvent>, _ lane: UnsafePointer<Lane>, _ unit: Int64, _ frame: Int64
    ) {
        var report = SequencerReport(
            SequencerReport.Kind.of(event.pointee.data1), sampleTime: frame, unit: unit)
        report.metaType = event.pointee.status
        report.track = lane.pointee.track
        report.byteCount = UInt32(truncatingIfNeeded: event.pointee.extent)
        if !reports.push(report, lane.pointee.bytes + Int(event.pointee.place)) { droppedCount &+= 1 }
    }

    /// Reports the end of the song, once.
    @_noLocks
    private mutating func reportEnd(_ body: UnsafeMutablePointer<SnapshotBody>, before end: Int64) {
        guard !hasEnded, lastFrame < end else { return }
        hasEnded = reports.push(
            SequencerReport(
                .ended, sampleTime: max(begunFrame, lastFrame), unit: body.pointee.timeline.endUnit), nil)
    }
}
