import AVFRealtime

/// From a position on, quarter notes take so long.
package struct TempoChange: Sendable, Equatable {
    /// Where, in units.
    package var unit: Int64
    /// Picoseconds of a quarter note.
    package var picosecondsPerQuarter: UInt64

    /// A change of tempo.
    package init(unit: Int64, picosecondsPerQuarter: UInt64) {
        self.unit = unit
        self.picosecondsPerQuarter = picosecondsPerQuarter
    }

    /// Picoseconds of a quarter note at so many a minute, so that files' microseconds and numbers of beats
    /// share one integer: round(6·10¹³ / tempo), clamped to what a `TempoTable` can hold.
    package static func picoseconds(ofTempo tempo: Double) -> UInt64 {
        let exact = (6e13 / tempo).rounded()
        let most = Double(TempoTable.mostPicoseconds)
        guard exact < most else { return TempoTable.mostPicoseconds }
        return max(TempoTable.leastPicoseconds, UInt64(max(0, exact)))
    }
}

/// Where the beats of a song are in time; immutable.
///
/// Before the first change a quarter note lasts half a second. Of two changes at one position the last one
/// holds.
package final class TempoMap: Sendable {
    /// 120 beats a minute.
    package static let usualPicoseconds: UInt64 = 500_000_000_000

    private let segments: OwnedBuffer<TempoSegment>
    /// What the ticks count.
    package let timeBase: TimeBase
    /// The map as plain memory, valid as long as this object.
    package let table: TempoTable

    /// The map of these changes, which are in the order of positions.
    package init(_ changes: [TempoChange] = [], timeBase: TimeBase = .usual) {
        var made = [
            TempoSegment(
                startUnit: 0, startTime: 0,
                picosecondsPerQuarter: timeBase.fixedPicosecondsPerBeat ?? Self.usualPicoseconds)
        ]
        if timeBase.fixedPicosecondsPerBeat == nil {
            for change in changes { Self.append(change, to: &made) }
        }
        segments = OwnedBuffer(count: made.count) { made[$0] }
        self.timeBase = timeBase
        table = TempoTable(
            segments: UnsafePointer(segments.pointer), count: made.count, unitsPerBeat: timeBase.unitsPerBeat)
    }

    private static func append(_ change: TempoChange, to segments: inout [TempoSegment]) {
        guard let last = segments.last else { return }
        let unit = max(last.startUnit, min(change.unit, TimeBase.lastUnit))
        let tempo = max(
            TempoTable.leastPicoseconds, min(change.picosecondsPerQuarter, TempoTable.mostPicoseconds))
        guard tempo != last.picosecondsPerQuarter else { return }
        let time = last.startTime + SongTime(unit - last.startUnit) * SongTime(last.picosecondsPerQuarter)
        if unit == last.startUnit { segments.removeLast() }
        segments.append(TempoSegment(startUnit: unit, startTime: time, picosecondsPerQuarter: tempo))
    }

    /// Whether two maps put every position at the same time.
    package func isSame(as other: TempoMap) -> Bool {
        self === other
            || timeBase == other.timeBase && table.count == other.table.count
                && (0..<table.count).allSatisfy {
                    segments[$0].startUnit == other.segments[$0].startUnit
                        && segments[$0].picosecondsPerQuarter == other.segments[$0].picosecondsPerQuarter
                }
    }

    /// The position of a beat, exact to the Double's own precision; beats before the song are at 0.
    package func position(ofBeat beat: Double) -> SongPosition { table.position(ofBeat: beat) }

    /// Seconds from the song's beginning to a beat, at rate 1; negative beats are before it, at the first
    /// tempo.
    package func seconds(ofBeat beat: Double) -> Double {
        guard beat >= 0 else {
            return beat * Double(segments[0].picosecondsPerQuarter) / 1e12
        }
        return table.seconds(of: table.time(of: position(ofBeat: beat)))
    }

    /// Quarter notes in a minute at a beat, at rate 1.
    package func tempo(ofBeat beat: Double) -> Double { table.tempo(ofUnit: position(ofBeat: beat).unit) }

    /// The beat at so many seconds from the song's beginning, at rate 1.
    package func beat(ofSeconds seconds: Double) -> Double {
        guard seconds >= 0 else { return seconds * 1e12 / Double(segments[0].picosecondsPerQuarter) }
        let most = 0x1p110
        let time = SongTime(min(seconds * Double(table.denominator), most).rounded())
        return table.beat(of: table.position(ofTime: time))
    }

    /// The frame of a unit at a sample rate, counted from the song's beginning: rounded once, half up.
    package func frame(ofUnit unit: Int64, sampleRateHz: Double) -> Int64 {
        SampleClock(sampleRateHz: sampleRateHz, denominator: table.denominator)
            .frame(of: table.time(ofUnit: unit))
    }
}
