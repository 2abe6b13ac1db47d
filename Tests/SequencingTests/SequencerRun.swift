import AVFRealtime
import AVFRender

@testable import AVFSequencing

/// A sequencer's unit that is rendered block by block, with what it sends.
final class SequencerRun {
    /// What came out of a bus.
    struct Sent: Equatable, CustomStringConvertible {
        var frame: Int64
        var bus: Int
        var bytes: [UInt8]

        var description: String { "\(frame):\(bus):\(bytes)" }
    }

    let link: SequencerLink
    let unit: SequencerUnit
    /// The frame of the next block.
    private(set) var frame: Int64
    private(set) var sent: [Sent] = []
    /// Where the music was at the beginning of the newest block.
    private(set) var transport = TransportPosition()
    /// Messages that the buses had no room for.
    private(set) var busDroppedCount = 0
    private let busCount: Int
    private let memory: OwnedBuffer<UnitEvent>
    private let buses: OwnedBuffer<EventBus>
    private let outputs: OwnedBuffer<UnsafeMutablePointer<EventBus>>
    private let events: OwnedCell<BlockEvents>
    private let noAudio = OwnedBuffer<AudioBus>(uninitializedCount: 1)

    init(busCount: Int = 1, sampleRateHz: Double = 48000, from frame: Int64 = 0) {
        self.busCount = busCount
        self.frame = frame
        link = SequencerLink(busCount: busCount)
        unit = SequencerUnit(link, sampleRateHz: sampleRateHz)
        memory = OwnedBuffer(uninitializedCount: busCount * EventBus.capacity)
        let (memory, count) = (memory.pointer, busCount)
        buses = OwnedBuffer(count: count) { EventBus(memory + $0 * EventBus.capacity) }
        let pointer = buses.pointer
        outputs = OwnedBuffer(count: count) { pointer + $0 }
        events = OwnedCell(
            BlockEvents(to: UnsafePointer(outputs.pointer), outputCount: count))
    }

    /// Renders one block; without `keeps` what is sent is not written down.
    func render(_ frameCount: Int, keeps: Bool = true) {
        transport = unit.transport(at: frame, frameCount: frameCount)
        for bus in 0..<busCount { buses.pointer[bus].removeAll() }
        unit.process(
            RenderBlock(
                inputs: noAudio.pointer, inputCount: 0, outputs: noAudio.pointer, outputCount: 0,
                frameCount: frameCount, sampleTime: frame, events: events.pointer))
        frame += Int64(frameCount)
        for bus in 0..<busCount { busDroppedCount += buses[bus].droppedCount }
        guard keeps else { return }
        var news: [Sent] = []
        for bus in 0..<busCount { news += messages(bus) }
        // Within a bus the order is the sequencer's; between buses there is none.
        sent += news
    }

    /// How many events the newest block has.
    var eventCount: Int { (0..<busCount).reduce(0) { $0 + buses[$1].list.count } }

    /// Goes to another frame, as after a restart of the device.
    func jump(to frame: Int64) { self.frame = frame }

    private func messages(_ bus: Int) -> [Sent] {
        let list = buses[bus].list
        var messages: [Sent] = []
        for place in 0..<list.count {
            let event = list[place]
            let bytes: [UInt8] =
                event.isParameter
                ? [
                    0, UInt8(event.parameter), UInt8(max(0, min(255, event.value))),
                    UInt8(min(255, event.rampFrameCount)),
                ]
                : (0..<event.byteCount).map(event.byte)
            if event.continues, !messages.isEmpty {
                messages[messages.count - 1].bytes += bytes
            } else {
                messages.append(Sent(frame: event.sampleTime, bus: bus, bytes: bytes))
            }
        }
        return messages
    }

    /// What a bus has sent, as text: "24000 on 60" and the like.
    func text(bus: Int = 0) -> [String] {
        sent.filter { $0.bus == bus }.map { sent in
            let status = sent.bytes[0] & 0xF0
            let name = status == 0x90 ? "on" : status == 0x80 ? "off" : "\(sent.bytes[0])"
            return "\(sent.frame) \(name) \(sent.bytes.dropFirst().first ?? 0)"
        }
    }
}

/// Tracks and tempi from which timelines are made.
struct TestSong {
    struct Track {
        var events = EventStore()
        var identifier: Int32 = 0
        var bus: Int32 = 0
        var isMuted = false
        var offset = 0.0
        var loop: (start: Double, end: Double, passes: Int64)?
    }

    var tracks: [Track] = []
    /// Beats and picoseconds of a quarter note.
    var tempi: [(beat: Double, picoseconds: UInt64)] = []
    var timeBase = TimeBase.usual

    /// A song of one track with these events.
    init(_ events: [(Double, MusicEvent)] = []) {
        var track = Track()
        for (beat, event) in events { track.events.insert(event, at: beat) }
        tracks = [track]
    }

    var tempoMap: TempoMap {
        TempoMap(
            tempi.map {
                TempoChange(unit: timeBase.unit(ofBeat: $0.beat), picosecondsPerQuarter: $0.picoseconds)
            }, timeBase: timeBase)
    }

    func timeline(_ map: TempoMap? = nil) -> EventTimeline {
        var lanes: [(LaneMemory, Lane)] = []
        var end: Int64 = 0
        for track in tracks where !track.isMuted {
            let memory = LaneMemory(track.events, timeBase: timeBase)
            var lane = memory.lane
            lane.track = track.identifier
            lane.bus = track.bus
            lane.offset = timeBase.unit(ofBeat: track.offset)
            if let loop = track.loop {
                lane.setLoop(
                    from: timeBase.unit(ofBeat: loop.start), to: timeBase.unit(ofBeat: loop.end),
                    passCount: loop.passes)
            }
            lanes.append((memory, lane))
            end = max(end, lane.offset + timeBase.unit(ofBeat: track.events.end))
        }
        return EventTimeline(tempoMap: map ?? tempoMap, lanes: lanes, endUnit: end)
    }
}
