import CAVFDSP
import Synchronization

/// The sound of a source that is still on its way; made on the control side when the source is first to be
/// heard as late as it is far away.
struct SpatialDelayMemory: ~Copyable {
    /// The longest way, in seconds: 343 m.
    static var longestSeconds: Double { @_noLocks get { 1 } }
    /// Taps on each side of a place in the sound, at the pace of 1.
    static var reach: Int { @_noLocks get { 48 } }
    /// The shortest delay: what the filter sees of the future at the fastest pace.
    static var leastFrames: Int { @_noLocks get { 98 } }
    /// Room for weights, and for what two readers make of a cell.
    static var weightCount: Int { @_noLocks get { 2 * Int(AVF_DSP_FASTEST_PACE) * reach } }
    private static var scratchCount: Int {
        @_noLocks get { weightCount + 2 * SpatialContext.cellFrameCount }
    }

    // Proof: written once, by the control side; the memory lives as long as this.
    private let place = Atomic<UnsafeMutableRawPointer?>(nil)
    /// Frames of the past that are kept.
    let keptFrameCount: Int
    /// Frames that there is room for.
    let frameCapacity: Int
    /// Cells for which it is known where the source was.
    let placeCount: Int

    /// A memory without room.
    init(sampleRateHz: Double) {
        keptFrameCount = Int(sampleRateHz * Self.longestSeconds) + 8 * Self.leastFrames + 1024
        placeCount = Int(sampleRateHz * Self.longestSeconds) / SpatialContext.cellFrameCount + 4
        frameCapacity = keptFrameCount + Int(sampleRateHz / 4) + SpatialContext.cellFrameCount
    }

    deinit { place.load(ordering: .acquiring)?.deallocate() }

    /// Makes room, unless there is. [control, one thread at a time]
    func makeRoom() {
        guard place.load(ordering: .relaxed) == nil else { return }
        let count = Self.scratchCount + 3 * placeCount + frameCapacity
        let floats = UnsafeMutablePointer<Float>.allocate(capacity: count)
        floats.initialize(repeating: 0, count: count)
        place.store(UnsafeMutableRawPointer(floats), ordering: .releasing)
    }

    /// Where things lie; nil before there is room.
    var rooms: SpatialDelayRooms? {
        @_noLocks get {
            guard let place = place.load(ordering: .acquiring) else { return nil }
            let floats = place.assumingMemoryBound(to: Float.self)
            return SpatialDelayRooms(
                weights: floats, first: floats + Self.weightCount,
                second: floats + (Self.weightCount + SpatialContext.cellFrameCount),
                places: floats + Self.scratchCount, line: floats + (Self.scratchCount + 3 * placeCount))
        }
    }
}

/// The parts of a source's delay memory.
struct SpatialDelayRooms: BitwiseCopyable {
    let weights: UnsafeMutablePointer<Float>
    /// What two readers make of a cell.
    let first: UnsafeMutablePointer<Float>
    let second: UnsafeMutablePointer<Float>
    /// Three coordinates for each cell.
    let places: UnsafeMutablePointer<Float>
    /// The sound.
    let line: UnsafeMutablePointer<Float>
}
