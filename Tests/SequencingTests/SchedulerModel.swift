import AVFRender

@testable import AVFSequencing

/// What a sequencer should send, worked out in the plainest way: every event of every pass is listed with its
/// frame as an exact fraction, and the list is sorted.
struct SchedulerModel {
    /// An event of a pass: where it is, and what is sent.
    private struct Item {
        var frame: Int64
        var isNote: Bool
        var unit: Int64
        var track: Int
        var order: Int
        var end: Int64
        var event: MusicEvent
    }

    private struct Down {
        var end: Int64
        var frame: Int64
        var track: Int32
        var velocity: UInt8
    }

    private(set) var sent: [SequencerRun.Sent] = []
    private var song: TestSong
    /// The tempo changes in units, the first one at 0.
    private var changes: [(unit: Int64, picoseconds: Int128)] = [(0, 500_000_000_000)]
    private var picoseconds = [5e11]
    let sampleRate: Int128
    private var isPlaying = false
    private var anchorFrame: Int64 = 0
    /// The anchor's time: units × picoseconds.
    private var anchorTime: Int128 = 0
    /// The rate of playing in halves.
    private var rateHalves: Int128 = 2
    private var firstUnit: Int64 = 0
    /// Frames of a part of a second, about.
    private var scale = 0.0
    private var down: [Int: Down] = [:]

    init(_ song: TestSong, sampleRate: Int) {
        self.song = song
        self.sampleRate = Int128(sampleRate)
    }

    private var denominator: Int128 { Int128(song.timeBase.unitsPerBeat) * 1_000_000_000_000 }

    /// Σ units × picoseconds from the song's beginning.
    private func time(_ unit: Int64) -> Int128 {
        var (sum, index) = (Int128(0), 0)
        while index < changes.count {
            let end = index + 1 < changes.count ? min(unit, changes[index + 1].unit) : unit
            if end > changes[index].unit {
                sum += Int128(end - changes[index].unit) * changes[index].picoseconds
            }
            index += 1
        }
        return sum
    }

    /// floor(x + 1/2) of the exact place, not before the anchor.
    private func frame(_ unit: Int64) -> Int64 {
        let time = time(unit)
        guard time > anchorTime else { return anchorFrame }
        let (above, below) = ((time - anchorTime) * sampleRate * 2, denominator * rateHalves)
        return anchorFrame + Int64((2 * above + below) / (2 * below))
    }

