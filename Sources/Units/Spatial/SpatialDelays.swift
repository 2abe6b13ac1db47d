import CAVFDSP

/// A delay in frames that moves along a straight line within a cell.
struct SpatialDelay: BitwiseCopyable {
    private(set) var start: Float = 0
    private(set) var slope: Float = 0
    private var end: Float = 0

    /// The steepest line: a jump is heard as a glide of at most a fourth instead of as a click.
    private static var steepest: Float { @_noLocks get { 0.25 } }

    @_noLocks
    init() {}

    @_noLocks
    mutating func begin() {
        start = end
        slope = 0
    }

    /// Goes to a delay, or as far towards it as it can; true once it is there.
    @_noLocks
    mutating func aim(at goal: Float, jumps: Bool) -> Bool {
        if jumps { (start, end, slope) = (goal, goal, 0) }
        let cell = Float(AVF_DSP_SPATIAL_CELL)
        let way = max(-Self.steepest * cell, min(Self.steepest * cell, goal - start))
        end = way == goal - start ? goal : start + way
        slope = (end - start) / cell
        return end == goal
    }
}

/// The delays of both ears, of a set and of the sphere.
struct SpatialDelays: BitwiseCopyable {
    var left = SpatialDelay()
    var right = SpatialDelay()
    var sphereLeft = SpatialDelay()
    var sphereRight = SpatialDelay()
    /// Whole frames by which the filters at rest look back.
    var restLeft = 0
    var restRight = 0
    /// Whole frames of the middle of the head.
    var middle = 0

    @_noLocks
    init() {}

    @_noLocks
    mutating func begin() {
        left.begin()
        right.begin()
        sphereLeft.begin()
        sphereRight.begin()
    }
}
