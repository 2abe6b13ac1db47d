import AVFSpatial

/// How long the sound that arrives has been on its way: from where the source was when it was sent, to where
/// the listener is now.
struct SpatialWay: BitwiseCopyable {
    /// What the option's factor makes of a metre.
    private var framesPerMetre = 0.0
    private var mostFrames = 0.0
    private var source = Vector3(0, 0, 0)
    private var listener = Vector3(0, 0, 0)
    private var cell = 0
    /// The cell whose sound arrives, or the one before what arrives.
    private var sentCell = 0
    /// Cells for which a later sound may overtake an earlier one, because the source or the listener has
    /// jumped.
    private var overtakenCellCount = 0
    private var placeCount = 1

    /// Whoever goes farther within a cell of 1.3 ms was put elsewhere.
    static var jumpMetres: Double { @_noLocks get { 5 } }

    @_noLocks
    init() {}

    /// Takes where both are.
    @_noLocks
    mutating func aim(source: Vector3, listener: Vector3, framesPerMetre: Double, mostFrames: Double) {
        let hasJumped =
            Self.distance(source, self.source) > Self.jumpMetres
            || Self.distance(listener, self.listener) > Self.jumpMetres
        if hasJumped { overtakenCellCount = placeCount }
        (self.source, self.listener) = (source, listener)
        (self.framesPerMetre, self.mostFrames) = (framesPerMetre, mostFrames)
    }

    /// Begins with a source that has always been where it is; frames of delay.
    @_noLocks
    mutating func begin(_ places: UnsafeMutablePointer<Float>, _ placeCount: Int) -> Double {
        self.placeCount = placeCount
        for cell in 0..<placeCount { note(cell, places) }
        (cell, overtakenCellCount) = (placeCount, 0)
        let frames = min(Self.distance(source, listener) * framesPerMetre, mostFrames)
        sentCell = cell &- Int(frames) / SpatialContext.cellFrameCount
        return frames
    }

    /// Goes on to the next cell; frames of delay.
    @_noLocks
    mutating func next(_ places: UnsafeMutablePointer<Float>) -> Double {
        cell &+= 1
        note(cell, places)
        let oldest = cell &- placeCount &+ 1
        if overtakenCellCount > 0 {
            overtakenCellCount &-= 1
            sentCell = cell
        }
        sentCell = max(sentCell, oldest)
        while sentCell < cell, lead(sentCell &+ 1, places) >= 0 { sentCell &+= 1 }
        while sentCell > oldest, lead(sentCell, places) < 0 { sentCell &-= 1 }
        let age = Double((cell &- sentCell) &* SpatialContext.cellFrameCount)
        guard sentCell < cell else { return age }
        let (before, after) = (max(0, lead(sentCell, places)), lead(sentCell &+ 1, places))
        return age - Double(SpatialContext.cellFrameCount) * before / (before - after)
    }

    /// Frames by which the sound that was sent at the start of a cell has arrived already.
    @_noLocks
    private func lead(_ sent: Int, _ places: UnsafeMutablePointer<Float>) -> Double {
        let place = places + 3 &* (sent % placeCount)
        let then = Vector3(Double(place[0]), Double(place[1]), Double(place[2]))
        let way = min(Self.distance(then, listener) * framesPerMetre, mostFrames)
        return Double((cell &- sent) &* SpatialContext.cellFrameCount) - way
    }

    @_noLocks
    private func note(_ cell: Int, _ places: UnsafeMutablePointer<Float>) {
        let place = places + 3 &* (cell % placeCount)
        place[0] = Float(source.x)
        place[1] = Float(source.y)
        place[2] = Float(source.z)
    }

    @_noLocks
    private static func distance(_ a: Vector3, _ b: Vector3) -> Double {
        Vector3(a.x - b.x, a.y - b.y, a.z - b.z).length
    }
}