    private func firstUnit(from frame: Int64) -> Int64 {
        guard frame > anchorFrame else { return firstUnit }
        var (low, high) = (firstUnit, Int64(1) << 31)
        while low < high {
            let middle = (low + high) / 2
            if self.frame(middle) < frame { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The time at a frame, rounded down to a part of a second as the scheduler's.
    private func time(atFrame frame: Int64) -> Int128 {
        guard frame > anchorFrame else { return anchorTime }
        return anchorTime + Int128(frame - anchorFrame) * rateHalves * denominator / (2 * sampleRate)
    }

    // MARK: - Requests

    mutating func start(_ beat: Double?, at frame: Int64) { ask(true, beat, frame) }
    mutating func stop(at frame: Int64) { ask(false, nil, frame) }
    mutating func seek(_ beat: Double, at frame: Int64) { ask(isPlaying, beat, frame) }

    private mutating func ask(_ plays: Bool, _ beat: Double?, _ frame: Int64) {
        if isPlaying {
            (anchorTime, firstUnit) = (time(atFrame: frame), firstUnit(from: frame))
            for slot in slotsInOrder() { release(slot, frame) }
        }
        if let beat {
            firstUnit = song.timeBase.unit(ofBeat: beat)
            anchorTime = time(firstUnit)
        }
        anchorFrame = frame
        isPlaying = plays
    }

    mutating func setRate(halves: Int, at frame: Int64) {
        if isPlaying {
            (anchorTime, firstUnit, anchorFrame) = (time(atFrame: frame), firstUnit(from: frame), frame)
        }
        rateHalves = Int128(halves)
    }

    /// Another song with the same tempi.
    mutating func use(_ song: TestSong, at frame: Int64) {
        if isPlaying { firstUnit = firstUnit(from: frame) }
        self.song = song
        changes = [(0, 500_000_000_000)]
        for tempo in song.tempi {
            changes.append((song.timeBase.unit(ofBeat: tempo.beat), Int128(tempo.picoseconds)))
        }
        picoseconds = changes.map { Double($0.picoseconds) }
        let audible = Set(song.tracks.filter { !$0.isMuted }.map(\.identifier))
        for slot in down.keys.sorted() where !audible.contains(down[slot]?.track ?? -1) {
            release(slot, frame)
        }
    }

    // MARK: - Playing

    /// Plays from one frame to before another.
    mutating func play(from start: Int64, to end: Int64) {
        guard isPlaying else { return }
        scale = Double(sampleRate) * 2 / Double(rateHalves) / Double(denominator)
        for (slot, note) in down {
            let due = max(start, frame(note.end))
            down[slot]?.frame = due
        }
        var items = items(from: start, to: end)
        items.sort {
            ($0.frame, $0.isNote ? 1 : 0, $0.unit, $0.track, $0.order)
                < ($1.frame, $1.isNote ? 1 : 0, $1.unit, $1.track, $1.order)
        }
        var next = 0
        while true {
            let release = down.values.map { $0.frame }.min() ?? Int64.max
            let now = min(release, next < items.count ? items[next].frame : Int64.max)
            guard now < end else { return }
            releaseDue(now)
            while next < items.count, items[next].frame == now {
                send(items[next])
                next += 1
            }
            releaseDue(now)
        }
    }

    /// Whether a unit may lie on these frames; the exact frame decides.
    private func isNear(_ unit: Int64, _ start: Int64, _ end: Int64) -> Bool {
        var (sum, index) = (-Double(anchorTime), 0)
        while index < changes.count {
            let last = index + 1 < changes.count ? min(unit, changes[index + 1].unit) : unit
            if last > changes[index].unit { sum += Double(last - changes[index].unit) * picoseconds[index] }
            index += 1
        }
        let frame = Double(anchorFrame) + max(0, sum) * scale
        return frame > Double(start) - 2 && frame < Double(end) + 2
    }

    /// The events from one frame to before another.
    private func items(from start: Int64, to end: Int64) -> [Item] {
        var items: [Item] = []
        for (index, track) in song.tracks.enumerated() where !track.isMuted {
            let offset = song.timeBase.unit(ofBeat: track.offset)
            for (order, event) in entries(track).enumerated() {
                for (shift, last) in passes(track, of: event.unit) {
                    let unit = event.unit + shift + offset
                    guard unit >= firstUnit, isNear(unit, start, end) else { continue }
                    let frame = frame(unit)
                    guard frame >= start, frame < end else { continue }
                    let end = last.map { $0 + offset } ?? .max
                    var isNote = false
                    if case .note(let note) = event.event { isNote = note.velocity > 0 }
                    items.append(
                        Item(
                            frame: frame, isNote: isNote, unit: unit, track: index, order: order,
                            end: min(unit + event.extent, end), event: event.event))
                }
            }
        }
        return items
    }

    private func entries(_ track: TestSong.Track) -> [(unit: Int64, extent: Int64, event: MusicEvent)] {
        (0..<track.events.count).map {
            let beat = track.events.beat(at: $0)
            let event = track.events.event(at: $0)
            let unit = song.timeBase.unit(ofBeat: beat)
            return (unit, song.timeBase.unit(ofBeat: beat + event.duration) - unit, event)
        }
    }

    /// By how much an event is later in each pass that has it, and where that pass ends.
    private func passes(_ track: TestSong.Track, of unit: Int64) -> [(shift: Int64, end: Int64?)] {
        guard let loop = track.loop else { return [(0, nil)] }
        let (start, end) = (song.timeBase.unit(ofBeat: loop.start), song.timeBase.unit(ofBeat: loop.end))
        let length = end - start
        // No script comes further than this.
        let count = min(loop.passes, firstUnit / length + (1 << 27) / length)
        let offset = song.timeBase.unit(ofBeat: track.offset)
        let first = max(0, (firstUnit - unit - offset) / length - 1)
        guard first < count else { return [] }
        return (first..<count).compactMap { pass in
            let isFirst = pass == 0
            let isLast = pass == loop.passes - 1
            guard isFirst || unit >= start, isLast || unit < end else { return nil }
            return (pass * length, isLast ? nil : end + pass * length)
        }
    }

    private func slot(_ item: Item, _ channel: UInt8, _ key: UInt8) -> Int {
        Int(song.tracks[item.track].bus) * 2048 + Int(channel) * 128 + Int(key)
    }

    private mutating func send(_ item: Item) {
        let bus = Int(song.tracks[item.track].bus)
        switch item.event {
        case .note(let note):
            let slot = slot(item, note.channel, note.key)
            if down[slot] != nil { release(slot, item.frame) }
            guard note.velocity > 0 else { return }
            sent.append(
                .init(frame: item.frame, bus: bus, bytes: [0x90 | note.channel, note.key, note.velocity]))
            down[slot] = Down(
                end: item.end, frame: max(item.frame, frame(item.end)),
                track: song.tracks[item.track].identifier, velocity: note.releaseVelocity)
        case .controlChange(let channel, let controller, let value):
            sent.append(.init(frame: item.frame, bus: bus, bytes: [0xB0 | channel, controller, value]))
        default: break
        }
    }

    private func slotsInOrder() -> [Int] {
        down.sorted { ($0.value.end, $0.key) < ($1.value.end, $1.key) }.map(\.key)
    }

    private mutating func releaseDue(_ now: Int64) {
        for slot in slotsInOrder() where down[slot].map({ $0.frame <= now }) == true { release(slot, now) }
    }

    private mutating func release(_ slot: Int, _ frame: Int64) {
        guard let note = down.removeValue(forKey: slot) else { return }
        sent.append(
            .init(
                frame: frame, bus: slot / 2048,
                bytes: [0x80 | UInt8(slot >> 7 & 15), UInt8(slot & 127), note.velocity]))
    }
}
