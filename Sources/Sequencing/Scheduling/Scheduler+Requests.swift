import AVFRender

extension Scheduler {
    /// Takes what has been asked for since the last block; once for each block, whoever calls first.
    @_noLocks
    package mutating func begin(at sampleTime: Int64) {
        guard begunFrame != sampleTime else { return }
        begunFrame = sampleTime
        let isJump = nextFrame != sampleTime && nextFrame != .min
        if isPlaying, isJump { moveAnchor(to: sampleTime) }
        if slot.pointee.hasNews, let (new, old) = slot.pointee.adopt() {
            take(new)
            slot.pointee.retire(old)
        } else if snapshot == nil, let adopted = slot.pointee.adopted {
            // By the unit that played before this one.
            take(adopted)
        }
    }

    /// Goes on without a gap although the frames have made a jump.
    @_noLocks
    private mutating func moveAnchor(to sampleTime: Int64) {
        guard let body = snapshot else { return }
        let waiting = max(0, clock.anchorFrame &- nextFrame)
        firstUnit = unit(ofFrame: nextFrame, body.pointee.timeline.tempo)
        clock.anchor(clock.time(ofFrame: nextFrame), at: sampleTime &+ waiting, rate: clock.rate)
        forgetFrames(body.pointee.timeline)
        publishAnchor(body.pointee.timeline.tempo)
    }

    /// The first unit whose frame is not before this one, and that has not been played.
    @_noLocks
    func unit(ofFrame frame: Int64, _ tempo: TempoTable) -> Int64 {
        guard frame > clock.anchorFrame else { return firstUnit }
        var unit = tempo.position(ofTime: clock.firstTime(ofFrame: frame)).unit
        // Divisions have rounded down, by less than a unit each.
        while clock.frame(of: tempo.time(ofUnit: unit)) >= frame, unit > firstUnit { unit &-= 1 }
        while clock.frame(of: tempo.time(ofUnit: unit)) < frame { unit &+= 1 }
        return max(unit, firstUnit)
    }

    /// Goes over to another snapshot.
    @_noLocks
    private mutating func take(_ new: UnsafeMutablePointer<SnapshotBody>) {
        let tempo = new.pointee.timeline.tempo
        let request = new.pointee.request
        let wasPlaying = isPlaying
        // Where the music is, in the time of the new tempo map.
        var time: SongTime = 0
        if let old = snapshot {
            let oldTempo = old.pointee.timeline.tempo
            time = wasPlaying ? clock.time(ofFrame: begunFrame) : clock.anchorTime
            if wasPlaying { firstUnit = unit(ofFrame: begunFrame, oldTempo) }
            if oldTempo.segments != tempo.segments { time = tempo.time(of: oldTempo.position(ofTime: time)) }
        }
        let isSame = snapshot.map { $0.pointee.timeline.tempo.segments == tempo.segments } ?? false
        snapshot = new
        if request.serial != serial {
            obey(request, tempo, time)
        } else if !isSame || request.rate != clock.rate {
            let waiting = wasPlaying ? max(0, clock.anchorFrame &- begunFrame) : 0
            anchor(time, at: begunFrame &+ waiting, rate: request.rate, tempo)
        }
        forgetFrames(new.pointee.timeline)
        releasesInaudible = true
        let end = new.pointee.timeline.endUnit
        hasEnded = end < firstUnit
        findPlaces(new)
    }

    /// Puts a time on a frame, in the sample rate's own clock.
    @_noLocks
    private mutating func anchor(_ time: SongTime, at frame: Int64, rate: UInt64, _ tempo: TempoTable) {
        clock.use(denominator: tempo.denominator, sampleRateHz: sampleRateHz)
        clock.anchor(time, at: frame, rate: rate)
        publishAnchor(tempo)
    }

    /// Plays, stops or jumps.
    @_noLocks
    private mutating func obey(_ request: TransportRequest, _ tempo: TempoTable, _ now: SongTime) {
        serial = request.serial
        if isPlaying { releasesAll = true }
        var time = now
        if request.hasPosition {
            time = tempo.time(of: request.position)
            chases = true
            firstUnit = request.position.unit &+ (request.position.remainder > 0 ? 1 : 0)
        }
        isPlaying = request.isPlaying
        var start = request.startFrame
        if start < RenderEvent.immediately &+ RenderEvent.mostFramesAdded {
            start = begunFrame &+ (start &- RenderEvent.immediately)
        }
        anchor(time, at: isPlaying ? max(start, begunFrame) : begunFrame, rate: request.rate, tempo)
    }

    /// Finds the next event of each lane.
    @_noLocks
    private func findPlaces(_ body: UnsafeMutablePointer<SnapshotBody>) {
        body.pointee.queue.removeAll()
        var index = 0
        while index < body.pointee.timeline.laneCount {
            let lane = body.pointee.timeline.lanes + index
            let cursor = LaneCursor(lane, fromUnit: firstUnit)
            (body.pointee.cursors + index).initialize(to: cursor)
            body.pointee.queue.insert(
                LaneQueue.Entry(unit: cursor.nextUnit(lane), lane: Int32(truncatingIfNeeded: index)))
            index &+= 1
        }
    }

    @_noLocks
    mutating func publishAnchor(_ tempo: TempoTable) {
        var anchor = SequencerAnchor()
        anchor.serial = serial
        anchor.mapSerial = snapshot?.pointee.request.mapSerial ?? 0
        anchor.isPlaying = isPlaying
        anchor.frame = clock.anchorFrame
        anchor.position = tempo.position(ofTime: clock.anchorTime)
        anchor.rate = clock.rate
        anchor.sampleRateHz = sampleRateHz
        // Without room it is sent behind a later block.
        anchorWaits = !reports.sendAnchor(anchor)
    }

    // MARK: - Transport

    /// Where the music is at the first frame of the block that has begun.
    @_noLocks
    package func transport() -> TransportPosition {
        var transport = TransportPosition()
        guard let body = snapshot else { return transport }
        let tempo = body.pointee.timeline.tempo
        let position = tempo.position(ofTime: clock.time(ofFrame: begunFrame))
        let rate = Double(clock.rate) / 0x1p32
        transport.isKnown = true
        transport.isMoving = isPlaying && clock.anchorFrame <= begunFrame
        transport.tempo = tempo.tempo(ofUnit: position.unit) * rate
        transport.beat = tempo.beat(of: position)
        let anchorFrames = tempo.seconds(of: clock.anchorTime) * sampleRateHz / rate
        transport.frame = Int64(max(0, min(anchorFrames, 0x1p60)) + 0.5)
        if transport.isMoving { transport.frame &+= begunFrame &- clock.anchorFrame }
        let meter = body.pointee.timeline.meters.meter(atUnit: position.unit)
        let downbeat = body.pointee.timeline.meters.downbeatUnit(ofUnit: position.unit)
        transport.downbeat = Double(downbeat) / Double(tempo.unitsPerBeat)
        transport.numerator = Double(meter.numerator)
        transport.denominator = 1 << Int32(meter.denominatorPower)
        return transport
    }
}
