/// What the ticks of a MIDI file count, and how positions are kept as integers.
///
/// A beat is a quarter note. In a file whose ticks count parts of film frames (SMPTE), a beat is a second of
/// the frame count, and tempo events do not apply.
package enum TimeBase: Sendable, Hashable {
    /// So many ticks in a quarter note, 1…32767.
    case ticksPerQuarter(Int)
    /// So many ticks in a frame, 1…255; 29 frames a second means 30000/1001.
    case smpte(framesPerSecond: Int, ticksPerFrame: Int)

    /// 480 ticks in a quarter note.
    package static let usual = TimeBase.ticksPerQuarter(480)

    /// The latest position in units: 2^52, at 480 ticks more than four years at 120 beats a minute.
    package static var lastUnit: Int64 { 1 << 52 }
    /// The latest tick.
    package static var lastTick: Int64 { lastUnit >> 16 }
    /// Units in a tick: an exact place for every tick, and 16 bits for what lies between.
    package static var unitsPerTick: Int64 { 1 << 16 }

    /// Ticks in a beat.
    package var ticksPerBeat: Int {
        switch self {
        case .ticksPerQuarter(let count): max(1, min(count, 32767))
        case .smpte(let frames, let ticks): max(1, (frames == 29 ? 30 : frames) * ticks)
        }
    }

    /// Units in a beat.
    package var unitsPerBeat: Int64 { Int64(ticksPerBeat) * Self.unitsPerTick }

    /// Picoseconds of a beat where tempo events do not apply.
    package var fixedPicosecondsPerBeat: UInt64? {
        switch self {
        case .ticksPerQuarter: nil
        case .smpte(let frames, _): frames == 29 ? 1_001_000_000_000 : 1_000_000_000_000
        }
    }

    /// The beat of a tick.
    package func beat(ofTick tick: Int64) -> Double { Double(tick) / Double(ticksPerBeat) }

    /// The tick nearest to a beat; nil if there is none.
    package func tick(ofBeat beat: Double) -> Int64? {
        let tick = (beat * Double(ticksPerBeat)).rounded()
        return tick >= 0 && tick <= Double(Self.lastTick) ? Int64(tick) : nil
    }

    /// The unit nearest to a beat, clamped to where positions can be.
    package func unit(ofBeat beat: Double) -> Int64 {
        let unit = (beat * Double(unitsPerBeat)).rounded()
        let last = Double(Self.lastUnit)
        return unit.isNaN ? 0 : Int64(max(-last, min(unit, last)))
    }

    /// The beat of a unit.
    package func beat(ofUnit unit: Int64) -> Double { Double(unit) / Double(unitsPerBeat) }
}
