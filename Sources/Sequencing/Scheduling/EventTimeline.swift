import AVFRealtime

/// A song as the render side plays it; immutable.
///
/// Every edit makes a new one, which shares the lanes of the tracks that it left alone.
package final class EventTimeline: @unchecked Sendable {
    // Proof: all memory is written while the object is made, and never again.
    /// The tempo map.
    package let tempoMap: TempoMap
    /// Where the last track ends, in units; the largest number if one is played for ever.
    package let endUnit: Int64
    private let meters: OwnedBuffer<MeterChange>
    private let lanes: OwnedBuffer<Lane>
    private let audibleTracks: OwnedBuffer<Int32>
    private let memories: [LaneMemory]

    /// A timeline of the lanes that sound, each with its memory, in the order of tracks.
    package init(
        tempoMap: TempoMap, meters: [MeterChange] = [], lanes: [(LaneMemory, Lane)], endUnit: Int64
    ) {
        self.tempoMap = tempoMap
        self.endUnit = endUnit
        memories = lanes.map { $0.0 }
        self.lanes = OwnedBuffer(count: lanes.count) { lanes[$0].1 }
        let tracks = lanes.map { $0.1.track }.sorted()
        audibleTracks = OwnedBuffer(count: tracks.count) { tracks[$0] }
        let usual = MeterChange(unit: 0, numerator: 4, denominatorPower: 2)
        let all = meters.first?.unit == 0 ? meters : [usual] + meters
        self.meters = OwnedBuffer(count: all.count) { all[$0] }
    }

    /// A song without events.
    package convenience init() { self.init(tempoMap: TempoMap(), lanes: [], endUnit: 0) }

    /// What the render side reads, valid as long as this object.
    var body: TimelineBody {
        TimelineBody(
            tempo: tempoMap.table,
            meters: MeterTable(
                changes: UnsafePointer(meters.pointer), count: meters.count,
                unitsPerBeat: tempoMap.table.unitsPerBeat),
            lanes: UnsafePointer(lanes.pointer), laneCount: lanes.count,
            audibleTracks: UnsafePointer(audibleTracks.pointer), endUnit: endUnit)
    }
}

/// A timeline as plain memory.
struct TimelineBody: BitwiseCopyable, @unchecked Sendable {
    // Proof: see EventTimeline.
    let tempo: TempoTable
    let meters: MeterTable
    let lanes: UnsafePointer<Lane>
    let laneCount: Int
    /// The tracks that sound, in the order of their identifiers.
    let audibleTracks: UnsafePointer<Int32>
    let endUnit: Int64

    /// Whether a track's notes may sound.
    @_noLocks
    func isAudible(_ track: Int32) -> Bool {
        var (low, high) = (0, laneCount)
        while low < high {
            let middle = (low &+ high) >> 1
            if audibleTracks[middle] < track { low = middle &+ 1 } else { high = middle }
        }
        return low < laneCount && audibleTracks[low] == track
    }
}
