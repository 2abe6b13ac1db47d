/// Time since the beginning of a song, exactly: in parts of a second, of which there are
/// `TempoTable.denominator`.
package typealias SongTime = UInt128

/// A stretch of a song with one tempo.
package struct TempoSegment: BitwiseCopyable, Sendable {
    /// Where it begins, in units.
    package let startUnit: Int64
    /// When it begins.
    package let startTime: SongTime
    /// Picoseconds of a quarter note.
    package let picosecondsPerQuarter: UInt64
}

/// A position between two units, with the part of the unit that has passed.
package struct SongPosition: BitwiseCopyable, Sendable {
    /// The unit.
    package var unit: Int64
    /// Picoseconds × 1/units of the quarter note beyond it, less than `picosecondsPerQuarter`.
    package var remainder: UInt64
    /// Picoseconds of a quarter note there.
    package var picosecondsPerQuarter: UInt64

    /// A position.
    @_noLocks
    package init(unit: Int64 = 0, remainder: UInt64 = 0, picosecondsPerQuarter: UInt64 = 1) {
        self.unit = unit
        self.remainder = remainder
        self.picosecondsPerQuarter = picosecondsPerQuarter
    }
}

/// The tempo map as both sides read it: segments somewhere in memory, whose owner is a `TempoMap`.
///
/// A time is Σ units × picoseconds per quarter: whole numbers, so that it cannot drift however many tempo
/// changes there are. Seconds and samples come of it by one division.
package struct TempoTable: BitwiseCopyable, @unchecked Sendable {
    // Proof: the memory is written before the table is made, and never again.
    /// The shortest quarter note, in picoseconds.
    package static var leastPicoseconds: UInt64 { @_noLocks get { 1000 } }
    /// The longest quarter note, in picoseconds: about 281 s, 0.2132 beats a minute.
    package static var mostPicoseconds: UInt64 { @_noLocks get { (1 << 48) - 1 } }

    let segments: UnsafePointer<TempoSegment>
    /// How many segments there are, at least one; the first one begins at unit 0.
    package let count: Int
    /// Units in a beat.
    package let unitsPerBeat: Int64

    /// Parts in a second that a `SongTime` counts.
    package var denominator: UInt128 {
        @_noLocks get { UInt128(truncatingIfNeeded: unitsPerBeat) &* 1_000_000_000_000 }
    }

    /// The segment of a unit, by bisection.
    @_noLocks
    package func index(ofUnit unit: Int64) -> Int {
        var (low, high) = (0, count)
        while high &- low > 1 {
            let middle = (low &+ high) >> 1
            if segments[middle].startUnit <= unit { low = middle } else { high = middle }
        }
        return low
    }

    /// The segment of a time, by bisection.
    @_noLocks
    package func index(ofTime time: SongTime) -> Int {
        var (low, high) = (0, count)
        while high &- low > 1 {
            let middle = (low &+ high) >> 1
            if segments[middle].startTime <= time { low = middle } else { high = middle }
        }
        return low
    }

    /// The time of a unit, 0 for a negative one.
    @_noLocks
    package func time(ofUnit unit: Int64) -> SongTime { time(ofUnit: unit, in: index(ofUnit: unit)) }

    /// The time of a unit in a segment.
    @_noLocks
    package func time(ofUnit unit: Int64, in index: Int) -> SongTime {
        let segment = segments[index]
        guard unit > segment.startUnit else { return segment.startTime }
        return segment.startTime
            &+ SongTime(truncatingIfNeeded: unit &- segment.startUnit)
            &* SongTime(truncatingIfNeeded: segment.picosecondsPerQuarter)
    }

    /// The position of a time, at most twice the latest unit.
    @_noLocks
    package func position(ofTime time: SongTime) -> SongPosition {
        let segment = segments[index(ofTime: time)]
        let tempo = SongTime(truncatingIfNeeded: segment.picosecondsPerQuarter)
        let (units, rest) = (time &- segment.startTime).quotientAndRemainder(dividingBy: tempo)
        let most = SongTime(1) << 53
        return SongPosition(
            unit: segment.startUnit &+ Int64(truncatingIfNeeded: min(units, most)),
            remainder: UInt64(truncatingIfNeeded: rest),
            picosecondsPerQuarter: segment.picosecondsPerQuarter)
    }

    /// The position of a beat, exact to the Double's own precision; beats before the song are at 0. [control]
    package func position(ofBeat beat: Double) -> SongPosition {
        let exact = max(0, min(beat * Double(unitsPerBeat), Double(TimeBase.lastUnit)))
        let unit = exact.isNaN ? 0 : Int64(exact)
        let tempo = segments[index(ofUnit: unit)].picosecondsPerQuarter
        let part = exact.isNaN ? 0 : (exact - Double(unit)) * Double(tempo)
        return SongPosition(
            unit: unit, remainder: min(tempo - 1, UInt64(part)), picosecondsPerQuarter: tempo)
    }

    /// The time of a position that another tempo map gave: the same beat, to the last bit.
    @_noLocks
    package func time(of position: SongPosition) -> SongTime {
        let index = index(ofUnit: position.unit)
        let rest =
            SongTime(truncatingIfNeeded: position.remainder)
            &* SongTime(truncatingIfNeeded: segments[index].picosecondsPerQuarter)
            / SongTime(truncatingIfNeeded: max(1, position.picosecondsPerQuarter))
        return time(ofUnit: position.unit, in: index) &+ rest
    }

    /// Seconds of a time.
    @_noLocks
    package func seconds(of time: SongTime) -> Double {
        let (whole, rest) = time.quotientAndRemainder(dividingBy: denominator)
        // The denominator is a multiple of 2^28.
        let part = Double(UInt64(truncatingIfNeeded: rest >> 28))
        return Double(UInt64(truncatingIfNeeded: whole))
            + part / Double(UInt64(truncatingIfNeeded: denominator >> 28))
    }

    /// Beats a minute at a unit.
    @_noLocks
    package func tempo(ofUnit unit: Int64) -> Double {
        6e13 / Double(segments[index(ofUnit: unit)].picosecondsPerQuarter)
    }

    /// The beat of a position.
    @_noLocks
    package func beat(of position: SongPosition) -> Double {
        let part = Double(position.remainder) / Double(max(1, position.picosecondsPerQuarter))
        return (Double(position.unit) + part) / Double(unitsPerBeat)
    }
}
