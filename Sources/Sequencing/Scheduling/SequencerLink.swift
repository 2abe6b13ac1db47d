import AVFRealtime
import AVFRender
import Synchronization

/// What a sequencer's two sides share: snapshots in, reports and positions out.
///
/// It belongs to the sequencer and outlives the units that play from it; one unit plays from it at a time.
/// Calls of the control side take turns.
package final class SequencerLink: @unchecked Sendable {
    // Proof: each ring has one writer and one reader; the slot and the words are atomic; the rest is the
    // control side's, whose calls take turns.
    fileprivate let slotCell = OwnedCell(SnapshotSlot())
    private let memory = SequencerReportMemory()
    private var anchor = SequencerAnchor()
    private var request = TransportRequest()
    private var chased: [ChasedEvent] = []
    private var timeline = EventTimeline()
    /// The tempo maps from the render side's on.
    private var maps: [(serial: UInt64, map: TempoMap)] = []
    /// Event buses that tracks can be sent to.
    package let busCount: Int

    /// A link without a song, for so many event buses, at least one.
    package init(busCount: Int = 1) { self.busCount = max(1, busCount) }

    var slot: UnsafePointer<SnapshotSlot> { UnsafePointer(slotCell.pointer) }
    var reportWriter: SequencerReportWriter { memory.writer }

    // MARK: - Requests

    private func publish() {
        slotCell.pointer.pointee.publish(SequencerSnapshot(timeline, request, chased: chased))
    }

    /// Goes over to another timeline at the next block, at the same beat. [control]
    package func use(_ timeline: EventTimeline) {
        _ = newestAnchor()
        if timeline.tempoMap !== self.timeline.tempoMap {
            if maps.isEmpty { maps.append((request.mapSerial, self.timeline.tempoMap)) }
            request.mapSerial += 1
            maps.append((request.mapSerial, timeline.tempoMap))
        }
        self.timeline = timeline
        publish()
    }

    /// Starts at a beat, or where it stopped: with the next block's first frame, or at a frame. [control]
    package func start(atBeat beat: Double? = nil, atFrame frame: Int64 = RenderEvent.immediately) {
        ask(isPlaying: true, beat, frame)
    }

    /// Stops with the next block's first frame, and stays there; all keys go up. [control]
    package func stop() { ask(isPlaying: false, nil, RenderEvent.immediately) }

    /// Goes to a beat, playing or not. [control]
    ///
    /// Before it plays on from there, it sends what `song` has set of controllers and programs until then.
    package func seek(toBeat beat: Double, of song: Song? = nil) {
        chased = song?.chasedEvents(before: beat) ?? []
        ask(isPlaying: request.isPlaying, beat, RenderEvent.immediately)
    }

    private func ask(isPlaying: Bool, _ beat: Double?, _ frame: Int64) {
        // A position that has not been taken yet still holds for one who goes on from there.
        let isTaken = newestAnchor().serial == request.serial
        request.serial += 1
        request.isPlaying = isPlaying
        request.startFrame = frame
        request.hasPosition = beat != nil || request.hasPosition && !isTaken
        if let beat { request.position = timeline.tempoMap.position(ofBeat: beat) }
        publish()
    }

    /// Rate of playing, 2⁻¹⁶…256, 1 unless set; another one holds from the next block on. [control]
    package var rate: Double {
        get { Double(request.rate) / 0x1p32 }
        set {
            request.rate = SampleClock.rate(newValue)
            publish()
        }
    }

    /// Whether the render side has obeyed the last request, which was to stop: all keys are up. [control]
    package var isStill: Bool {
        let anchor = newestAnchor()
        return anchor.serial == request.serial && !anchor.isPlaying && !request.isPlaying
    }

    /// Whether the last request was to play. [control]
    package var isPlaying: Bool { request.isPlaying }

    // MARK: - Positions

    /// What the render side has come to. [control]
    private func newestAnchor() -> SequencerAnchor {
        slotCell.pointer.pointee.collect()
        while let news = memory.anchors.pop() { anchor = news }
        maps.removeAll { $0.serial < anchor.mapSerial }
        return anchor
    }

    /// The tempo map that the render side has, which may not be the newest one yet.
    private func table(_ anchor: SequencerAnchor) -> TempoTable {
        (maps.first { $0.serial == anchor.mapSerial }?.map ?? timeline.tempoMap).table
    }

    /// The beat at the frame behind the newest block, or the one that was asked for and is not reached
    /// yet. [control]
    package var currentBeat: Double {
        let anchor = newestAnchor()
        guard anchor.serial == request.serial || !request.hasPosition else {
            return timeline.tempoMap.table.beat(of: request.position)
        }
        let table = table(anchor)
        guard anchor.isPlaying else { return table.beat(of: anchor.position) }
        return table.beat(of: position(atFrame: memory.nextFrame, anchor))
    }

    /// The position at a frame, for one who plays since an anchor.
    private func position(atFrame frame: Int64, _ anchor: SequencerAnchor) -> SongPosition {
        table(anchor).position(ofTime: clock(anchor).time(ofFrame: frame))
    }

    /// Lets a new unit go on where the one before has come to.
    func beginUnit() {
        let anchor = newestAnchor()
        if anchor.serial > 0, anchor.serial == request.serial || !request.hasPosition {
            let end = position(atFrame: memory.nextFrame, anchor)
            request.position = timeline.tempoMap.position(
                ofBeat: table(anchor).beat(of: anchor.isPlaying ? end : anchor.position))
            request.hasPosition = true
            request.startFrame = RenderEvent.immediately
            chased = []
        }
        request.serial += 1
        publish()
    }

    /// The beat at a frame of the unit; nil while it is still, and for frames before the start. [control]
    package func beat(atFrame frame: Int64) -> Double? {
        guard let (clock, table) = playingClock(), frame >= clock.anchorFrame else { return nil }
        return table.beat(of: table.position(ofTime: clock.time(ofFrame: frame)))
    }

    /// The frame of a beat; nil while it is still, and for beats before the start. [control]
    package func frame(atBeat beat: Double) -> Int64? {
        guard let (clock, table) = playingClock() else { return nil }
        let time = table.time(of: table.position(ofBeat: beat))
        return time >= clock.anchorTime ? clock.frame(of: time) : nil
    }

    /// The render side's clock, made anew from what it has reported.
    private func playingClock() -> (SampleClock, TempoTable)? {
        let anchor = newestAnchor()
        guard anchor.isPlaying, anchor.serial == request.serial else { return nil }
        return (clock(anchor), table(anchor))
    }

    private func clock(_ anchor: SequencerAnchor) -> SampleClock {
        let table = table(anchor)
        var clock = SampleClock(sampleRateHz: anchor.sampleRateHz, denominator: table.denominator)
        clock.anchor(table.time(of: anchor.position), at: anchor.frame, rate: anchor.rate)
        return clock
    }

    /// Events that were left out so far, because a block had too many or reports were not taken in time; what
    /// an event bus has no room for is counted there. [any]
    package var droppedEventCount: Int { memory.droppedCount }

    /// Whether there are reports. [any]
    package var hasReports: Bool { memory.hasReports }

    /// The reports since the last call, with the bytes of each. [control]
    package func takeReports() -> [(report: SequencerReport, bytes: [UInt8])] {
        slotCell.pointer.pointee.collect()
        return memory.takeReports()
    }
}
